// Reports of `test`: text, JUnit and annotations of GitHub.

import { answerText } from "../../../requests/messages";
import { groupBy } from "../../../resources/lists";
import { printableText } from "../../../resources/printable";
import { type CheckedExpectation, isFailed } from "../../requests/expectations/check";
import { failureRows, failureText } from "../../requests/expectations/failure";
import type { ReasonSources } from "../../requests/expectations/likely-reasons";
import { expectedText, requestText, sourceLocationText } from "../../requests/expectations/words";
import type { ShownRule } from "../../requests/explain";
import type { RuleLines } from "../../requests/rule-lines";
import { ruleText } from "../../requests/text";
import { annotationText } from "../annotation";

/** Results of all expectations, and what explains those that fail. */
export interface TestReport {
  results: readonly CheckedExpectation[];
  /** Rules that no expectation reaches; absent without --coverage. */
  uncovered?: readonly ShownRule[];
  lines: RuleLines;
  reasons: ReasonSources;
}

/** Failures, each with its reasons, what is not known, and how many there are. */
export function textReport({ results, uncovered, ...context }: TestReport): string {
  const failures = results.filter(isFailed).map((one) => failureText(one, context));
  const open = results.filter(({ undecided }) => undecided).map((one) => `${undecidedText(one)}\n`);
  const rules = uncovered?.map((rule) => `  ${ruleText(context.lines.of(rule))}\n`);
  const covered = rules && `${rules.length === 0 ? "every rule is reached" : `no expectation reaches\n${rules.join("")}`}`.trimEnd();
  return `${failures.map((text) => `${text}\n`).join("")}${open.length > 0 ? `${open.join("")}\n` : ""}${covered ? `${covered}\n\n` : ""}${countText(results)}\n`;
}

export const countText = (results: readonly CheckedExpectation[]): string => {
  const [failed, open] = [results.filter(isFailed).length, results.filter(({ undecided }) => undecided).length];
  return `${results.length - failed - open} passed, ${failed} failed${open > 0 ? `, ${open} not known` : ""}`;
};

/** `requests.yaml:3  NOT KNOWN  GET http://...: the pattern ^/a(?=b) cannot be evaluated here` */
const undecidedText = ({ expectation, explanation }: CheckedExpectation): string =>
  [
    sourceLocationText(expectation),
    "NOT KNOWN",
    `${requestText(expectation)}: ${answerText(explanation.answer).replace(/^not known: /, "")}`,
  ]
    .filter(Boolean)
    .join("  ");

type Context = Pick<TestReport, "lines" | "reasons">;

/** Workflow commands of GitHub Actions: one error for each failure, one notice for what is not known. */
export function githubReport({ results, ...context }: TestReport): string {
  return results
    .filter(({ passed }) => !passed)
    .map((result) => {
      const { file, line } = result.expectation;
      const text = failureRows(result, context)
        .map(([name, value]) => `${name}: ${value}`)
        .join("\n");
      return annotationText(
        result.undecided ? "notice" : "error",
        { ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }), title: requestText(result.expectation) },
        text,
      );
    })
    .join("");
}

/** JUnit XML: a suite for each file, a case for each expectation. */
export function junitReport({ results, ...context }: TestReport): string {
  const files = groupBy(results, ({ expectation: { file = "" } }) => file);
  const suites = [...files].map(([file, all]) => {
    const failures = all.filter(isFailed).length;
    const cases = all.map((one) => caseOf(one, context)).join("");
    return `  <testsuite name="${xml(file)}" tests="${all.length}" failures="${failures}"${skippedText(all)}>\n${cases}  </testsuite>\n`;
  });
  const failed = results.filter(isFailed).length;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="k8s-lb test" tests="${results.length}" failures="${failed}">\n${suites.join("")}</testsuites>\n`;
}

const skippedText = (all: readonly CheckedExpectation[]): string => {
  const count = all.filter(({ undecided }) => undecided).length;
  return count > 0 ? ` skipped="${count}"` : "";
};

function caseOf(result: CheckedExpectation, context: Context): string {
  const { file = "", line } = result.expectation;
  const at = `    <testcase classname="${xml(file)}" name="${xml(requestText(result.expectation))}" file="${xml(file)}"${line === undefined ? "" : ` line="${line}"`}`;
  if (result.passed) return `${at}/>\n`;
  if (result.undecided) return `${at}>\n      <skipped message="${xml(answerText(result.explanation.answer))}"/>\n    </testcase>\n`;
  const rows = failureRows(result, context).map(([name, text]) => `${name.padEnd(10)}${text}`);
  const message = `expected ${expectedText(result.expectation)}, is ${answerText(result.explanation.answer)}`;
  return `${at}>\n      <failure message="${xml(message)}">${xml(rows.join("\n"))}</failure>\n    </testcase>\n`;
}

/** No document of XML 1.0 may hold these two, nor the controls and halves of characters that are not printable. */
const NO_XML = /[\ufffe\uffff]/g;

const xml = (text: string): string =>
  printableText(text)
    .replace(NO_XML, (character) => `\\u${character.charCodeAt(0).toString(16)}`)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
