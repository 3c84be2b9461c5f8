// Compares the inputs of an inventory with its state.

import type { GuardedInputs } from "./guarded-inputs";

/** The inputs that differ from the state. */
export function changesOf(before: GuardedInputs, after: GuardedInputs): string[] {
  return [
    ...(sameNames(before, after) ? [] : ["names"]),
    ...(sameOwner(before, after) ? [] : ["owner"]),
    ...(sameServed(before, after) ? [] : ["served"]),
    ...(samePools(before, after) ? [] : ["pools"]),
    ...(sameAsks(before, after) ? [] : ["asks"]),
  ];
}

export function sameNames({ names: before }: GuardedInputs, { names: after, open }: GuardedInputs): boolean {
  return !open && before !== undefined && after !== undefined && sameTexts(before, after);
}

const samePools = ({ pools: before = [] }: GuardedInputs, { pools: after }: GuardedInputs): boolean => !after || sameTexts(before, after);

/** True if the same objects ask for the same routes. */
function sameAsks({ asks: before = {} }: GuardedInputs, { asks: after = {} }: GuardedInputs): boolean {
  const objects = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...objects].every((object) => sameTexts(before[object] ?? [], after[object] ?? []));
}

function sameTexts(before: readonly string[], after: readonly string[]): boolean {
  const texts = new Set(before);
  return before.length === after.length && after.every((text) => texts.has(text));
}

/** True if the mark is the same, or is not known at preview. */
const sameOwner = (olds: GuardedInputs, news: GuardedInputs): boolean => news.owner === undefined || olds.owner === news.owner;

/**
 * True if the same routes have servers. The number of servers of a route changes every day; a refresh needs to know only whether it has
 * any.
 */
function sameServed({ served: before = {} }: GuardedInputs, { served: after }: GuardedInputs): boolean {
  if (!after) return true;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].every(
    (place) => ((before[place] ?? 0) === 0) === ((after[place] ?? 0) === 0),
  );
}
