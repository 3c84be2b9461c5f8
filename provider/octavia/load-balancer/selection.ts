import { failure } from "../../lifecycle/errors";
import { isObject, type JsonObject } from "../../lifecycle/json";
import type { Bag } from "../../lifecycle/kind";
import type { Selection } from "../live/read-tree";
import { flatten } from "../tree/flatten";
import { listenerKey, objects, texts } from "../tree/keys";
import type { Inputs } from "./inputs";
import { isMarked, marksOf, OWN, otherServices, servicesIn } from "./ownership";

/**
 * Which listeners, policies and pools are ours. Not what carries the mark of others, or the tag of another Service. Of a load
 * balancer of ours: what its resource has marked as its own; without any mark, what the state knows and what is declared under this
 * name. In one that others made: what the state knows, and what is declared and carries our mark; the mark alone is not enough,
 * because another service of the same program has the same.
 *
 * @param tags whether the server knows tags; before, only what guests make is marked, in its description
 */
export function selectionOf(inputs: Inputs, last: Bag, tags: boolean): Selection {
  const bodies = [inputs.body, ...(isObject(last.loadBalancer) ? [last.loadBalancer] : [])].map(flatten);
  const places = (isObject(last.ids) ? last.ids : {}) as { [place: string]: string };
  const known = new Set(Object.values(places));
  const named = namesIn(bodies, inputs.adopt && !inputs.sharedId);
  const mine = bodies.flatMap((body) => [...servicesOf(body), ...servicesIn([String(body.name)])]);
  const claims = inputs.sharedId ? guestClaims(inputs, last, tags) : hostClaims;
  const ours = (raw: JsonObject, declared: boolean, used = false) => {
    const services = servicesIn(texts(raw.tags));
    if (services.length > 0 && !services.some((tag) => mine.includes(tag))) return false;
    const taken = used || (services.length > 0 && (inputs.adopt || !inputs.sharedId));
    return claims(raw, { known: known.has(String(raw.id)), declared, taken });
  };
  // Of two of one name, ours is the one that the state knows.
  const another = (place: string, there: ReadonlySet<string>) => there.has(places[place] ?? "");
  return {
    listener: (raw, there) => {
      const declared = named.listeners.has(String(raw.name)) || named.keys.has(listenerKey(raw));
      return ours(raw, declared && !another(`listeners/${listenerKey(raw)}`, there));
    },
    policy: (raw) => ours(raw, named.policies.has(String(raw.name))),
    // A pool that only what we take over leads to comes with it; later, one that was led to by hand stays theirs.
    pool: (raw, there, used) => {
      const declared = named.pools.has(String(raw.name)) && !another(`pools/${String(raw.name)}`, there);
      return ours(raw, declared, used && (inputs.adopt || last.ids === undefined));
    },
  };
}

/** Of a load balancer of which only the id is known: everything but what others have marked. */
export function importedSelection(loadbalancer: JsonObject): Selection {
  const service = servicesIn([String(loadbalancer.name)]);
  const ours = (raw: JsonObject) => marksOf(raw).length === 0 && otherServices(raw, service).length === 0;
  return { listener: ours, policy: ours, pool: ours };
}

/** What speaks for an object being ours. */
interface Signs {
  /** The state knows its id. */
  known: boolean;
  /** The program declares one of this name. */
  declared: boolean;
  /** It has this Service's tag, or comes with what is taken over. */
  taken: boolean;
}

type Claims = (raw: JsonObject, signs: Signs) => boolean;

const hostClaims: Claims = (raw, { known, declared, taken }) =>
  marksOf(raw).length === 0 && (known || declared || taken || texts(raw.tags).includes(OWN));

function guestClaims(inputs: Inputs, last: Bag, tags: boolean): Claims {
  const owners = [inputs.owner, ...(typeof last.owner === "string" ? [last.owner] : [])];
  const stranger = (raw: JsonObject) => texts(raw.tags).includes(OWN) || !marksOf(raw).every((mark) => owners.includes(mark));
  return (raw, { known, declared, taken }) => {
    if (!inputs.adopt && stranger(raw)) return false;
    return known || taken || (declared && (inputs.adopt || !tags || isMarked(raw, inputs.owner)));
  };
}

/** The Services that a body is for, by its tags. */
function servicesOf(body: JsonObject): string[] {
  return [body, ...objects(body.listeners), ...objects(body.pools)].flatMap(({ tags }) => servicesIn(texts(tags)));
}

/** Names that bodies declare, and ports where whoever has them is taken over. */
function namesIn(bodies: readonly JsonObject[], ports: boolean) {
  const listeners = bodies.flatMap((body) => objects(body.listeners));
  const names = (list: readonly JsonObject[]) => new Set(list.map(({ name }) => String(name)));
  return {
    listeners: names(listeners),
    keys: new Set(ports ? listeners.map(listenerKey) : []),
    policies: names(listeners.flatMap((listener) => objects(listener.l7policies))),
    pools: names(bodies.flatMap((body) => objects(body.pools))),
  };
}

/** Refuses ports that others use: one listener per port is all a load balancer has. */
export function assertPortsFree(inputs: Inputs, others: readonly JsonObject[]): void {
  const wanted = new Set(objects(inputs.body.listeners).map(listenerKey));
  const taken = others.find((raw) => wanted.has(listenerKey(raw)));
  if (!taken) return;
  const object = `LoadBalancer ${inputs.name || inputs.sharedId}`;
  const message = `the listener port ${String(taken.protocol_port)} already exists: ${String(taken.name)} (${String(taken.id)})`;
  throw failure("LB2047", { object, message });
}
