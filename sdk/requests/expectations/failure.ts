import { answerText } from "../../../requests/messages";
import type { RuleLines } from "../rule-lines";
import { ruleText } from "../text";
import { likelyReasons, type ReasonSources } from "./likely-reasons";
import type { CheckedExpectation } from "./check";
import { expectedText, sourceLocationText, requestText } from "./words";

/** Everything that explains a failure. */
export interface FailureContext {
  lines: RuleLines;
  reasons: ReasonSources;
}

/** The expectation, the answer, the rule that takes the request, and the reasons: names and texts, to read from top to bottom. */
export function failureRows(one: CheckedExpectation, { lines, reasons }: FailureContext): [string, string][] {
  const { explanation: found, expectation, misses } = one;
  const is = answerText(explanation.answer);
  return [
    ["expected", expectedText(expectation)],
    ["is", [is, ...misses.filter((miss) => miss !== is)].join("; ")],
    ["rule", explanation.rule ? ruleText(lines.of(explanation.rule)) : one.undecided ? "not known" : "none takes the request"],
    ...likelyReasons(one, reasons).map((text): [string, string] => ["because", text]),
  ];
}

/** A failure as lines: its place and request, and below them what explains it. */
export function failureText(one: CheckedExpectation, context: FailureContext): string {
  const head = [sourceLocationText(one.expectation), "FAILED", requestText(one.expectation)].filter(Boolean).join("  ");
  return `${head}\n${failureRows(one, context)
    .map(([name, text]) => `  ${name.padEnd(10)}${text}\n`)
    .join("")}`;
}
