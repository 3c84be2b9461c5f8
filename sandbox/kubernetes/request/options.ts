import { denied, type FieldError, invalid, invalidObject, unsupported } from "../errors/field";
import { badRequest } from "../errors/status";
import type { Call } from "./call";

const VALIDATIONS = ["Ignore", "Strict", "Warn"];
const LONGEST_MANAGER = 128;

/** Is this a server-side apply? */
export const isApply = (call: Call): boolean => /^application\/apply-patch\+/.test(call.request.headers["content-type"] ?? "");

/** The query parameters that every write understands. */
export function checkOptions(call: Call, kind: "CreateOptions" | "UpdateOptions" | "PatchOptions" | "DeleteOptions"): void {
  const { query } = call;
  const faults: FieldError[] = [];
  const dry = query.getAll("dryRun");
  if (dry.some((value) => value !== "All")) faults.push(unsupported("dryRun", dry, ["All"]));
  const manager = query.get("fieldManager") ?? "";
  if (manager.length > LONGEST_MANAGER) faults.push(tooLong("fieldManager"));
  const validation = query.get("fieldValidation");
  if (validation && !VALIDATIONS.includes(validation)) faults.push(unsupported("fieldValidation", validation, ["", ...VALIDATIONS]));
  if (kind === "PatchOptions") faults.push(...patchFaults(call, manager));
  if (faults.length > 0) throw invalidObject({ group: "meta.k8s.io", kind }, faults);
}

const tooLong = (field: string): FieldError => ({
  ...invalid(field, "", ""),
  reason: "FieldValueTooLong",
  message: "Too long: may not be more than 128 bytes",
});

function patchFaults(call: Call, manager: string): FieldError[] {
  const applies = isApply(call);
  if (applies) {
    if (manager !== "") return [];
    return [{ reason: "FieldValueRequired", field: "fieldManager", message: "Required value: is required for apply patch" }];
  }
  if (!call.query.has("force")) return [];
  return [{ reason: "FieldValueForbidden", field: "force", message: "Forbidden: may not be specified for non-apply patch" }];
}

/** Mistakes in the parameters of lists and watches that are answered before anything is looked up. */
export function checkListOptions({ query }: Call): void {
  const isWatch = ["true", "1"].includes(query.get("watch") ?? "");
  const [match, version, initial] = ["resourceVersionMatch", "resourceVersion", "sendInitialEvents"].map((name) => query.get(name));
  const faults: FieldError[] = [];
  if (!isWatch && match && !version)
    faults.push(denied("resourceVersionMatch", "resourceVersionMatch is forbidden unless resourceVersion is provided"));
  if (!isWatch && initial) faults.push(denied("sendInitialEvents", "sendInitialEvents is forbidden for list"));
  if (isWatch && initial && match !== "NotOlderThan") {
    faults.push(denied("resourceVersionMatch", "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
  }
  if (isWatch && match && !initial)
    faults.push(denied("resourceVersionMatch", "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
  if (match && !["Exact", "NotOlderThan"].includes(match))
    faults.push(unsupported("resourceVersionMatch", match, ["Exact", "NotOlderThan", ""]));
  if (match === "Exact" && version === "0")
    faults.push(denied("resourceVersionMatch", 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
  if (faults.length > 0) throw invalidObject({ group: "meta.k8s.io", kind: "ListOptions" }, faults);
  if (query.get("continue") && version && version !== "0")
    throw badRequest("specifying resource version is not allowed when using continue");
}
