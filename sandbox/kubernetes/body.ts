import { isObject, type Json, type JsonObject, text } from "../shared/json";
import type { Call } from "./call";
import { metaOf, nameOf } from "./metadata";
import { apiVersionOf } from "./registry";
import { METADATA, pruned } from "./schema/schema";
import { TypeMismatch, typed } from "./schema/typed";
import { badRequest, invalid, invalidObject, type StatusError, unsupportedMediaType } from "./status";

export const mediaTypeOf = (call: Call): string => (call.request.headers["content-type"] ?? "").split(";")[0]!.trim();

/** What is not of the type that its place wants. */
class DecodeFault extends Error {
  constructor(
    message: string,
    readonly kind: string,
    readonly version: string,
  ) {
    super(message);
  }
}

/** The object in the body of a request, which is JSON. */
export function bodyOf(call: Call): JsonObject {
  const type = mediaTypeOf(call);
  if (type !== "" && type !== "application/json") {
    const others = call.resource.custom ? [] : ["application/vnd.kubernetes.protobuf"];
    throw unsupportedMediaType(["application/json", "application/yaml", ...others]);
  }
  const value = parsed(call.request.body, (why) => unrecognized(call, `couldn't get version/kind; json parse error: ${why}`));
  if (isObject(value)) return value;
  throw unrecognized(call, `couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct`);
}

export function parsed(body: string, refuse: (why: string) => StatusError): Json {
  try {
    return JSON.parse(body) as Json;
  } catch (error) {
    throw refuse((error as Error).message);
  }
}

const SHOWN = 30;

/** A body whose type cannot be told. */
function unrecognized({ resource, request: { body } }: Call, why: string): StatusError {
  const start = body.startsWith("{") ? body.slice(0, SHOWN) : Buffer.from(body).subarray(0, SHOWN).toString("hex");
  const summary = body === "" ? "<empty>" : body.length > SHOWN ? `${start} ...` : start;
  return badRequest(`the object provided is unrecognized (must be of type ${resource.kind}): ${why} (${summary})`);
}

/** A whole object in the form of its kind: fields that the kind does not have are gone, with a warning or an error as the request wants it. */
export function conform(call: Call, object: JsonObject): JsonObject {
  const { resource } = call;
  try {
    if (resource.custom) checkWhole(call, object);
    return formed(call, object);
  } catch (error) {
    if (!(error instanceof DecodeFault)) throw error;
    throw badRequest(`${error.kind} in version "${error.version}" cannot be handled as a ${resource.kind}: ${error.message}`);
  }
}

/** The same for what a patch made of an object: mistakes in it are mistakes in the patch. */
export function conformPatched(call: Call, object: JsonObject): JsonObject {
  try {
    return formed(call, object);
  } catch (error) {
    if (!(error instanceof DecodeFault)) throw error;
    const inOrder = Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
    throw invalidObject({ group: "", kind: "" }, [invalid("patch", JSON.stringify(inOrder), error.message)]);
  }
}

function formed(call: Call, given: JsonObject): JsonObject {
  const { resource } = call;
  const unknown: string[] = [];
  const whole = { ...given, apiVersion: given.apiVersion ?? apiVersionOf(resource), kind: given.kind ?? resource.kind };
  const object = resource.custom ? customForm(call, whole, unknown) : builtinForm(call, whole, unknown);
  report(
    call,
    unknown.sort().map((path) => `unknown field "${path}"`),
  );
  return object;
}

function customForm(call: Call, object: JsonObject, unknown: string[]): JsonObject {
  const { apiVersion = "", kind = "", metadata: _, ...content } = object;
  const kept = pruned(call.resource.schema, content, "", unknown) as JsonObject; // an object stays one
  return { apiVersion, kind, metadata: metadataForm(call, object, unknown), ...kept };
}

/** Packages of the types inside the server, by group, as they are named in errors. */
const INTERNAL: { [group: string]: string } = { "": "core", "rbac.authorization.k8s.io": "rbac" };

function builtinForm(call: Call, object: JsonObject, unknown: string[]): JsonObject {
  const { resource, cluster } = call;
  const [version, kind] = [text(object.apiVersion), text(object.kind)];
  if (version !== apiVersionOf(resource) || kind !== resource.kind) {
    const known = cluster.registry.all().some((each) => each.kind === kind && apiVersionOf(each) === version && !each.custom);
    const short = version.split("/").pop() ?? "";
    const type = `${INTERNAL[resource.group] ?? resource.group.split(".")[0]}.${resource.kind}`;
    const why = known
      ? `converting (${short}.${kind}) to (${type}): unknown conversion`
      : `no kind "${kind}" is registered for version "${version}" in scheme "pkg/runtime/scheme.go:111"`;
    throw new DecodeFault(why, kind, short);
  }
  const value = inType(call, () => typed(resource.schema, object, kind, unknown));
  if (cluster.arktos && unknown.includes("metadata.tenant")) unknown.splice(unknown.indexOf("metadata.tenant"), 1);
  return { ...value, metadata: metadataForm(call, object, []) };
}

/** Metadata in its form; on Arktos a tenant is part of it. */
function metadataForm(call: Call, object: JsonObject, unknown: string[]): JsonObject {
  const { tenant, ...metadata } = metaOf(object);
  const strange: string[] = [];
  const keeps = call.cluster.arktos && tenant !== undefined;
  const form = inType(call, () =>
    typed(METADATA, tenant === undefined || keeps ? metadata : { ...metadata, tenant }, "ObjectMeta", strange),
  );
  unknown.push(...strange.map((path) => `metadata.${path}`));
  return keeps ? { ...form, tenant } : form;
}

function inType<T>({ resource: { kind, version } }: Call, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof TypeMismatch ? new DecodeFault(error.message, kind, version) : error;
  }
}

/** `fieldValidation`: Warn by default. */
function report({ query, warnings, resource: { kind, version } }: Call, faults: string[]): void {
  const wanted = query.get("fieldValidation");
  if (faults.length === 0 || wanted === "Ignore") return;
  if (wanted === "Strict") throw new DecodeFault(`strict decoding error: ${faults.join(", ")}`, kind, version);
  warnings.push(...faults);
}

function checkWhole(call: Call, object: JsonObject): void {
  const [wanted, version] = [apiVersionOf(call.resource), text(object.apiVersion)];
  for (const [field, title] of [
    ["kind", "Kind"],
    ["apiVersion", "apiVersion"],
  ] as const)
    if (!text(object[field])) throw unrecognized(call, `Object '${title}' is missing in '${JSON.stringify(object)}'`);
  if (version !== wanted) throw badRequest(`the API version in the data (${version}) does not match the expected API version (${wanted})`);
}

/** What a custom resource of another type is refused with once its place has been checked. */
export function checkCustomType({ resource }: Call, object: JsonObject): void {
  if (!resource.custom) return;
  const [wanted, version, kind] = [apiVersionOf(resource), text(object.apiVersion), text(object.kind)];
  const faults = [
    ...(kind === resource.kind ? [] : [invalid("kind", kind, `must be ${resource.kind}`)]),
    ...(version === wanted ? [] : [invalid("apiVersion", version, `must be ${wanted}`)]),
  ];
  if (faults.length > 0) throw invalidObject({ group: resource.group, kind, name: nameOf(object) }, faults);
}
