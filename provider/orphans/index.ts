import { configSource } from "../lifecycle/config";
import { markedOnAvi } from "./avi";
import { type Marked, PREFIX } from "./marked";
import { markedOnOpenStack } from "./octavia";
import { holds, type KnownStates } from "./states";

export type { Marked } from "./marked";
export { type KnownStates, readStates } from "./states";

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
  const { marked, notes } = await SEARCHES[target](configSource(target, undefined, env));
  const [held, lost] = [true, false].map((wanted) => marked.filter(({ id }) => holds(states, id) === wanted)) as [Marked[], Marked[]];
  const orphans = lost.filter((one) => isOf(one, owner)).sort(byTypeAndName);
  return { orphans, held: held.length, notes };
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
  const { marked, notes } = await SEARCHES[target](configSource(target, undefined, env), mark);
  const orphans = marked.filter(({ id }) => !holds(states, id)).sort(byTypeAndName);
  return { orphans, held: marked.length - orphans.length, notes };
}

function isOf(one: Marked, owner: string): boolean {
  return owner === "" || one.owner === PREFIX + owner || one.owner.startsWith(`${PREFIX}${owner}/`);
}

function byTypeAndName(a: Marked, b: Marked): number {
  const [left, right] = [a, b].map(({ type, name, id }) => `${type} ${name} ${id}`) as [string, string];
  return left < right ? -1 : left > right ? 1 : 0;
}
