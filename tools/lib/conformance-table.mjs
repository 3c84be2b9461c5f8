// The table of docs/gateway-api.md about what the conformance suite says, from its reports in docs/conformance.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { inRoot } from "./files.mjs";

const none = "No report of this version is there yet: the first whole run writes one into `docs/conformance/`.";

const targetOf = (file) => /-(\w+)-report\.yaml$/.exec(file)?.[1] ?? "";

/** `33 passed, 1 skipped`; numbers of zero are left out, but a part without any test is `-`. */
function resultOf({ statistics = {} } = {}) {
  const part = (word, count) => (count ? [`${count} ${word}`] : []);
  const { Passed: passed, Failed: failed, Skipped: skipped } = statistics;
  const parts = [...part("passed", passed), ...part("failed", failed), ...part("skipped", skipped)];
  return parts.join(", ") || "-";
}

/** The names of the tests of a profile that failed or were skipped. */
function namesOf(target, { name, core = {}, extended = {} }) {
  const names = (word) => [core, extended].flatMap((part) => part[word] ?? []).join(", ");
  const lines = [
    ["failed", names("failedTests")],
    ["skipped", names("skippedTests")],
  ];
  return lines.flatMap(([word, testNames]) => (testNames ? [`- ${target}, ${name}, ${word}: ${testNames}`] : []));
}

/**
 * A row for each profile of each report, and below the table the names of what failed or was skipped.
 *
 * @param {{ file: string, report: object }[]} reports as the suite writes them, parsed
 */
export function conformanceTable(reports) {
  const rows = reports.flatMap(({ file, report: { gatewayAPIVersion, gatewayAPIChannel, implementation, profiles = [] } }) =>
    profiles.map(({ name, core, extended }) => {
      const run = `[${implementation?.version ?? file}](conformance/${file})`;
      const version = `${gatewayAPIVersion}, ${gatewayAPIChannel}`;
      return `| ${[targetOf(file), run, version, name, resultOf(core), resultOf(extended)].join(" | ")} |`;
    }),
  );
  if (rows.length === 0) return none;
  const names = reports.flatMap(({ file, report: { profiles = [] } }) => profiles.flatMap((profile) => namesOf(targetOf(file), profile)));
  const table = ["| target | report | Gateway API | profile | core | extended |", "| --- | --- | --- | --- | --- | --- |", ...rows];
  return [...table, ...(names.length > 0 ? ["", ...names] : [])].join("\n");
}

/** The reports of docs/conformance by name; none where nothing has been written. */
export function conformanceReports(parse) {
  const folder = inRoot("docs/conformance");
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith(".yaml"));
  return files.sort().map((file) => ({ file, report: parse(readFileSync(`${folder}/${file}`, "utf8")) }));
}
