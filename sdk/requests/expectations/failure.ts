// Prints a failed expectation with its likely reasons.

import { answerText } from "../../../requests/messages";
import type { RuleLines } from "../rule-lines";
import { ruleText } from "../text";
import type { CheckedExpectation } from "./check";
import { likelyReasons, type ReasonSources } from "./likely-reasons";
import { expectedText, requestText, sourceLocationText } from "./words";

/** Sources for the explanation of a failure. */
export interface FailureContext {
  lines: RuleLines;
  reasons: ReasonSources;
}

/** Rows about a failure: expectation, answer, matching rule, likely reasons. */
export function failureRows(result: CheckedExpectation, { lines, reasons }: FailureContext): [string, string][] {
  const { explanation, expectation, misses } = result;
  const is = answerText(explanation.answer);
  return [
    ["expected", expectedText(expectation)],
    ["is", [is, ...misses.filter((miss) => miss !== is)].join("; ")],
    ["rule", explanation.rule ? ruleText(lines.of(explanation.rule)) : result.undecided ? "not known" : "none takes the request"],
    ...likelyReasons(result, reasons).map((text): [string, string] => ["because", text]),
  ];
}

/** Lines about a failure: file and request first, then the rows. */
export function failureText(result: CheckedExpectation, context: FailureContext): string {
  const head = [sourceLocationText(result.expectation), "FAILED", requestText(result.expectation)].filter(Boolean).join("  ");
  return `${head}\n${failureRows(result, context)
    .map(([name, text]) => `  ${name.padEnd(10)}${text}\n`)
    .join("")}`;
}
