// The table of docs/gateway-api.md about what the conformance suite says, from its reports in docs/conformance.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { inRoot } from "./files.mjs";

const none = "No report of this version is there yet: the first whole run writes one into `docs/conformance/`.";

/** `33 passed, 1 skipped (HTTPRouteX)`; numbers of zero are left out, but a part without any test is `-`. */
function resultOf({ statistics = {}, skippedTests = [], failedTests = [] } = {}) {
  const part = (word, count, names) => (count ? [`${count} ${word}${names.length > 0 ? ` (${names.join(", ")})` : ""}`] : []);
  const { Passed: passed, Failed: failed, Skipped: skipped } = statistics;
  const parts = [...part("passed", passed, []), ...part("failed", failed, failedTests), ...part("skipped", skipped, skippedTests)];
  return parts.join(", ") || "-";
}

/**
 * A row for each profile of each report.
 *
 * @param {{ file: string, report: object }[]} reports as the suite writes them, parsed
 */
export function conformanceTable(reports) {
  const rows = reports.flatMap(({ file, report: { gatewayAPIVersion, gatewayAPIChannel, implementation, profiles = [] } }) =>
    profiles.map(({ name, core, extended }) => {
      const [, target = ""] = /-(\w+)-report\.yaml$/.exec(file) ?? [];
      const run = `[${implementation?.version ?? file}](conformance/${file})`;
      const version = `${gatewayAPIVersion}, ${gatewayAPIChannel}`;
      return `| ${[target, run, version, name, resultOf(core), resultOf(extended)].join(" | ")} |`;
    }),
  );
  if (rows.length === 0) return none;
  return ["| target | report | Gateway API | profile | core | extended |", "| --- | --- | --- | --- | --- | --- |", ...rows].join("\n");
}

/** The reports of docs/conformance by name; none where nothing has been written. */
export function conformanceReports(parse) {
  const folder = inRoot("docs/conformance");
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith(".yaml"));
  return files.sort().map((file) => ({ file, report: parse(readFileSync(`${folder}/${file}`, "utf8")) }));
}
