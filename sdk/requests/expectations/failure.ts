import { answerText } from "../../../requests/messages";
import type { RuleLines } from "../rule-lines";
import { ruleText } from "../text";
import { becauseOf, type Reasons } from "./because";
import type { Checked } from "./check";
import { expectedText, placeText, requestText } from "./words";

/** Everything that explains a failure. */
export interface FailureContext {
  lines: RuleLines;
  reasons: Reasons;
}

/** The expectation, the answer, the rule that takes the request, and the reasons: names and texts, to read from top to bottom. */
export function failureRows(one: Checked, { lines, reasons }: FailureContext): [string, string][] {
  const { found, expectation, misses } = one;
  const is = answerText(found.answer);
  return [
    ["expected", expectedText(expectation)],
    ["is", [is, ...misses.filter((miss) => miss !== is)].join("; ")],
    ["rule", found.rule ? ruleText(lines.of(found.rule)) : one.undecided ? "not known" : "none takes the request"],
    ...becauseOf(one, reasons).map((text): [string, string] => ["because", text]),
  ];
}

/** A failure as lines: its place and request, and below them what explains it. */
export function failureText(one: Checked, context: FailureContext): string {
  const head = [placeText(one.expectation), "FAILED", requestText(one.expectation)].filter(Boolean).join("  ");
  return `${head}\n${failureRows(one, context)
    .map(([name, text]) => `  ${name.padEnd(10)}${text}\n`)
    .join("")}`;
}
