import { isObject, type JsonObject } from "../../shared/json";
import { badRequest, StatusError } from "../errors/status";
import { apiVersionOf } from "../resources/resource";
import { pruned, typedMetadata } from "../schema/pruned";
import { TypeMismatch, typed } from "../schema/typed";
import type { Call } from "./call";
import { JsonFault, readJson } from "./json-reader";
import { checkType, DecodeFault, type Way, wrongVersion } from "./types";
import { unrecognized } from "./unrecognized";
import { yamlObject } from "./yaml";

/** An object of a body, with the fields that stand in it twice. */
export interface Body {
  object: JsonObject;
  duplicates: string[];
}

/** The JSON or YAML object in a body. */
export function bodyOf(call: Call): Body {
  const { body } = call.request;
  const content = mediaType(call);
  if (content === "application/yaml") return { object: yamlObject(body), duplicates: [] };
  if (content !== "" && content !== "application/json") {
    // a real server takes protocol buffers for built-in kinds, too; whoever sends them must know that we do not
    const buffers = call.resource.custom || content === PROTOBUF ? [] : [PROTOBUF];
    throw unsupportedMediaType(["application/json", "application/yaml", ...buffers]);
  }
  try {
    const { value, duplicates } = readJson(body);
    if (!isObject(value)) throw new JsonFault(NO_OBJECT);
    return { object: value, duplicates };
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw unrecognized(call, `couldn't get version/kind; json parse error: ${error.message}`);
  }
}

const PROTOBUF = "application/vnd.kubernetes.protobuf";

const NO_OBJECT =
  'json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

export const mediaType = (call: Call): string => (call.request.headers["content-type"] ?? "").split(";")[0]!.trim();

export function unsupportedMediaType(accepted: string[]): StatusError {
  const text = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`;
  return new StatusError(415, "UnsupportedMediaType", text);
}

/**
 * The object of a body in the form of its kind: fields that the kind does not have are gone, with a warning or an error as the request
 * wants it.
 */
export function conform(call: Call, body: Body): JsonObject {
  try {
    return decoded(call, body, "whole");
  } catch (error) {
    if (!(error instanceof DecodeFault)) throw error;
    throw badRequest(`${error.kind} in version "${error.version}" cannot be handled as a ${call.resource.kind}: ${error.message}`);
  }
}

/** The same with mistakes as they are: a {@link DecodeFault}. */
export function decoded(call: Call, { object: given, duplicates }: Body, way: Way): JsonObject {
  const { resource } = call;
  checkType(call, given, way);
  const object = { ...given, apiVersion: given.apiVersion ?? apiVersionOf(resource), kind: given.kind ?? resource.kind };
  const unknown: string[] = [];
  const result = resource.custom ? customForm(call, object, unknown) : builtinForm(call, object, unknown);
  report(call, [...duplicates.map((path) => `duplicate field "${path}"`), ...unknown.sort().map((path) => `unknown field "${path}"`)]);
  return result;
}

function customForm(call: Call, object: JsonObject, unknown: string[]): JsonObject {
  if (wrongVersion(call, object)) {
    // no schema is known for it, so nothing of it is
    unknown.push(...Object.keys(object).filter((field) => !["apiVersion", "kind", "metadata"].includes(field)));
    return object;
  }
  const result = pruned(call.resource.schema, object, unknown);
  return { ...result, metadata: metadataOf(call, object, unknown) };
}

/** Metadata in its form; on Arktos a tenant is part of it. */
function metadataOf(call: Call, object: JsonObject, unknown: string[]): JsonObject {
  const { tenant, ...metadata } = isObject(object.metadata) ? object.metadata : {};
  const given: JsonObject = call.cluster.arktos || tenant === undefined ? metadata : { ...metadata, tenant };
  const form = inType(call, () => typedMetadata(given, unknown));
  return { ...form, ...(call.cluster.arktos && tenant !== undefined ? { tenant } : {}) };
}

function builtinForm(call: Call, object: JsonObject, unknown: string[]): JsonObject {
  const { resource } = call;
  const { value, unknown: strange } = inType(call, () => typed(resource.schema, object, resource.kind));
  unknown.push(...strange.filter((path) => !(call.cluster.arktos && path === "metadata.tenant")));
  return { ...value, metadata: metadataOf(call, object, []) };
}

function inType<T>({ resource: { kind, version } }: Call, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TypeMismatch)) throw error;
    throw new DecodeFault(error.message, kind, version);
  }
}

/** `fieldValidation`: Warn by default. */
function report(call: Call, faults: string[]): void {
  const wanted = call.query.get("fieldValidation");
  if (faults.length === 0 || wanted === "Ignore") return;
  if (wanted !== "Strict") {
    call.warnings.push(...faults);
    return;
  }
  const { kind, version } = call.resource;
  const text = `strict decoding error: ${faults.join(", ")}`;
  throw new DecodeFault(text, kind, version);
}
