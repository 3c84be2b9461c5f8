import { configSource } from "../lifecycle/config";
import { isObject, type JsonObject } from "../lifecycle/json";
import { MARK_PREFIX } from "../lifecycle/ownership";
import { markedOnAvi } from "./avi";
import type { Found, Marked } from "./marked";
import { markedOnOpenStack } from "./octavia";

const SEARCHES = { avi: markedOnAvi, octavia: markedOnOpenStack } as const;

/** Where to look. */
export type Target = keyof typeof SEARCHES;

/** What {@link findOrphans} tells. */
export interface Orphans {
  orphans: Marked[];
  /** How many marked objects the states do hold. */
  held: number;
  notes: string[];
}

/**
 * Objects that carry our mark and are in none of the states: left by a stack that was removed without destroying it, by a state
 * that was lost. Looks with the connection of the environment, in its project or tenant, and changes nothing.
 *
 * @param owner only marks of this project, stack or cluster: `my-project/dev`
 */
export async function findOrphans(target: Target, states: KnownStates, owner = "", env: NodeJS.ProcessEnv = process.env): Promise<Orphans> {
  const { orphans, ...rest } = missingIn(states, await SEARCHES[target](configSource(target, undefined, env)));
  const isOf = (mark: string) => owner === "" || mark === MARK_PREFIX + owner || mark.startsWith(`${MARK_PREFIX}${owner}/`);
  return { ...rest, orphans: orphans.filter((one) => isOf(one.owner)) };
}

/**
 * Objects that carry exactly this mark, whosever it is, and are in none of the states: `ako-prod` is what AKO left of the cluster `prod`,
 * also what only its names tell.
 */
export async function findMarked(
  target: Target,
  states: KnownStates,
  mark: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Orphans> {
  return missingIn(states, await SEARCHES[target](configSource(target, undefined, env), mark));
}

function missingIn(states: KnownStates, { marked, notes }: Found): Orphans {
  const orphans = marked.filter(({ id }) => !holds(states, id)).sort(byTypeAndName);
  return { orphans, held: marked.length - orphans.length, notes };
}

function byTypeAndName(a: Marked, b: Marked): number {
  const text = ({ type, name, id }: Marked) => `${type} ${name} ${id}`;
  return text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0;
}

/** What the states that were given say. */
export interface KnownStates {
  /** Ids of everything they hold, by their UUID part. */
  ids: ReadonlySet<string>;
  /** True when a run was cut off: the next one finds what it has made again. */
  pending: boolean;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/**
 * Reads outputs of `pulumi stack export`. An object counts as held when its id stands anywhere in the id or the outputs of a
 * resource, whichever package the resource is of: in doubt an object is not called an orphan.
 */
export function readStates(texts: readonly string[]): KnownStates {
  const ids = new Set<string>();
  let pending = false;
  for (const text of texts) {
    const { resources, pending_operations } = deploymentIn(text);
    for (const resource of resources) {
      const held = JSON.stringify([resource.id, resource.outputs, resource.initErrors]);
      for (const [id] of held.matchAll(UUID)) ids.add(id.toLowerCase());
    }
    pending ||= Array.isArray(pending_operations) && pending_operations.length > 0;
  }
  return { ids, pending };
}

/** True when a state holds the object of this id; ids of Avi have the type in front: `pool-<uuid>`. */
function holds({ ids }: KnownStates, id: string): boolean {
  const [uuid = id] = id.match(UUID) ?? [];
  return ids.has(uuid.toLowerCase());
}

function deploymentIn(text: string): { resources: JsonObject[]; pending_operations: unknown } {
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch {
    throw new Error("it is not JSON");
  }
  const deployment = isObject(state) ? state.deployment : undefined;
  if (!isObject(deployment)) throw new Error("it is not the output of `pulumi stack export`");
  // A stack without resources has none of the list either.
  const { resources, pending_operations } = deployment;
  return { resources: Array.isArray(resources) ? resources.filter(isObject) : [], pending_operations };
}
