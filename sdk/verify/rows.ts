// The rows of a report of `k8s-lb verify`.

import { ASSUMPTIONS } from "../../resources/assumptions";
import type { VerifyReport } from "../../resources/assumptions/report";

/** One question of a report, with what its table says about it. */
export interface ReportRow {
  id: string;
  verdict: VerifyReport["checks"][number]["verdict"] | "not asked";
  found: string;
  question: string;
  /** Consequences; only where the answer is another one than assumed. */
  otherwise?: string;
}

/** All questions to the back end of a report: first those with another answer than assumed, then the open ones. */
export function rowsOf({ backEnd, checks, version }: Pick<VerifyReport, "backEnd" | "checks" | "version">): ReportRow[] {
  const notAsked = version === OF_A_LOG ? NOT_IN_LOG : NOT_SENT;
  const answers = new Map(checks.map((one) => [one.id, one]));
  const rows = Object.entries(ASSUMPTIONS[backEnd]).map(([id, { question, otherwise, by, check }]): ReportRow => {
    const { verdict = "not asked", found = by === "person" ? `by hand: ${check}` : notAsked[by] } = answers.get(id) ?? {};
    return { id, verdict, found, question, ...(verdict === "refuted" ? { otherwise } : {}) };
  });
  return rows.sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));
}

const ORDER: readonly ReportRow["verdict"][] = ["refuted", "unknown", "confirmed", "not asked"];

/** The version of a report that was made of an access log. */
export const OF_A_LOG = "of a log";

const NOT_IN_LOG = { api: "a log does not tell", requests: "a log does not tell" };
const NOT_SENT = { api: "the run was ended before", requests: "needs --send" };

/** `18 confirmed, 1 refuted`, in the order of the rows. */
export function countsOf(rows: readonly ReportRow[]): string {
  const counts = ORDER.map((verdict) => [verdict, rows.filter((one) => one.verdict === verdict).length] as const);
  return counts.flatMap(([verdict, count]) => (count > 0 ? [`${count} ${verdict}`] : [])).join(", ");
}
