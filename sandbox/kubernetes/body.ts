// Parses the object in the body of a request.
import { isObject, type Json, type JsonObject, text } from "../shared/json";
import type { KubernetesCall } from "./call";
import { apiVersionOf } from "./cluster";
import { metaOf, nameOf, ownMeta } from "./metadata";
import { METADATA, pruned } from "./schema/schema";
import { TypeMismatch, typed } from "./schema/typed";
import { badRequest, invalid, invalidObject, type StatusError, unsupportedMediaType } from "./status";

export const mediaTypeOf = (call: KubernetesCall): string => (call.request.headers["content-type"] ?? "").replace(/;.*/, "").trim();

/** The object in the body of a request, which is JSON. */
export function bodyOf(call: KubernetesCall): JsonObject {
  const type = mediaTypeOf(call);
  if (type !== "" && type !== "application/json") {
    const others = call.resource.custom ? [] : ["application/vnd.kubernetes.protobuf"];
    throw unsupportedMediaType(["application/json", "application/yaml", ...others]);
  }
  const refuse = (why: string) => unrecognized(call, `couldn't get version/kind; json parse error: ${why}`);
  const value = parsed(call.request.body, refuse);
  if (isObject(value)) return value;
  throw refuse("json: cannot unmarshal array into Go value of type struct");
}

export function parsed(body: string, refuse: (why: string) => StatusError): Json {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : "");
  }
}

const unrecognized = ({ resource }: KubernetesCall, why: string): StatusError =>
  badRequest(`the object provided is unrecognized (must be of type ${resource.kind}): ${why}`);

/** A whole object in the form of its kind: fields that the kind does not have are gone. */
export function conform(call: KubernetesCall, body: JsonObject): JsonObject {
  if (call.resource.custom) checkWhole(call, body);
  return inForm(call, body, ({ kind, apiVersion }, why) => {
    const [was, version] = [text(kind), text(apiVersion).split("/").pop()];
    return badRequest(`${was} in version "${version}" cannot be handled as a ${call.resource.kind}: ${why}`);
  });
}

/** Checks an object after a patch: its faults are reported as faults of the patch. */
export const conformPatched = (call: KubernetesCall, body: JsonObject): JsonObject =>
  inForm(call, body, (object, why) => invalidObject({ group: "", kind: "" }, [invalid("patch", JSON.stringify(object), why)]));

function inForm(call: KubernetesCall, body: JsonObject, refuse: (object: JsonObject, why: string) => StatusError): JsonObject {
  const { resource } = call;
  const object = { ...body, apiVersion: body.apiVersion ?? apiVersionOf(resource), kind: body.kind ?? resource.kind };
  if (!resource.custom && (object.apiVersion !== apiVersionOf(resource) || object.kind !== resource.kind))
    throw refuse(object, `no kind "${text(object.kind)}" is registered for version "${text(object.apiVersion)}" here`);
  try {
    return formed(call, object);
  } catch (error) {
    throw error instanceof TypeMismatch ? refuse(object, error.message) : error;
  }
}

/** @throws TypeMismatch for a value that its field cannot hold */
export function formed({ resource, cluster }: Pick<KubernetesCall, "resource" | "cluster">, object: JsonObject): JsonObject {
  const { apiVersion = "", kind = "", metadata: _, ...content } = object;
  const form = resource.custom
    ? { apiVersion, kind, metadata: typed(METADATA, metaOf(object)), ...pruned(resource.schema, content) }
    : typed(resource.schema, object);
  // on Arktos a tenant is part of the metadata
  const { tenant } = metaOf(object);
  if (cluster.arktos && tenant !== undefined) ownMeta(form).tenant = tenant;
  return form;
}

function checkWhole(call: KubernetesCall, object: JsonObject): void {
  const [expected, version] = [apiVersionOf(call.resource), text(object.apiVersion)];
  const missing = text(object.kind) === "" ? "Kind" : version === "" ? "apiVersion" : undefined;
  if (missing) throw unrecognized(call, `Object '${missing}' is missing in '${JSON.stringify(object)}'`);
  if (version !== expected)
    throw badRequest(`the API version in the data (${version}) does not match the expected API version (${expected})`);
}

/** Refuses a custom resource of another type. The caller has checked its place before. */
export function checkCustomType({ resource }: KubernetesCall, object: JsonObject): void {
  if (!resource.custom) return;
  const [expected, version, kind] = [apiVersionOf(resource), text(object.apiVersion), text(object.kind)];
  const faults = [
    ...(kind === resource.kind ? [] : [invalid("kind", kind, `must be ${resource.kind}`)]),
    ...(version === expected ? [] : [invalid("apiVersion", version, `must be ${expected}`)]),
  ];
  if (faults.length > 0) throw invalidObject({ group: resource.group, kind, name: nameOf(object) }, faults);
}
