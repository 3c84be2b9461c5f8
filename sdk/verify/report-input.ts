// Reads the setting `verified`: a report of `k8s-lb verify` settles warnings of a translation.

import { ASSUMPTIONS, type Assumptions } from "../../resources/assumptions";
import { type VerifyReport, verifyReport } from "../../resources/assumptions/report";
import { type Diagnostic, reasonOf } from "../../resources/diagnostic";
import { settingsOf } from "../settings";
import { diagnose, readText } from "../specs";

/** The setting `verified`: path of a report of `k8s-lb verify -o json`, or what is in it. */
export type ReportInput = string | { readonly [field: string]: unknown };

/** Changes that a report makes in a translation. */
export interface ReportAnswers {
  /** Codes of the warnings and notices that it answers. */
  settled: ReadonlySet<string>;
  /** Faults of the report, and answers that are not the assumed ones. */
  diagnostics: Diagnostic[];
}

const NOTHING: ReportAnswers = { settled: new Set(), diagnostics: [] };

/**
 * Reads the report that a program gives its translation. One of another version answers nothing.
 *
 * @param version of the server, by the settings
 */
export function readVerified(input: ReportInput | undefined, backEnd: VerifyReport["backEnd"], version: string): ReportAnswers {
  if (input === undefined || input === "") return NOTHING;
  const about = (code: "LB1317" | "LB1318" | "LB1319", message: string, remedy?: string) =>
    diagnose(code, settingsOf(backEnd), "/verified", message, remedy === undefined ? {} : { remedy });
  const report = reportIn(input);
  if (typeof report === "string") return { ...NOTHING, diagnostics: [about("LB1318", report)] };
  if (report.backEnd !== backEnd) {
    return { ...NOTHING, diagnostics: [about("LB1318", `the report is about ${report.backEnd}, and this is for ${backEnd}`)] };
  }
  if (!sameRelease(report.version, version)) {
    const message = `the report is about version ${report.version}, and the settings are for ${version}: it answers nothing`;
    return { ...NOTHING, diagnostics: [about("LB1317", message)] };
  }
  const table: Assumptions = ASSUMPTIONS[backEnd];
  const assumedChecks = report.checks.flatMap(({ id, verdict }) => (Object.hasOwn(table, id) ? [{ id, verdict, entry: table[id]! }] : []));
  const answered = assumedChecks.filter(({ verdict }) => verdict !== "unknown");
  const refuted = assumedChecks.filter(({ verdict }) => verdict === "refuted");
  return {
    settled: new Set(answered.flatMap(({ entry }) => entry.settles ?? [])),
    diagnostics: refuted.map(({ id, entry }) => about("LB1319", `${id} does not hold on ${backEnd} ${report.version}: ${entry.otherwise}`)),
  };
}

/** The report, or what is wrong with it. */
function reportIn(input: ReportInput): VerifyReport | string {
  let value: unknown = input;
  try {
    if (typeof input === "string") value = JSON.parse(readText(input));
  } catch (error) {
    return `${String(input)} cannot be read: ${reasonOf(error).split("\n")[0]}`;
  }
  const { data, error } = verifyReport.safeParse(value);
  if (data) return data;
  const [issue] = error.issues;
  return `this is no report of k8s-lb verify: ${[...(issue?.path ?? []), issue?.message].map(String).join(" ")}`;
}

/** Patches count: `22.1.2` is not `22.1.3`; what follows them, such as a build, does not. */
function sameRelease(release: string, other: string): boolean {
  const parts = (version: string) => version.split(/[.-]/).slice(0, 3).join(".");
  return parts(release) === parts(other);
}

interface Reported {
  statuses: { diagnostics: Diagnostic[] }[];
  diagnostics: Diagnostic[];
}

/** The result without diagnostics that a report of `k8s-lb verify` settles. */
export function withoutSettled<R extends Reported>(reported: R, settled: ReadonlySet<string>): R {
  if (settled.size === 0) return reported;
  const remaining = (all: Diagnostic[]) => all.filter(({ code }) => !settled.has(code));
  return {
    ...reported,
    statuses: reported.statuses.map((status) => ({ ...status, diagnostics: remaining(status.diagnostics) })),
    diagnostics: remaining(reported.diagnostics),
  };
}
