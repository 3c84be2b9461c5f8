import type { Call } from "./call";
import { badRequest, denied, type FieldError, internal, invalidObject, required, StatusError, unsupported } from "./status";

/** Is this a server-side apply? */
export const isApply = ({ request }: Call): boolean => /^application\/apply-patch\+/.test(request.headers["content-type"] ?? "");

/** The query parameters that every write understands. */
export function checkOptions(call: Call, kind: "CreateOptions" | "UpdateOptions" | "PatchOptions" | "DeleteOptions"): void {
  const { query } = call;
  const faults: FieldError[] = [];
  const dry = query.getAll("dryRun");
  if (dry.some((value) => value !== "All")) faults.push(unsupported("dryRun", dry, ["All"]));
  if (isApply(call)) {
    if (!query.get("fieldManager")) faults.push(required("fieldManager", "is required for apply patch"));
  } else if (query.has("force")) faults.push(denied("force", "may not be specified for non-apply patch"));
  if (faults.length > 0) throw invalidObject({ group: "meta.k8s.io", kind }, faults);
}

/** A parameter that is a number; absent is 0. */
export function numberOf(query: URLSearchParams, name: string): number {
  const written = query.get(name) || "0";
  if (/^-?\d+$/.test(written)) return Number(written);
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(written)}: invalid syntax`);
}

/** The resourceVersion that a read is from; absent is 0. */
export function versionIn(query: URLSearchParams, refuse = internal): number {
  const written = query.get("resourceVersion") || "0";
  if (/^\d+$/.test(written)) return Number(written);
  const shown = JSON.stringify(written);
  throw refuse(`resourceVersion: Invalid value: ${shown}: strconv.ParseUint: parsing ${shown}: invalid syntax`);
}

const JSON_TYPES = ["*/*", "application/json"];

/** Answers are JSON: refuses a client that takes none, or none but a form that we do not have, as `as=Table`. */
export function checkAccept({ request, resource }: Call): void {
  const types = (request.headers.accept ?? "*/*").split(",").map((each) => each.split(";").map((part) => part.trim()));
  const isJson = ([type = ""]: string[]) => JSON_TYPES.includes(type);
  if (types.some((each) => isJson(each) && !each.some((part) => part.startsWith("as=")))) return;
  const kinds = ["application/json", "application/yaml", ...(resource.custom ? [] : ["application/vnd.kubernetes.protobuf"])];
  if (types.some(isJson)) throw new StatusError(406, "NotAcceptable", `only the following media types are accepted: ${kinds.join(", ")}`);
  const streams = resource.custom ? [] : ["application/json;stream=watch", "application/vnd.kubernetes.protobuf;stream=watch"];
  const offered = [...kinds, ...streams].join(", ");
  throw new StatusError(406, "NotAcceptable", `406: Not Acceptable\n\nAvailable representations: ${offered}`, {});
}
