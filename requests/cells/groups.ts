import { fittingKey, holds, undecidedPatterns, type Value } from "../answer/match";
import type { Condition } from "../table/routing-table";

/** Values of one dimension that meet the same conditions; the first few of them. */
export interface Group {
  alike: Value[];
  isMet: boolean[];
  /** Regular expressions that are taken to fit, of those that cannot be run here; empty where none decides. */
  fitting: readonly string[];
}

const ALIKE = 3;

/** Of so many regular expressions that cannot be run here any two are taken to fit together, of more each alone. */
const MOST_PAIRED = 32;

/**
 * The values of a dimension by which of the conditions they meet. Where regular expressions decide that cannot be run here, a value is in
 * several groups: with none of them fitting, with each, and with any two, which are the first rules of two sides.
 *
 * @return with the patterns that decide and cannot be run
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
