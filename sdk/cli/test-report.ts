import { printableText } from "../../kinds/printable";
import { answerText } from "../../kinds/requests/words";
import type { Reasons } from "../requests/expectations/because";
import type { Checked } from "../requests/expectations/check";
import { failureRows, failureText } from "../requests/expectations/failure";
import { expectedText, requestText } from "../requests/expectations/words";
import type { ShownRule } from "../requests/explain";
import type { RuleLines } from "../requests/rule-lines";
import { ruleText } from "../requests/text";
import { annotationText } from "./annotation";

/** Results of all expectations, and what explains those that fail. */
export interface TestReport {
  results: readonly Checked[];
  /** Rules that no expectation reaches; absent where nobody asks. */
  uncovered?: readonly ShownRule[];
  lines: RuleLines;
  reasons: Reasons;
}

/** Only failures, each with its reasons, and how many there are. */
export function textReport({ results, uncovered, ...context }: TestReport): string {
  const failures = results.filter(({ passed }) => !passed).map((one) => failureText(one, context));
  const rules = uncovered?.map((rule) => `  ${ruleText(context.lines.of(rule))}\n`);
  const covered = rules && `${rules.length === 0 ? "every rule is reached" : `no expectation reaches\n${rules.join("")}`}`.trimEnd();
  return `${failures.map((text) => `${text}\n`).join("")}${covered ? `${covered}\n\n` : ""}${countText(results)}\n`;
}

export const countText = (results: readonly Checked[]): string => {
  const failed = results.filter(({ passed }) => !passed).length;
  return `${results.length - failed} passed, ${failed} failed`;
};

type Context = Pick<TestReport, "lines" | "reasons">;

/** Workflow commands of GitHub Actions: one error for each failure. */
export function githubReport({ results, ...context }: TestReport): string {
  const failed = results.filter(({ passed }) => !passed);
  return failed
    .map((one) => {
      const { file, line } = one.expectation;
      const text = failureRows(one, context)
        .map(([name, value]) => `${name}: ${value}`)
        .join("\n");
      return annotationText(
        "error",
        { ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }), title: requestText(one.expectation) },
        text,
      );
    })
    .join("");
}

/** JUnit XML: a suite for each file, a case for each expectation. */
export function junitReport({ results, ...context }: TestReport): string {
  const files = new Map<string, Checked[]>();
  for (const one of results) files.set(one.expectation.file ?? "", [...(files.get(one.expectation.file ?? "") ?? []), one]);
  const suites = [...files].map(([file, all]) => {
    const failures = all.filter(({ passed }) => !passed).length;
    const cases = all.map((one) => caseOf(one, context)).join("");
    return `  <testsuite name="${xml(file)}" tests="${all.length}" failures="${failures}">\n${cases}  </testsuite>\n`;
  });
  const failed = results.filter(({ passed }) => !passed).length;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="k8s-lb test" tests="${results.length}" failures="${failed}">\n${suites.join("")}</testsuites>\n`;
}

function caseOf(one: Checked, context: Context): string {
  const { file = "", line } = one.expectation;
  const at = `    <testcase classname="${xml(file)}" name="${xml(requestText(one.expectation))}" file="${xml(file)}"${line === undefined ? "" : ` line="${line}"`}`;
  if (one.passed) return `${at}/>\n`;
  const rows = failureRows(one, context).map(([name, text]) => `${name.padEnd(10)}${text}`);
  const message = `expected ${expectedText(one.expectation)}, is ${answerText(one.found.answer)}`;
  return `${at}>\n      <failure message="${xml(message)}">${xml(rows.join("\n"))}</failure>\n    </testcase>\n`;
}

const xml = (text: string): string =>
  printableText(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
