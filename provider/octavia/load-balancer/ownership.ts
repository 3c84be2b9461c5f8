// Decides which objects of a load balancer are ours, and which belong to others that share it.

import { nameList } from "../../lifecycle/messages/counts";
import { failure } from "../../lifecycle/messages/errors";
import { type FoundObject, isOfAnotherRun, type Ownership, ofAnotherRun } from "../../lifecycle/ownership";
import { listenerKey, textIn, texts } from "../tree/compare";
import type { LiveTree } from "../tree/live";
import { isMarked, marksOf, nonceIn, OWN_TAG, otherServices, servicesIn } from "../tree/marks";
import { byPlace, type NormalTree, treeOf } from "../tree/normal";
import type { ApiObject, ForeignChildren, TreeSelection } from "../tree/read-tree";
import type { LoadBalancerJobInputs, State } from "./inputs";

/** A load balancer as far as it matters whose it is; a mark of ours need not begin as usual. */
export function ownedObject(raw: ApiObject, { owner, before }: Ownership, inState: boolean): FoundObject {
  const services = servicesIn([...new Set([raw.name, ...texts(raw.tags)])]);
  const ours = [owner, before].flatMap((mark) => (mark && isMarked(raw, mark) ? [mark] : []));
  return {
    object: `LoadBalancer ${raw.name}`,
    id: raw.id,
    marks: [...ours, ...marksOf(raw).filter((mark) => !ours.includes(mark))],
    nonce: nonceIn(raw),
    known: inState,
    ...(services.length > 0 ? { manager: `the OpenStack cloud provider (${services.join(", ")})` } : {}),
  };
}

/**
 * Selects the listeners, policies and pools that are ours. Those with the mark of others, or the tag of another Service, are not. Of a load
 * balancer of ours: those that its resource has marked as its own; without any mark, those that the state knows and those that are declared
 * under this name. In one that others made: those that the state knows, and those that are declared and carry our mark. The mark alone is
 * not enough, because another service of the same program has the same.
 *
 * @param tags whether the server knows tags; without them, only objects that guests make are marked, in their description
 * @param nonce of this run: an object of another run of the same name is a stranger's
 */
export function selectionOf(inputs: LoadBalancerJobInputs, before: State, tags: boolean, nonce?: string): TreeSelection {
  const trees = [inputs.tree, ...(before.inputs ? [before.inputs.tree] : [])];
  const places = before.ids ?? {};
  const idsInState = new Set(Object.values(places));
  const named = namesIn(trees, inputs.adopt && !inputs.sharedId);
  const mine = trees.flatMap(servicesOf);
  const isOurPart = inputs.sharedId ? guestsPart(inputs, before, tags, nonce) : hostsPart;
  const ours = (raw: ApiObject, declared: boolean, used = false) => {
    const services = servicesIn(texts(raw.tags));
    if (services.length > 0 && !services.some((tag) => mine.includes(tag))) return false;
    const taken = used || (services.length > 0 && (inputs.adopt || !inputs.sharedId));
    return isOurPart(raw, { known: idsInState.has(raw.id), declared, taken });
  };
  // Two objects may have one name: ours is the one in the state.
  const another = (place: string, present: ReadonlySet<string>) => present.has(places[place] ?? "");
  return {
    listener: (raw, present) => {
      const declared = named.listeners.has(raw.name) || named.keys.has(listenerKey(raw));
      return ours(raw, declared && !another(`listeners/${listenerKey(raw)}`, present));
    },
    policy: (raw) => ours(raw, named.policies.has(raw.name)),
    // A pool that only what we take over leads to comes with it; later, one that was led to by hand stays theirs.
    pool: (raw, present, used) => {
      const declared = named.pools.has(raw.name) && !another(`pools/${raw.name}`, present);
      return ours(raw, declared, used && (inputs.adopt || before.ids === undefined));
    },
  };
}

/** Selection of an import, which knows only the id: everything that others have not marked. */
export function importedSelection(loadbalancer: ApiObject): TreeSelection {
  const service = servicesIn([loadbalancer.name]);
  const ours = (raw: ApiObject) => marksOf(raw).length === 0 && servicesIn(texts(raw.tags)).every((tag) => service.includes(tag));
  return { listener: ours, policy: ours, pool: ours };
}

/** Signs that an object is ours. */
interface Signs {
  /** The state knows its id. */
  known: boolean;
  /** The program declares one of this name. */
  declared: boolean;
  /** True if it has this Service's tag, or belongs to an object that is taken over. */
  taken: boolean;
}

type OwnershipJudge = (raw: ApiObject, signs: Signs) => boolean;

const hostsPart: OwnershipJudge = (raw, { known, declared, taken }) =>
  marksOf(raw).length === 0 && (known || declared || taken || texts(raw.tags).includes(OWN_TAG));

