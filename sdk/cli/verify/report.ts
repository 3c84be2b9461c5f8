// Report of `verify` for a person.
import type { VerifyReport } from "../../../resources/assumptions/report";
import { countsOf, type ReportRow, rowsOf } from "../../verify/rows";
import { toTable } from "../table";

/** The report for a person: one line for each question, and what breaks with answers that were not assumed. */
export function textReport(report: VerifyReport): string {
  const rows = rowsOf(report);
  const table = toTable(
    ["RESULT", "CHECK", "FOUND"],
    rows.map(({ id, verdict, found }) => [verdict, id, found]),
  );
  const title = `${report.backEnd} ${report.version}: ${countsOf(rows)}\n`;
  return [title, table, ...rows.filter(({ verdict }) => verdict === "refuted").map(refutedText)].join("\n");
}

const refutedText = ({ id, question, otherwise }: ReportRow) => `${id}: ${question}\n  With this answer: ${otherwise}\n`;
