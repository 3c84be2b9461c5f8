// Prints a report of `k8s-lb verify` as Markdown, for an issue.

import type { VerifyReport } from "../../resources/assumptions/report";
import { countsOf, rowsOf } from "./rows";

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

/** A report for an issue. */
export function markdownReport(report: VerifyReport): string {
  const { backEnd, version, product, date } = report;
  const rows = rowsOf(report);
  const lines = rows.map(({ id, verdict, question, found, otherwise }) => {
    const words = otherwise === undefined ? found : `${found} **With this answer:** ${otherwise}`;
    return `| ${verdict} | \`${id}\` | ${cell(question)} | ${cell(words)} |`;
  });
  return [
    `### k8s-lb verify ${backEnd}`,
    "",
    `Server ${version}, pulumi-k8s-lb ${product}, ${date}: ${countsOf(rows)}.`,
    "",
    "| answer | ID | question | found |",
    "| --- | --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}
