// Finds and deletes orphans: objects with an owner mark that no given state contains.

import { LbError } from "../../resources/diagnostic";
import type { BackEnd } from "../back-end";
import { configSource } from "../lifecycle/config";
import { type Choice, chosenOf, isMarkOf } from "./choice";
import type { Found, KnownStates, Marked, Removed } from "./marked";
import { holds } from "./states";

/** Objects that no given state holds, and where nothing could be looked at. */
export interface Orphans {
  orphans: Marked[];
  /** Number of marked objects that the states hold. */
  held: number;
  notes: string[];
}

/**
 * Objects that carry our mark and are in none of the states: left by a stack that was removed without destroying it, by a state
 * that was lost. Looks with the connection of the environment, in its project or tenant, and changes nothing.
 *
 * @param owner only marks of this project, stack or cluster: `my-project/dev`
 */
export async function orphansOn(
  { name, marked }: BackEnd,
  states: KnownStates,
  owner = "",
  env: NodeJS.ProcessEnv = process.env,
): Promise<Orphans> {
  const { orphans, ...rest } = missingIn(states, await marked.find(configSource(name, undefined, env)));
  return { ...rest, orphans: orphans.filter((orphan) => owner === "" || isMarkOf(orphan.owner, owner)) };
}

/**
 * Objects that carry exactly this mark, whosever it is, and are in none of the states: `ako-prod` is what AKO left of the cluster `prod`,
 * also what only its names tell.
 */
export async function markedOn(
  { name, marked }: BackEnd,
  states: KnownStates,
  mark: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Orphans> {
  return missingIn(states, await marked.find(configSource(name, undefined, env), mark));
}

function missingIn(states: KnownStates, { marked, notes }: Found): Orphans {
  const orphans = marked.filter(({ id }) => !holds(states, id)).sort(byTypeAndName);
  return { orphans, held: marked.length - orphans.length, notes };
}

function byTypeAndName(a: Marked, b: Marked): number {
  const text = ({ type, name, id }: Marked) => `${type} ${name} ${id}`;
  return text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0;
}

/** Orphans by `TYPE/NAME` or `TYPE/ID`, in the order in which they can be deleted, and why others may not be. */
export async function chosenOn(
  { name, marked }: BackEnd,
  states: KnownStates,
  names: readonly string[],
  owner = "",
  env: NodeJS.ProcessEnv = process.env,
): Promise<Choice> {
  const { order, namesInState } = marked;
  const search = await marked.find(configSource(name, undefined, env));
  const choice = chosenOf(search.marked, states, names, owner, namesInState);
  const rank = ({ type }: Marked) => order.indexOf(type);
  return { ...choice, chosen: choice.chosen.toSorted((a, b) => rank(a) - rank(b)) };
}

/** Deletes what was chosen, one after the other, each after another look at it. A refusal of the server is reported, and the next one tried. */
export async function removedFrom(
  { name, marked }: BackEnd,
  states: KnownStates,
  chosen: readonly Marked[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<(Marked & Removed)[]> {
  const config = configSource(name, undefined, env);
  const done: (Marked & Removed)[] = [];
  for (const object of chosen) done.push({ ...object, ...(await outcomeOf(() => marked.remove(config, object, states))) });
  return done;
}

async function outcomeOf(remove: () => Promise<Removed>): Promise<Removed> {
  try {
    return await remove();
  } catch (error) {
    if (!(error instanceof LbError)) throw error;
    return { outcome: "failed", reason: error.message.split("\n")[0] ?? error.message };
  }
}
