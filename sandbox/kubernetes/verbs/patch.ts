import type { HttpResponse } from "../../shared/http";
import { isObject, type Json, type JsonObject } from "../../shared/json";
import { applyObject } from "../apply/apply";
import { invalid, invalidObject } from "../errors/field";
import { badRequest, StatusError } from "../errors/status";
import { jsonPatch, PatchError } from "../patch/json-patch";
import { mergePatch } from "../patch/merge";
import { KeyAbsent, strategicPatch } from "../patch/strategic";
import { ok, shown } from "../request/answer";
import type { Call } from "../request/call";
import { decoded, mediaType, unsupportedMediaType } from "../request/decode";
import { JsonFault, readJson } from "../request/json-reader";
import { checkOptions } from "../request/options";
import { DecodeFault } from "../request/types";
import { placeInNamespace } from "./create";
import { existing } from "./read";
import { checkName, replace } from "./update";

const JSON_PATCH = "application/json-patch+json";
const MERGE = "application/merge-patch+json";
const STRATEGIC = "application/strategic-merge-patch+json";
const APPLY = "application/apply-patch+yaml";

const KNOWN = [JSON_PATCH, MERGE, STRATEGIC, APPLY];

/** PATCH, by the media type of its body. */
export function patch(call: Call): HttpResponse {
  const type = mediaType(call);
  const accepted = call.resource.custom ? [JSON_PATCH, MERGE, APPLY] : [JSON_PATCH, MERGE, STRATEGIC, APPLY];
  // the routes of built-in kinds do not even know other types
  if (!KNOWN.includes(type)) throw new StatusError(415, "UnsupportedMediaType", "415: Unsupported Media Type", {});
  if (!accepted.includes(type)) throw unsupportedMediaType(accepted);
  checkOptions(call, "PatchOptions");
  if (type === APPLY) return applyObject(call);
  const old = existing(call);
  const before = shown(call, old);
  const after = patched(call, type, before);
  if (!isObject(after)) throw unprocessable();
  const fresh = conformed(call, after);
  placeInNamespace(call, fresh);
  checkName(call, fresh);
  return ok(call, 200, shown(call, replace(call, old, fresh)));
}

/** Faults of the result are told as faults of the patch. */
function conformed(call: Call, after: JsonObject): JsonObject {
  try {
    return decoded(call, { object: after, duplicates: [] }, "patched");
  } catch (error) {
    if (error instanceof DecodeFault)
      throw invalidObject({ group: "", kind: "" }, [invalid("patch", JSON.stringify(inOrder(after)), error.message)]);
    throw error;
  }
}

function patched(call: Call, type: string, before: JsonObject): Json {
  const given = parsed(call.request.body);
  if (type === JSON_PATCH) {
    if (!Array.isArray(given))
      throw badRequest("error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp");
    return inTurn(() => jsonPatch(before, given));
  }
  if (!isObject(given))
    throw badRequest(`error decoding patch: json: cannot unmarshal ${goKind(given)} into Go value of type map[string]interface {}`);
  return type === MERGE ? mergePatch(before, given) : inTurn(() => strategicPatch(call.resource.schema, before, given));
}

/** The fields of the object in the order of their names. */
const inOrder = (object: JsonObject): JsonObject => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

const goKind = (value: Json): string => (Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value);

function parsed(body: string): Json {
  try {
    return readJson(body).value;
  } catch (error) {
    if (error instanceof JsonFault) throw badRequest(`error decoding patch: ${error.message}`);
    throw error;
  }
}

function inTurn(work: () => Json): Json {
  try {
    return work();
  } catch (error) {
    if (error instanceof PatchError) throw unprocessable();
    if (error instanceof KeyAbsent) throw new StatusError(500, undefined, error.message);
    throw error;
  }
}

/** A patch that was understood and does not fit the object; the real server does not say why. */
const unprocessable = (): StatusError =>
  new StatusError(422, "Invalid", "the server rejected our request due to an error in our request", {});
