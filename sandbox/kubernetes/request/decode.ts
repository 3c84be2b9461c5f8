import { parse } from "yaml";
import { isObject, type JsonObject, text } from "../../shared/json";
import { badRequest, StatusError } from "../errors/status";
import { apiVersionOf } from "../resources/resource";
import { pruned, typedMetadata } from "../schema/pruned";
import { TypeMismatch, typed } from "../schema/typed";
import type { Call } from "./call";

/** The JSON or YAML object in a body. */
export function bodyOf(call: Call): JsonObject {
  const { body } = call.request;
  const content = mediaType(call);
  if (content === "application/yaml") return yamlObject(body);
  if (content !== "" && content !== "application/json")
    throw unsupportedMediaType(["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"]);
  const parsed = jsonValue(body);
  if (!isObject(parsed))
    throw badRequest("couldn't get version/kind; json parse error: json: cannot unmarshal into Go value of type struct");
  return parsed;
}

export const mediaType = (call: Call): string => (call.request.headers["content-type"] ?? "").split(";")[0]!.trim();

export function unsupportedMediaType(accepted: string[]): StatusError {
  const text = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`;
  return new StatusError(415, "UnsupportedMediaType", text);
}

function jsonValue(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw badRequest(`couldn't get version/kind; json parse error: ${(error as Error).message}`);
  }
}

/** YAML or JSON, as server-side apply takes both. */
export function yamlObject(body: string): JsonObject {
  let parsed: unknown;
  try {
    parsed = parse(body);
  } catch (error) {
    throw badRequest(`error decoding YAML: ${(error as Error).message}`);
  }
  if (!isObject(parsed)) throw badRequest("error decoding YAML: no object");
  return parsed;
}

/**
 * The object of a body in the form of its kind: fields that the kind does not have are gone, with a warning or an error as the request
 * wants it.
 */
export function conform(call: Call, body: JsonObject): JsonObject {
  const { resource } = call;
  const object = { ...body, apiVersion: body.apiVersion ?? apiVersionOf(resource), kind: body.kind ?? resource.kind };
  checkType(call, body);
  const unknown: string[] = [];
  const result = resource.custom ? customForm(call, object, unknown) : builtinForm(call, object, unknown);
  report(call, unknown);
  return result;
}

function checkType(call: Call, body: JsonObject): void {
  const { resource } = call;
  const [version, kind] = [apiVersionOf(resource), resource.kind];
  if (resource.custom) {
    if (!text(body.kind)) throw badRequest(`Object 'Kind' is missing in '${JSON.stringify(body)}'`);
    if (!text(body.apiVersion)) throw badRequest(`Object 'apiVersion' is missing in '${JSON.stringify(body)}'`);
  }
  const [givenVersion, givenKind] = [text(body.apiVersion) || version, text(body.kind) || kind];
  if (givenKind !== kind) {
    throw badRequest(
      `${givenKind} in version "${givenVersion.split("/").pop()}" cannot be handled as a ${kind}: no kind "${givenKind}" is registered`,
    );
  }
  if (givenVersion !== version) {
    throw badRequest(`the API version in the data (${givenVersion}) does not match the expected API version (${version})`);
  }
}

function customForm(call: Call, object: JsonObject, unknown: string[]): JsonObject {
  const result = pruned(call.resource.schema, object, unknown);
  return { ...result, metadata: metadataOf(call, object, unknown) };
}

/** Metadata in its form; on Arktos a tenant is part of it. */
function metadataOf(call: Call, object: JsonObject, unknown: string[]): JsonObject {
  const { tenant, ...metadata } = isObject(object.metadata) ? object.metadata : {};
  const given: JsonObject = call.cluster.arktos || tenant === undefined ? metadata : { ...metadata, tenant };
  return { ...typedMetadata(given, unknown), ...(call.cluster.arktos && tenant !== undefined ? { tenant } : {}) };
}

function builtinForm(call: Call, object: JsonObject, unknown: string[]): JsonObject {
  const { resource } = call;
  try {
    const { value, unknown: strange } = typed(resource.schema, object, resource.kind);
    unknown.push(...strange.filter((path) => !(call.cluster.arktos && path === "metadata.tenant")));
    return { ...value, metadata: metadataOf(call, object, []) };
  } catch (error) {
    if (!(error instanceof TypeMismatch)) throw error;
    throw badRequest(`${resource.kind} in version "${resource.version}" cannot be handled as a ${resource.kind}: ${error.message}`);
  }
}

/** `fieldValidation`: Warn by default. */
function report(call: Call, unknown: string[]): void {
  if (unknown.length === 0) return;
  const faults = unknown.map((path) => `unknown field "${path}"`);
  const wanted = call.query.get("fieldValidation");
  if (wanted === "Ignore") return;
  if (wanted !== "Strict") {
    call.warnings.push(...faults);
    return;
  }
  const { kind, version, custom } = call.resource;
  const text = `strict decoding error: ${faults.join(", ")}`;
  throw badRequest(custom ? text : `${kind} in version "${version}" cannot be handled as a ${kind}: ${text}`);
}
