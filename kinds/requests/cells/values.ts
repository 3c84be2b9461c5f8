import type { ValueCondition } from "../form";
import type { Value } from "../match";
import { expressionOf, looseExpressionOf } from "../regular/parse";
import { VALUE_CHARACTERS, wordsFor } from "../regular/words";
import type { Samples } from "./found";

/** Lists of more values than this are not all tried. */
const MOST_IN_LISTS = 6;

/** Values of a header or a query parameter that tell conditions apart; undefined: the request has none. */
export function valueSamples(conditions: readonly ValueCondition[]): Samples {
  const exact = conditions.flatMap(({ is, values }) => (is === "exact" ? values : []));
  const patterns = conditions.flatMap(({ is, values }) => (is === "regex" ? values : []));
  const { found, complete } = patterns.length === 0 ? { found: [], complete: true } : searched(exact, patterns);
  const singles = [...new Set([...exact, ...found, unlike(exact)])];
  const hasLists = conditions.some(({ list }) => list);
  const lists = hasLists ? listsOf(singles) : [];
  return { values: [undefined, ...singles, ...lists], complete: complete && (!hasLists || singles.length <= MOST_IN_LISTS) };
}

function searched(exact: readonly string[], patterns: readonly string[]): { found: string[]; complete: boolean } {
  let opaque = 0;
  const { words, complete } = wordsFor(
    (algebra) => [
      ...exact.map((value) => algebra.text(value)),
      ...patterns.flatMap((pattern) => {
        const one = expressionOf(algebra, pattern);
        if (one) return one;
        opaque++;
        return looseExpressionOf(algebra, pattern) ?? [];
      }),
    ],
    VALUE_CHARACTERS,
  );
  return { found: words.filter((word) => word === word.trim()), complete: complete && opaque === 0 };
}

function unlike(values: readonly string[]): string {
  let other = "other";
  while (values.includes(other)) other += "x";
  return other;
}

function listsOf(singles: readonly string[]): Value[] {
  const parts = singles.filter((value) => !value.includes(",") && value !== "");
  const lists: string[][] = [[]];
  for (const part of parts.slice(0, MOST_IN_LISTS)) for (const list of [...lists]) lists.push([...list, part]);
  return lists.filter(({ length }) => length > 1).map((list) => list.join(","));
}
