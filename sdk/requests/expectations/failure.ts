// Prints a failed expectation with its likely reasons.

import { answerText } from "../../../requests/messages";
import type { RuleLines } from "../rule-lines";
import { ruleText } from "../text";
import type { CheckedExpectation } from "./check";
import { likelyReasons, type ReasonSources } from "./likely-reasons";
import { expectedText, requestText, sourceLocationText } from "./words";

/** What explains a failure. */
export interface FailureContext {
  lines: RuleLines;
  reasons: ReasonSources;
}

/** Rows about a failure: expectation, answer, matching rule, likely reasons. */
export function failureRows(one: CheckedExpectation, { lines, reasons }: FailureContext): [string, string][] {
  const { explanation, expectation, misses } = one;
  const is = answerText(explanation.answer);
  return [
    ["expected", expectedText(expectation)],
    ["is", [is, ...misses.filter((miss) => miss !== is)].join("; ")],
    ["rule", explanation.rule ? ruleText(lines.of(explanation.rule)) : one.undecided ? "not known" : "none takes the request"],
    ...likelyReasons(one, reasons).map((text): [string, string] => ["because", text]),
  ];
}

/** Lines about a failure: file and request first, then the rows. */
export function failureText(one: CheckedExpectation, context: FailureContext): string {
  const head = [sourceLocationText(one.expectation), "FAILED", requestText(one.expectation)].filter(Boolean).join("  ");
  return `${head}\n${failureRows(one, context)
    .map(([name, text]) => `  ${name.padEnd(10)}${text}\n`)
    .join("")}`;
}