function guestsPart(inputs: LoadBalancerJobInputs, before: State, tags: boolean, nonce?: string): OwnershipJudge {
  const owners = [inputs.owner, ...(before.inputs ? [before.inputs.owner] : [])];
  const stranger = (raw: ApiObject) => texts(raw.tags).includes(OWN_TAG) || !marksOf(raw).every((mark) => owners.includes(mark));
  return (raw, { known, declared, taken }) => {
    if (!inputs.adopt && (stranger(raw) || isOfAnotherRun({ nonce: nonceIn(raw), known }, { nonce }))) return false;
    return known || taken || (declared && (inputs.adopt || !tags || isMarked(raw, inputs.owner)));
  };
}

/** The Services that a tree is for, by its tags and its name. */
function servicesOf(tree: NormalTree): string[] {
  const tagged = [tree, ...tree.listeners, ...tree.pools].flatMap(({ tags }) => servicesIn(texts(tags)));
  return [...tagged, ...servicesIn(texts([tree.name ?? null]))];
}

/** Names that trees declare, and, in an adoption, the ports whose listeners are taken over. */
function namesIn(trees: readonly NormalTree[], ports: boolean) {
  const listeners = trees.flatMap((tree) => tree.listeners);
  return {
    listeners: new Set(listeners.map(({ name }) => textIn(name))),
    keys: new Set(ports ? listeners.map(listenerKey) : []),
    policies: new Set(listeners.flatMap(({ l7policies }) => l7policies.map(({ name }) => name))),
    pools: new Set(trees.flatMap((tree) => tree.pools.map(({ name }) => name))),
  };
}

/** Refuses ports that others use, another run of the same name among them: one listener per port is all a load balancer has. */
export function assertPortsFree(inputs: LoadBalancerJobInputs, others: readonly ApiObject[], ownership: Ownership): void {
  const desired = new Set(inputs.tree.listeners.map(listenerKey));
  const taken = others.find((raw) => desired.has(listenerKey(raw)));
  if (!taken) return;
  if (isMarked(taken, ownership.owner) && isOfAnotherRun({ nonce: nonceIn(taken), known: false }, ownership)) {
    throw ofAnotherRun({ object: `Listener ${taken.name}`, id: taken.id }, ownership);
  }
  const object = `LoadBalancer ${inputs.name || inputs.sharedId}`;
  throw failure("LB2047", { object, message: `the listener port ${taken.protocol_port} already exists: ${taken.name} (${taken.id})` });
}

/** Number of objects that are named before the rest is counted. */
const NAMED = 10;

/** Objects of others on a load balancer, in words: `listener web (TCP:81) of pulumi-k8s-lb:shop/dev/c1`. */
export function foreignChildrenTexts({ listeners, policies, pools }: ForeignChildren): string[] {
  return [
    ...listeners.map((listener) => tell("listener", listener)),
    ...policies.map((policy) => tell("policy", policy)),
    ...pools.map((pool) => tell("pool", pool)),
  ];
}

/** Users that keep a load balancer from going: Services of others by its tags, and objects of others on it. */
export function usersOf(inputs: LoadBalancerJobInputs, { loadbalancer, guests }: LiveTree): string[] {
  const services = otherServices(loadbalancer, [...texts(inputs.body.tags), inputs.name]).map((tag) => `Service ${tag}`);
  return [...services, ...foreignChildrenTexts(guests)];
}

/** The first users of a load balancer, and how many more there are. */
export const userList = (users: readonly string[]): string => nameList(users, NAMED);

/** Refuses to take away what others use: a listener with their policies, a pool that they lead to. */
export function assertFree(name: string, desired: NormalTree, { tree, usedByOthers }: Pick<LiveTree, "tree" | "usedByOthers">): void {
  const next = byPlace(desired);
  const first = [...byPlace(tree)].find(([place, { protocol }]) => usedByOthers[place] && next.get(place)?.protocol !== protocol);
  if (!first) return;
  const [place] = first;
  const users = (usedByOthers[place] ?? []).map(({ type, object }) => tell(type, object));
  const what = place.replace(/^(listener|pool)s\//, "$1 ");
  throw failure("LB2057", { object: `LoadBalancer ${name}`, message: `${what} would be deleted, but others use it: ${userList(users)}` });
}

/** A load balancer in ERROR takes nothing but a delete, which would take what others have on it too. */
export function brokenForOthers(name: string, id: string, users: readonly string[]): Error {
  const message = `${id} is in ERROR and cannot be created again: ${userList(users)}`;
  const remedy = "Let an administrator fail it over (`openstack loadbalancer failover ID`), or remove what the others have on it first.";
  return failure("LB2057", { object: `LoadBalancer ${name}`, message, remedy });
}

/** The tree without the fields of the load balancer: others made it or use it, and we change only tags and the objects below. */
export function withoutOwn(tree: NormalTree): NormalTree {
  return treeOf({ tags: tree.tags ?? [] }, tree.listeners, tree.pools);
}

/** The part of a deleted tree that stays because others use it. */
export function preservedTree({ tree, usedByOthers }: LiveTree, tags: readonly string[] | undefined): NormalTree {
  const listeners = tree.listeners.filter((listener) => usedByOthers[`listeners/${listenerKey(listener)}`]);
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
