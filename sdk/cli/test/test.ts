// `k8s-lb test FILE...`: tests that requests get the answers that a file expects.

import { existsSync, writeFileSync } from "node:fs";
import { answerForm } from "../../../requests/answer/effect";
import { reasonOf } from "../../../resources/diagnostic";
import { unknownAddresses } from "../../requests/expectations/addresses";
import { type CheckedExpectation, checkExpectations, isFailed } from "../../requests/expectations/check";
import { uncovered } from "../../requests/expectations/coverage";
import { type ExpectationFault, type ReadExpectations, readExpectations } from "../../requests/expectations/read";
import { sourceLocationText } from "../../requests/expectations/words";
import { appended, expectationsOfToday, expectationsText, type WrittenExpectation } from "../../requests/expectations/write";
import { RequestExplainer } from "../../requests/explain";
import { ruleText } from "../../requests/text";
import { readText } from "../../specs";
import { EXIT, outputOption, UsageError } from "../grammar";
import { CLUSTER_OPTIONS, fileOption, rejectDoubleStdin } from "../inputs";
import { LOG_OPTIONS, refuseWithoutLog } from "../log-options";
import { arg, opt } from "../option";
import { print, printNote } from "../output";
import { OPTIONAL_STACK_OPTIONS, type OpenedSources, openSources, REQUEST_TARGET } from "../request-sources";
import { clusterOption, settingsOption } from "../settings";
import { defineVerb } from "../verb";
import { refuseWithLog, testLog } from "./log";
import { countText, githubReport, junitReport, type TestReport, textReport } from "./report";
import { expectationsOfTraffic } from "./traffic";

export const testCommand = defineVerb({
  name: "test",
  args: [arg("[expectations...]", "files with requests and what they must get, or - for standard input")],
  options: [
    fileOption(),
    REQUEST_TARGET,
    settingsOption(),
    clusterOption(),
    opt("--coverage", "also list rules that no expectation reaches"),
    opt("--write", "write an expectation for each rule of today: into the file, which keeps what it has, or to standard output"),
    outputOption(["text", "json", "junit", "github"], "output format; github: workflow commands of GitHub Actions"),
    ...LOG_OPTIONS,
    ...CLUSTER_OPTIONS,
    ...OPTIONAL_STACK_OPTIONS,
  ],
  examples: [
    "test requests.yaml -f manifests --to avi",
    "test requests.yaml -f manifests --to octavia --settings octavia.yaml --coverage",
    "test requests.yaml --live -s prod      # what is on the controller now",
    "test requests.yaml --write -f manifests --to avi      # an expectation for each rule of today, added to the file",
    "test requests.yaml --write --log access.log.gz -f manifests --to avi      # one for each frequent request of a log",
    "test --log access.log.gz -f manifests --to avi      # does the log have the answers that the rules give?",
    "test requests.yaml -f manifests --to avi -o junit > report.xml",
  ],
  async run(options, [files]) {
    const { write, output, coverage } = options;
    if (write && files.length > 1) throw new UsageError("--write writes one file: name one, or none for standard output");
    if (!write && !options.log && files.length === 0) throw new UsageError("name a file of expectations; `k8s-lb test --write` writes one");
    if (!write && options.log) refuseWithLog(files, options);
    rejectDoubleStdin(options.file, files, "the expectations");
    rejectDoubleStdin([...(options.file ?? []), ...files], options.log, "--log");
    refuseWithoutLog(options);
    const { expectations, faults } = readFiles(write ? files.filter((file) => existsSync(file)) : files);
    tellFaults(faults);
    // with the rules at hand all faults of a file are reported at once
    if (faults.length > 0 && !expectations.some(({ request }) => request.address !== undefined)) return EXIT.usage;
    const opened = await openSources(options);
    const requests = new RequestExplainer(opened.sources);
    if (options.log && !write) return testLog(options, requests, opened);
    const unknown = unknownAddresses(expectations, requests);
    tellFaults(unknown);
    if (faults.length + unknown.length > 0) return EXIT.usage;
    const results = checkExpectations(expectations, requests);
    if (write) {
      const isWritten = (request: string) => expectations.some(({ input }) => input.request === request);
      const traffic = options.log ? await expectationsOfTraffic(options, requests, isWritten) : undefined;
      return writeToday(files[0], results, traffic?.expectations ?? missingToday(results, requests, opened), traffic?.notes);
    }
    const report: TestReport = {
      results,
      lines: opened.lines,
      reasons: { diagnostics: opened.diagnostics, rules: requests.ofSpecs },
      ...(coverage ? { uncovered: uncovered(requests.ofSpecs, results) } : {}),
    };
    show(output, report);
    return results.some(isFailed) ? EXIT.found : 0;
  },
});

