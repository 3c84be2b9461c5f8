import type { HttpResponse } from "../../shared/http";
import { isObject, type Json, type JsonObject } from "../../shared/json";
import { applyObject } from "../apply/apply";
import { badRequest, StatusError } from "../errors/status";
import { jsonPatch, PatchError } from "../patch/json-patch";
import { mergePatch } from "../patch/merge";
import { strategicPatch } from "../patch/strategic";
import { ok, shown } from "../request/answer";
import type { Call } from "../request/call";
import { conform, mediaType, unsupportedMediaType } from "../request/decode";
import { checkOptions } from "../request/options";
import { placeInNamespace } from "./create";
import { existing } from "./read";
import { checkName, replace } from "./update";

const JSON_PATCH = "application/json-patch+json";
const MERGE = "application/merge-patch+json";
const STRATEGIC = "application/strategic-merge-patch+json";
const APPLY = "application/apply-patch+yaml";

/** PATCH, by the media type of its body. */
export function patch(call: Call): HttpResponse {
  const type = mediaType(call);
  const accepted = call.resource.custom ? [JSON_PATCH, MERGE, APPLY] : [JSON_PATCH, MERGE, STRATEGIC, APPLY];
  if (!accepted.includes(type)) throw unsupportedMediaType(accepted);
  checkOptions(call, "PatchOptions");
  if (type === APPLY) return applyObject(call);
  const old = existing(call);
  const before = shown(call, old);
  const after = patched(call, type, before);
  if (!isObject(after)) throw unprocessable("the patched object is no object");
  const fresh = conform(call, after);
  placeInNamespace(call, fresh);
  checkName(call, fresh);
  return ok(call, 200, shown(call, replace(call, old, fresh)));
}

function patched(call: Call, type: string, before: JsonObject): Json {
  const given = parsed(call.request.body);
  if (type === JSON_PATCH) {
    if (!Array.isArray(given))
      throw badRequest("error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp");
    return inTurn(() => jsonPatch(before, given));
  }
  if (!isObject(given))
    throw badRequest("error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}");
  return type === MERGE ? mergePatch(before, given) : inTurn(() => strategicPatch(call.resource.schema, before, given));
}

function parsed(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch (error) {
    throw badRequest(`error decoding patch: ${(error as Error).message}`);
  }
}

function inTurn(work: () => Json): Json {
  try {
    return work();
  } catch (error) {
    if (error instanceof PatchError) throw unprocessable(error.message);
    throw error;
  }
}

/** A patch that was understood and does not fit the object. */
function unprocessable(message: string): StatusError {
  const text = "the server rejected our request due to an error in our request";
  return new StatusError(422, "Invalid", text, { causes: [{ reason: "UnexpectedServerResponse", message }] });
}
