// Finds example values of headers and query parameters.

import type { Algebra, Expression } from "../patterns/algebra";
import { expressionOf, listExpressionOf, looseExpressionOf } from "../patterns/parse";
import { VALUE_CHARACTERS, wordsFor } from "../patterns/words";
import type { ValueCondition } from "../table/routing-table";
import type { Samples } from "./sample-values";

/** Example values that tell conditions on a header or query parameter apart; undefined: the request has none. */
export function valueSamples(conditions: readonly ValueCondition[]): Samples {
  const exact = conditions.flatMap(({ is, values }) => (is === "exact" ? values : []));
  const isSimple = conditions.every(({ is, list }) => is === "present" || (is === "exact" && !list));
  const { texts, complete } = isSimple ? { texts: [], complete: true } : searched(conditions);
  return { values: [undefined, ...new Set([...exact, ...texts, unlike(exact)])], complete };
}

function searched(conditions: readonly ValueCondition[]): { texts: string[]; complete: boolean } {
  let opaque = 0;
  const { words, complete } = wordsFor(
    (algebra) =>
      conditions.flatMap((condition) =>
        condition.values.flatMap((value) => {
          const expression = valueExpression(algebra, condition, value);
          if (expression) return expression;
          opaque++;
          return looseExpressionOf(algebra, value) ?? [];
        }),
      ),
    VALUE_CHARACTERS,
  );
  return { texts: words.filter((word) => word === word.trim()), complete: complete && opaque === 0 };
}

function valueExpression(algebra: Algebra, { is, list }: ValueCondition, value: string): Expression | undefined {
  if (is === "regex") return list ? listExpressionOf(algebra, value) : expressionOf(algebra, value);
  const text = algebra.text(value);
  return list ? algebra.inList(text) : text;
}

function unlike(values: readonly string[]): string {
  let other = "other";
  while (values.includes(other)) other += "x";
  return other;
}
