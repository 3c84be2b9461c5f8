import type { GuardedInputs } from "./guarded-inputs";

// Compares the inputs of an inventory with its state.

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

/** States of earlier releases do not know them: that is no change. */
const samePools = ({ pools: before }: GuardedInputs, { pools: after }: GuardedInputs): boolean =>
  !before || !after || sameTexts(before, after);

/** The same objects ask for the same routes. States of earlier releases do not know it: that is no change. */
function sameAsks({ asks: before }: GuardedInputs, { asks: after = {} }: GuardedInputs): boolean {
  if (!before) return true;
  const objects = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...objects].every((object) => sameTexts(before[object] ?? [], after[object] ?? []));
}

function sameTexts(before: readonly string[], after: readonly string[]): boolean {
  const known = new Set(before);
  return before.length === after.length && after.every((text) => known.has(text));
}

/** States of earlier releases do not know it: that is no change. */
function sameOwner(olds: GuardedInputs, news: GuardedInputs): boolean {
  return olds.owner === undefined || news.owner === undefined || olds.owner === news.owner;
}

/**
 * True if the same routes have servers. The number of servers of a route changes every day; a refresh needs to know only whether it has
 * any.
 */
function sameServed({ served: before }: GuardedInputs, { served: after }: GuardedInputs): boolean {
  if (!before || !after) return true;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].every(
    (place) => ((before[place] ?? 0) === 0) === ((after[place] ?? 0) === 0),
  );
}