/** Expectations and faults of all files: a test that is not read must not count as passed. */
function readFiles(files: readonly string[]): ReadExpectations {
  const read = files.map((file) => {
    try {
      return readExpectations(readText(file), file);
    } catch (error) {
      throw new UsageError(`${file} cannot be read: ${reasonOf(error)}`);
    }
  });
  return { expectations: read.flatMap((one) => one.expectations), faults: read.flatMap((one) => one.faults) };
}

function tellFaults(faults: readonly ExpectationFault[]): void {
  for (const fault of faults) printNote(`error: ${sourceLocationText(fault)}: ${fault.message}`);
}

function show(output: "text" | "json" | "junit" | "github", report: TestReport): void {
  if (output === "junit") process.stdout.write(junitReport(report));
  else if (output === "github") {
    process.stdout.write(githubReport(report));
    process.stderr.write(`${countText(report.results)}\n`);
  } else if (output === "json") print("json", documentOf(report), () => "");
  else print("table", undefined, () => textReport(report));
}

function documentOf({ results, uncovered: rules, lines }: TestReport): object {
  const undecided = results.filter((one) => one.undecided).length;
  return {
    schemaVersion: 1,
    passed: results.filter(({ passed }) => passed).length,
    failed: results.filter(isFailed).length,
    ...(undecided > 0 ? { undecided } : {}),
    results: results.map(({ expectation: { file, line, input }, passed, undecided: isUndecided, explanation }: CheckedExpectation) => ({
      ...{ file, line, passed, ...(isUndecided ? { undecided: true } : {}), expected: input },
      answer: answerForm(explanation.answer),
      rule: explanation.rule && lines.of(explanation.rule),
    })),
    ...(rules ? { uncovered: rules.map((rule) => lines.of(rule)) } : {}),
  };
}

/** Expectations for rules that the file has none for. */
function missingToday(before: readonly CheckedExpectation[], requests: RequestExplainer, { lines }: OpenedSources): WrittenExpectation[] {
  const { expectations, unreached, faulty } = expectationsOfToday(requests.ofSpecs, requests);
  const missing = new Set(uncovered(requests.ofSpecs, before).map((rule) => ruleText({ ...rule, on: null })));
  for (const rule of unreached) printNote(`note: no request reaches ${ruleText(lines.of(rule))}`);
  for (const { rule, why } of faulty) printNote(`note: nothing is expected of ${ruleText(lines.of(rule))}: ${why}`);
  return before.length === 0 ? expectations : expectations.filter(({ rule }) => missing.has(ruleText({ ...rule, on: null })));
}

function writeToday(
  file: string | undefined,
  before: readonly CheckedExpectation[],
  added: readonly WrittenExpectation[],
  notes: readonly string[] = [],
): number {
  if (file === undefined || file === "-") process.stdout.write(expectationsText(added));
  else if (added.length > 0 || !existsSync(file))
    writeFileSync(file, existsSync(file) ? appended(readText(file), added) : expectationsText(added));
  for (const note of notes) printNote(note);
  printNote(
    `${added.length} expectations${file === undefined ? "" : ` written to ${file}`}${before.length > 0 ? `, ${before.length} kept` : ""}`,
  );
  return 0;
}
