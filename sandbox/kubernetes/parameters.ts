import { type Call, isWatch } from "./call";
import { badRequest, denied, type FieldError, internal, invalidObject, StatusError, unsupported } from "./status";

const VALIDATIONS = ["Ignore", "Strict", "Warn"];
const LONGEST_MANAGER = 128;

/** Is this a server-side apply? */
export const isApply = ({ request }: Call): boolean => /^application\/apply-patch\+/.test(request.headers["content-type"] ?? "");

/** The query parameters that every write understands. */
export function checkOptions(call: Call, kind: "CreateOptions" | "UpdateOptions" | "PatchOptions" | "DeleteOptions"): void {
  const { query } = call;
  const faults: FieldError[] = [];
  const dry = query.getAll("dryRun");
  if (dry.some((value) => value !== "All")) faults.push(unsupported("dryRun", dry, ["All"]));
  const manager = query.get("fieldManager") ?? "";
  if (manager.length > LONGEST_MANAGER) faults.push({ ...TOO_LONG, field: "fieldManager" });
  const validation = query.get("fieldValidation");
  if (validation && !VALIDATIONS.includes(validation)) faults.push(unsupported("fieldValidation", validation, ["", ...VALIDATIONS]));
  if (kind === "PatchOptions" && isApply(call)) {
    if (manager === "")
      faults.push({ reason: "FieldValueRequired", field: "fieldManager", message: "Required value: is required for apply patch" });
  } else if (kind === "PatchOptions" && query.has("force")) faults.push(denied("force", "may not be specified for non-apply patch"));
  if (faults.length > 0) throw invalidObject({ group: "meta.k8s.io", kind }, faults);
}

const TOO_LONG = { reason: "FieldValueTooLong", message: `Too long: may not be more than ${LONGEST_MANAGER} bytes` };

/** Mistakes in the parameters of lists and watches that are answered before anything is looked up. */
export function checkListOptions(call: Call): void {
  const { query } = call;
  const [match, version, initial] = ["resourceVersionMatch", "resourceVersion", "sendInitialEvents"].map((name) => query.get(name));
  const faults: FieldError[] = [];
  const refuse = (field: string, why: string) => faults.push(denied(field, why));
  const forMatch = (why: string) => refuse("resourceVersionMatch", why);
  if (isWatch(call)) {
    if (initial && match !== "NotOlderThan") forMatch("sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
    if (match && !initial) forMatch("resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
  } else {
    if (match && !version) forMatch("resourceVersionMatch is forbidden unless resourceVersion is provided");
    if (initial) refuse("sendInitialEvents", "sendInitialEvents is forbidden for list");
  }
  if (match && !["Exact", "NotOlderThan"].includes(match))
    faults.push(unsupported("resourceVersionMatch", match, ["Exact", "NotOlderThan", ""]));
  if (match === "Exact" && version === "0") forMatch('resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
  if (faults.length > 0) throw invalidObject({ group: "meta.k8s.io", kind: "ListOptions" }, faults);
  if (query.get("continue") && version && version !== "0")
    throw badRequest("specifying resource version is not allowed when using continue");
}

/** A parameter that is a number; absent is 0. */
export function numberOf(query: URLSearchParams, name: string): number {
  const written = query.get(name) || "0";
  if (/^-?\d+$/.test(written)) return Number(written);
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(written)}: invalid syntax`);
}

/** What is wrong with a resourceVersion that is no number. */
export const versionFault = (written: string): string =>
  `resourceVersion: Invalid value: ${JSON.stringify(written)}: strconv.ParseUint: parsing ${JSON.stringify(written)}: invalid syntax`;

/** The resourceVersion of a read of one object or of a watch; absent is 0. */
export function versionIn(query: URLSearchParams): number {
  const written = query.get("resourceVersion") ?? "";
  if (!/^\d*$/.test(written)) throw internal(versionFault(written));
  return Number(written || "0");
}

const JSON_TYPES = ["*/*", "application/json"];

/** Answers are JSON: refuses a client that takes none, or none but a form that we do not have, as `as=Table`. */
export function checkAccept({ request, resource }: Call): void {
  const written = (request.headers.accept ?? "").split(",").filter((each) => each.trim() !== "");
  const types = written.map((each) => each.split(";").map((part) => part.trim()));
  const isJson = ([type = ""]: string[]) => JSON_TYPES.includes(type);
  if (types.length === 0 || types.some((each) => isJson(each) && !each.some((part) => part.startsWith("as=")))) return;
  const kinds = ["application/json", "application/yaml", ...(resource.custom ? [] : ["application/vnd.kubernetes.protobuf"])];
  if (types.some(isJson)) throw new StatusError(406, "NotAcceptable", `only the following media types are accepted: ${kinds.join(", ")}`);
  const streams = resource.custom ? [] : ["application/json;stream=watch", "application/vnd.kubernetes.protobuf;stream=watch"];
  const offered = [...kinds, ...streams].join(", ");
  throw new StatusError(406, "NotAcceptable", `406: Not Acceptable\n\nAvailable representations: ${offered}`, {});
}
