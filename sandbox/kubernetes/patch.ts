import type { HttpResponse } from "../shared/http";
import { isObject, type Json, type JsonObject } from "../shared/json";
import { applyObject } from "./apply/apply";
import { conformPatched, mediaTypeOf, parsed } from "./body";
import { answerWith, type Call, shown } from "./call";
import { placeInNamespace } from "./create";
import { existing } from "./list";
import { checkOptions } from "./parameters";
import { badRequest, StatusError, unsupportedMediaType } from "./status";
import { checkName, replace } from "./update";

const JSON_PATCH = "application/json-patch+json";
const MERGE = "application/merge-patch+json";
const STRATEGIC = "application/strategic-merge-patch+json";
const APPLY = "application/apply-patch+yaml";

/** PATCH: a merge patch or a server-side apply, by the media type of the body; the other two that the real server takes are refused as unknown. */
export function patch(call: Call): HttpResponse {
  const type = mediaTypeOf(call);
  // the routes of built-in kinds do not even know other types
  if (![JSON_PATCH, MERGE, STRATEGIC, APPLY].includes(type))
    throw new StatusError(415, "UnsupportedMediaType", "415: Unsupported Media Type", {});
  if (type !== MERGE && type !== APPLY) throw unsupportedMediaType([MERGE, APPLY]);
  checkOptions(call, "PatchOptions");
  if (type === APPLY) return applyObject(call);
  const old = existing(call);
  const given = parsed(call.request.body, (why) => badRequest(`error decoding patch: ${why}`));
  if (!isObject(given)) {
    const found = Array.isArray(given) ? "array" : typeof given === "boolean" ? "bool" : typeof given;
    throw badRequest(`error decoding patch: json: cannot unmarshal ${found} into Go value of type map[string]interface {}`);
  }
  const fresh = conformPatched(call, mergePatch(shown(call, old), given));
  placeInNamespace(call, fresh);
  checkName(call, fresh);
  return answerWith(call, 200, replace(call, old, fresh));
}

/** RFC 7386: null takes a member away, objects are merged, everything else is replaced. */
function mergePatch(target: Json | undefined, patch: JsonObject): JsonObject {
  const result = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = isObject(value) ? mergePatch(result[key], value) : value;
  }
  return result;
}
