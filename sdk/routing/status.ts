import type { Diagnostic, ObjectRef } from "../../contract/diagnostic";
import { keyOf, kindOf, type SpecCode } from "../specs";
import type { Status } from "./model";

/** Diagnostics after which a part of the object is missing on the load balancer. */
const LOSSES: ReadonlySet<string> = new Set<SpecCode>([
  "LB1101",
  "LB1102",
  "LB1103",
  "LB1105",
  "LB1107",
  "LB1108",
  "LB1110",
  "LB1111",
  "LB1112",
  "LB1201",
  "LB1202",
  "LB1203",
  "LB1205",
  "LB1209",
  "LB1210",
  "LB1301",
  "LB1410",
]);

/** The status of one object from what was said about it and whether anything of it reached the load balancer. */
export function statusOf(object: ObjectRef, diagnostics: Diagnostic[], contributes: boolean): Status {
  const losses = diagnostics.filter((diagnostic) => LOSSES.has(diagnostic.code));
  const first =
    losses[0] ??
    diagnostics.find((diagnostic) => diagnostic.severity === "error") ??
    diagnostics.find((diagnostic) => diagnostic.severity === "warning");
  const state = !contributes ? rejectedAs(object) : losses.length > 0 ? "partial" : "ready";
  return { object, state, description: state === "ready" ? "" : (first?.message ?? ""), diagnostics };
}

/** Something of the object is lost after the model stands; kinds with words of their own have none for a part. */
export function loses(status: Status | undefined, diagnostic: Diagnostic, contributes: boolean): void {
  if (!status) return;
  status.diagnostics.push(diagnostic);
  const { state } = statusOf(status.object, status.diagnostics, contributes);
  if (contributes && rejectedAs(status.object) !== "rejected") return;
  status.description = contributes ? status.description || diagnostic.message : diagnostic.message;
  status.state = state;
}

/** "Rejected" in the word of the kind. */
function rejectedAs(object: ObjectRef): Status["state"] {
  const kind = kindOf(object);
  return kind === "IngressRoute" ? "invalid" : kind === "Route.contour.heptio.com" ? "Invalid" : "rejected";
}

/** `Kind namespace/name`, the key under which diagnostics are collected; two kinds named Route are told apart. */
export function statusKey(ref: ObjectRef): string {
  return `${kindOf(ref)} ${keyOf(ref)}`;
}
