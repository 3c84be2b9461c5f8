import { failure } from "../../lifecycle/errors";
import type { JsonObject } from "../../lifecycle/json";
import type { Flat } from "../tree/flatten";
import { listenerKey, objects, texts } from "../tree/keys";
import type { Guests, LiveTree } from "../tree/live";
import type { Inputs } from "./inputs";
import { marksOf, otherServices, servicesIn } from "./ownership";

/** How many are named before the rest is counted. */
const NAMED = 10;

/** What others have on a load balancer, in words: `listener web (TCP:81) of pulumi-k8s-lb:shop/dev/c1`. */
export function tellGuests({ listeners, policies, pools }: Guests): string[] {
  return [
    ...listeners.map((one) => tell("listener", one)),
    ...policies.map((one) => tell("policy", one)),
    ...pools.map((one) => tell("pool", one)),
  ];
}

/** What keeps a load balancer from going: Services of others by its tags, and what others have on it. */
export function holders(inputs: Inputs, live: LiveTree): string[] {
  const services = otherServices(live.raw, [...texts(inputs.body.tags), inputs.name]).map((tag) => `Service ${tag}`);
  return [...services, ...tellGuests(live.guests)];
}

/** A list of words that does not become a page. */
export function listed(words: readonly string[]): string {
  const rest = words.length - NAMED;
  return words.slice(0, NAMED).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** Refuses to take away what others use: a listener with their policies, a pool that they lead to. */
export function assertFree(name: string, wanted: Flat, { flat, held }: LiveTree): void {
  const next = {
    listeners: new Map(objects(wanted.listeners).map((one) => [`listeners/${listenerKey(one)}`, one])),
    pools: new Map(objects(wanted.pools).map((one) => [`pools/${String(one.name)}`, one])),
  };
  const blocked = [
    ...objects(flat.listeners).map((one) => ({ one, place: `listeners/${listenerKey(one)}`, stays: next.listeners })),
    ...objects(flat.pools).map((one) => ({ one, place: `pools/${String(one.name)}`, stays: next.pools })),
  ].filter(({ one, place, stays }) => held[place] && stays.get(place)?.protocol !== one.protocol);
  const [first] = blocked;
  if (!first) return;
  const users = (held[first.place] ?? []).map(({ type, object }) => tell(type, object));
  const what = first.place.replace(/^(listener|pool)s\//, "$1 ");
  throw failure("LB2057", { object: `LoadBalancer ${name}`, message: `${what} is to go, and others use it: ${listed(users)}` });
}

/** A load balancer in ERROR takes nothing but a delete, which would take what others have on it too. */
export function brokenForOthers(name: string, id: string, users: readonly string[]): Error {
  const message = `${id} is in ERROR and cannot be made anew: ${listed(users)}`;
  const remedy = "Let an administrator fail it over (`openstack loadbalancer failover ID`), or remove what the others have on it first.";
  return failure("LB2057", { object: `LoadBalancer ${name}`, message, remedy });
}

/** Of a tree that goes as far as others let it: what stays, so that they keep what they use. */
export function keptFor({ flat, held }: LiveTree): { listeners: JsonObject[]; pools: JsonObject[] } {
  return {
    listeners: objects(flat.listeners)
      .filter((one) => held[`listeners/${listenerKey(one)}`])
      .map((listener) => ({ ...listener, default_pool: null, l7policies: [] })),
    pools: objects(flat.pools).filter((one) => held[`pools/${String(one.name)}`]),
  };
}

function tell(type: string, raw: JsonObject): string {
  const whose = [...marksOf(raw), ...servicesIn(texts(raw.tags))];
  const port = type === "listener" ? ` (${listenerKey(raw)})` : "";
  return `${type} ${String(raw.name || raw.id)}${port} ${whose.length > 0 ? `of ${whose.join(", ")}` : "without a mark"}`;
}
