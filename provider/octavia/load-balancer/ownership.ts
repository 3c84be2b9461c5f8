import { failure } from "../../lifecycle/errors";
import { listenerKey, textIn, texts } from "../tree/compare";
import { isMarked, marksOf, OWN, servicesIn } from "../tree/marks";
import type { NormalTree } from "../tree/normal";
import type { ApiObject, Selection } from "../tree/read";
import type { Inputs, State } from "./inputs";

/** Whom a load balancer may belong to so that we may write it. */
export interface Claim {
  owner: string;
  /** The mark it had when we last wrote it. */
  before?: string;
  adopt: boolean;
  /** True when the state knows its id: one of ours whose mark somebody wiped is still ours. */
  known: boolean;
}

/** True for one that is ours already. */
export function isOurs(raw: ApiObject, { owner, before, known }: Claim): boolean {
  if (isMarked(raw, owner) || (before !== undefined && before !== "" && isMarked(raw, before))) return true;
  return known && marksOf(raw).length === 0;
}

/** Refuses one that is somebody else's by naming whose it is. */
export function assertOurs(raw: ApiObject, claim: Claim): void {
  if (claim.adopt || isOurs(raw, claim)) return;
  const [mark] = marksOf(raw);
  const object = `LoadBalancer ${raw.name}`;
  if (claim.known) throw failure("LB2004", { object, message: `was ours and now belongs to ${mark}` });
  const whose = mark ? `belongs to ${mark}` : "carries no mark of ours";
  throw failure("LB2003", { object, message: `exists and ${whose} (${raw.id})` });
}

/**
 * Which listeners, policies and pools are ours. Not what carries the mark of others, or the tag of another Service. Of a load
 * balancer of ours: what its resource has marked as its own; without any mark, what the state knows and what is declared under this
 * name. In one that others made: what the state knows, and what is declared and carries our mark; the mark alone is not enough,
 * because another service of the same program has the same.
 *
 * @param tags whether the server knows tags; before, only what guests make is marked, in its description
 */
export function selectionOf(inputs: Inputs, before: State, tags: boolean): Selection {
  const trees = [inputs.tree, ...(before.inputs ? [before.inputs.tree] : [])];
  const places = before.ids ?? {};
  const known = new Set(Object.values(places));
  const named = namesIn(trees, inputs.adopt && !inputs.sharedId);
  const mine = trees.flatMap(servicesOf);
  const isOurPart = inputs.sharedId ? guestsPart(inputs, before, tags) : hostsPart;
  const ours = (raw: ApiObject, declared: boolean, used = false) => {
    const services = servicesIn(texts(raw.tags));
    if (services.length > 0 && !services.some((tag) => mine.includes(tag))) return false;
    const taken = used || (services.length > 0 && (inputs.adopt || !inputs.sharedId));
    return isOurPart(raw, { known: known.has(raw.id), declared, taken });
  };
  // Of two of one name, ours is the one that the state knows.
  const another = (place: string, there: ReadonlySet<string>) => there.has(places[place] ?? "");
  return {
    listener: (raw, there) => {
      const declared = named.listeners.has(raw.name) || named.keys.has(listenerKey(raw));
      return ours(raw, declared && !another(`listeners/${listenerKey(raw)}`, there));
    },
    policy: (raw) => ours(raw, named.policies.has(raw.name)),
    // A pool that only what we take over leads to comes with it; later, one that was led to by hand stays theirs.
    pool: (raw, there, used) => {
      const declared = named.pools.has(raw.name) && !another(`pools/${raw.name}`, there);
      return ours(raw, declared, used && (inputs.adopt || before.ids === undefined));
    },
  };
}

/** Of a load balancer of which only the id is known: everything but what others have marked. */
export function importedSelection(loadbalancer: ApiObject): Selection {
  const service = servicesIn([loadbalancer.name]);
  const ours = (raw: ApiObject) => marksOf(raw).length === 0 && servicesIn(texts(raw.tags)).every((tag) => service.includes(tag));
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

type Judge = (raw: ApiObject, signs: Signs) => boolean;

const hostsPart: Judge = (raw, { known, declared, taken }) =>
  marksOf(raw).length === 0 && (known || declared || taken || texts(raw.tags).includes(OWN));

function guestsPart(inputs: Inputs, before: State, tags: boolean): Judge {
  const owners = [inputs.owner, ...(before.inputs ? [before.inputs.owner] : [])];
  const stranger = (raw: ApiObject) => texts(raw.tags).includes(OWN) || !marksOf(raw).every((mark) => owners.includes(mark));
  return (raw, { known, declared, taken }) => {
    if (!inputs.adopt && stranger(raw)) return false;
    return known || taken || (declared && (inputs.adopt || !tags || isMarked(raw, inputs.owner)));
  };
}

/** The Services that a tree is for, by its tags and its name. */
function servicesOf(tree: NormalTree): string[] {
  const tagged = [tree, ...tree.listeners, ...tree.pools].flatMap(({ tags }) => servicesIn(texts(tags)));
  return [...tagged, ...servicesIn(texts([tree.name ?? null]))];
}

/** Names that trees declare, and ports where whoever has them is taken over. */
function namesIn(trees: readonly NormalTree[], ports: boolean) {
  const listeners = trees.flatMap((tree) => tree.listeners);
  return {
    listeners: new Set(listeners.map(({ name }) => textIn(name))),
    keys: new Set(ports ? listeners.map(listenerKey) : []),
    policies: new Set(listeners.flatMap(({ l7policies }) => l7policies.map(({ name }) => name))),
    pools: new Set(trees.flatMap((tree) => tree.pools.map(({ name }) => name))),
  };
}

/** Refuses ports that others use: one listener per port is all a load balancer has. */
export function assertPortsFree(inputs: Inputs, others: readonly ApiObject[]): void {
  const wanted = new Set(inputs.tree.listeners.map(listenerKey));
  const taken = others.find((raw) => wanted.has(listenerKey(raw)));
  if (!taken) return;
  const object = `LoadBalancer ${inputs.name || inputs.sharedId}`;
  throw failure("LB2047", { object, message: `the listener port ${taken.protocol_port} already exists: ${taken.name} (${taken.id})` });
}
