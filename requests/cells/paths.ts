// Finds example paths that tell the path conditions of rules apart.

import { stemOf } from "../answer/match";
import type { Algebra, Expression } from "../patterns/algebra";
import { expressionOf, looseExpressionOf } from "../patterns/parse";
import { PATH_CHARACTERS, wordsFor } from "../patterns/words";
import type { PathCondition } from "../table/routing-table";
import type { Samples } from "./sample-values";

/**
 * Example paths for conditions. Without regular expressions each path is one of three: the longest compared value, that value with a slash
 * and more, or with any other character. With regular expressions a search finds them.
 */
export function pathSamples(conditions: readonly PathCondition[]): Samples {
  const folds = new Set(conditions.map(({ fold = false }) => fold));
  const isSimple = folds.size === 1 && conditions.every(({ is }) => is !== "regex");
  if (isSimple) return { values: beginnings(conditions, folds.has(true)), complete: true };
  let opaque = 0;
  const { words, complete } = wordsFor(
    (algebra) =>
      conditions.flatMap((condition) =>
        condition.values.flatMap((value) => {
          const expression = pathExpression(algebra, condition, value);
          if (expression) return expression;
          opaque++;
          return looseExpressionOf(algebra, value, condition.fold) ?? [];
        }),
      ),
    PATH_CHARACTERS,
    "/",
  );
  const plain = conditions.filter(({ is }) => is !== "regex");
  const further = complete ? [] : beginnings(plain, false);
  return { values: [...new Set([...words, ...further])], complete: complete && opaque === 0 };
}

function pathExpression(algebra: Algebra, { is, fold }: PathCondition, value: string): Expression | undefined {
  if (is === "regex") return expressionOf(algebra, value, fold);
  if (is === "exact") return algebra.text(value, fold);
  if (is === "characters") return algebra.chain(algebra.text(value, fold), algebra.any());
  const below = algebra.or(algebra.empty, algebra.chain(algebra.text("/"), algebra.any()));
  return algebra.chain(algebra.text(stemOf(value), fold), below);
}

const NEXT = "xyzabcdefghijklmnopqrstuvw0123456789_-~.!$&'()*+,;=:@%ABCDEFGHIJKLMNOPQRSTUVWXYZ";

function beginnings(conditions: readonly PathCondition[], fold: boolean): string[] {
  const written = conditions.flatMap(({ is, values }) => values.map((value) => (is === "segments" ? stemOf(value) : value)));
  const values = [...new Set(["", "/", ...written.map((value) => (fold ? value.toLowerCase() : value))])];
  const following = followers(values);
  const fresh = (beginning: string) => [...NEXT].find((one) => !following.get(beginning)?.has(one)) ?? "\u00ff";
  const all = values.flatMap((value) => [value, `${value}/${fresh(`${value}/`)}`, `${value}${fresh(value)}`]);
  return [...new Set(all)].filter((path) => path.startsWith("/"));
}

/** Characters that follow each value, and each value with a slash, in a longer one. */
function followers(values: readonly string[]): Map<string, Set<string>> {
  const followersByValue = new Map<string, Set<string>>();
  for (const value of values) for (const key of [value, `${value}/`]) followersByValue.set(key, new Set());
  for (const value of values)
    for (let length = 0; length < value.length; length++) followersByValue.get(value.slice(0, length))?.add(value[length]!);
  return followersByValue;
}
