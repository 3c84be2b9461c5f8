import { failure } from "../../lifecycle/errors";
import { listenerKey, texts } from "../tree/compare";
import type { LiveTree } from "../tree/live";
import { marksOf, otherServices, servicesIn } from "../tree/marks";
import { type NormalTree, treeOf } from "../tree/normal";
import type { ApiObject, Guests } from "../tree/read";
import type { Inputs } from "./inputs";

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
export function usersOf(inputs: Inputs, { loadbalancer, guests }: LiveTree): string[] {
  const services = otherServices(loadbalancer, [...texts(inputs.body.tags), inputs.name]).map((tag) => `Service ${tag}`);
  return [...services, ...tellGuests(guests)];
}

/** A list of words that does not become a page. */
export function listed(words: readonly string[]): string {
  const rest = words.length - NAMED;
  return words.slice(0, NAMED).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** Refuses to take away what others use: a listener with their policies, a pool that they lead to. */
export function assertFree(name: string, wanted: NormalTree, { tree, usedByOthers }: Pick<LiveTree, "tree" | "usedByOthers">): void {
  const protocols = new Map([...placed(wanted)].map(([place, { protocol }]) => [place, protocol]));
  const first = [...placed(tree)].find(([place, { protocol }]) => usedByOthers[place] && protocols.get(place) !== protocol);
  if (!first) return;
  const [place] = first;
  const users = (usedByOthers[place] ?? []).map(({ type, object }) => tell(type, object));
  const what = place.replace(/^(listener|pool)s\//, "$1 ");
  throw failure("LB2057", { object: `LoadBalancer ${name}`, message: `${what} is to go, and others use it: ${listed(users)}` });
}

function placed({ listeners, pools }: NormalTree): Map<string, { protocol: string }> {
  const places = new Map<string, { protocol: string }>();
  for (const one of listeners) places.set(`listeners/${listenerKey(one)}`, one);
  for (const one of pools) places.set(`pools/${one.name}`, one);
  return places;
}

/** A load balancer in ERROR takes nothing but a delete, which would take what others have on it too. */
export function brokenForOthers(name: string, id: string, users: readonly string[]): Error {
  const message = `${id} is in ERROR and cannot be made anew: ${listed(users)}`;
  const remedy = "Let an administrator fail it over (`openstack loadbalancer failover ID`), or remove what the others have on it first.";
  return failure("LB2057", { object: `LoadBalancer ${name}`, message, remedy });
}

/** Of a tree that goes as far as others let it: what stays, so that they keep what they use. */
export function keptFor({ tree, usedByOthers }: LiveTree, tags: readonly string[] | undefined): NormalTree {
  const listeners = tree.listeners.filter((one) => usedByOthers[`listeners/${listenerKey(one)}`]);
  return treeOf(
    tags ? { tags: [...tags] } : {},
    listeners.map((listener) => ({ ...listener, default_pool: null, l7policies: [] })),
    tree.pools.filter(({ name }) => usedByOthers[`pools/${name}`]),
  );
}

function tell(type: string, raw: ApiObject): string {
  const whose = [...marksOf(raw), ...servicesIn(texts(raw.tags))];
  const port = type === "listener" ? ` (${listenerKey(raw)})` : "";
  return `${type} ${raw.name || raw.id}${port} ${whose.length > 0 ? `of ${whose.join(", ")}` : "without a mark"}`;
}
