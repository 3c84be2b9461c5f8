// Groups the values of one dimension by the conditions that they meet.

import { fittingKey, holds, undecidedPatterns, type Value } from "../answer/match";
import type { Condition } from "../table/routing-table";

/** The first few values of one dimension that meet the same conditions. */
export interface Group {
  alike: Value[];
  isMet: boolean[];
  /** Unevaluable regular expressions that are assumed to match; empty where none decides. */
  fitting: readonly string[];
}

const ALIKE = 3;

/** Up to this number of unevaluable regular expressions are assumed to match in pairs, of more each alone. */
const MOST_PAIRED = 32;

/**
 * Values of a dimension by the conditions that they meet. Where unevaluable regular expressions decide, a value is in several groups: with
 * none of them matching, with each, and with each pair (one per side).
 *
 * @return groups, and the regular expressions that could not be evaluated
 */
export function groupsOf(conditions: readonly Condition[], values: readonly Value[]): { groups: Group[]; undecided: string[] } {
  const groups = new Map<string, Group>();
  const undecided = new Set<string>();
  for (const value of values) {
    const open = conditions.flatMap((condition) =>
      undecidedPatterns(condition, value).map((pattern) => ({ pattern, key: fittingKey(condition, pattern) })),
    );
    for (const { pattern } of open) undecided.add(pattern);
    for (const fitting of assumptionsOf([...new Set(open.map(({ key }) => key))])) {
      const isMet = conditions.map((condition) => holds(condition, value, fitting) === true);
      const key = isMet.map(Number).join("");
      const group = groups.get(key);
      if (!group) groups.set(key, { alike: [value], isMet, fitting });
      else if (group.alike.length < ALIKE && group.fitting.join() === fitting.join()) group.alike.push(value);
    }
  }
  return { groups: [...groups.values()], undecided: [...undecided] };
}

function assumptionsOf(keys: readonly string[]): (readonly string[])[] {
  const pairs = keys.length > MOST_PAIRED ? [] : keys.flatMap((one, at) => keys.slice(at + 1).map((other) => [one, other]));
  return [[], ...keys.map((key) => [key]), ...pairs];
}
