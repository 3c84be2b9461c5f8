// PATCH: merge patch and server-side apply.
import type { HttpResponse } from "../shared/http";
import { isObject, type Json, type JsonObject } from "../shared/json";
import { applyObject } from "./apply/apply";
import { conformPatched, mediaTypeOf, parsed } from "./body";
import { answerWith, existing, isApply, type KubernetesCall, shown } from "./call";
import { badRequest, denied, invalidObject, required, StatusError, unsupportedMediaType } from "./status";
import { checkName, placeInNamespace, replace } from "./write";

const [MERGE, APPLY] = ["application/merge-patch+json", "application/apply-patch+yaml"];
const OTHERS = ["application/json-patch+json", "application/strategic-merge-patch+json"];

/** PATCH: a merge patch or a server-side apply, by the media type of the body; the other two that the real server takes are refused as unknown. */
export function patch(call: KubernetesCall): HttpResponse {
  const type = mediaTypeOf(call);
  if (OTHERS.includes(type)) throw unsupportedMediaType([MERGE, APPLY]);
  // the routes of built-in kinds do not even know other types
  if (type !== MERGE && type !== APPLY) throw new StatusError(415, "UnsupportedMediaType", "415: Unsupported Media Type", {});
  checkOptions(call);
  if (type === APPLY) return applyObject(call);
  const old = existing(call);
  const patchBody = parsed(call.request.body, (why) => badRequest(`error decoding patch: ${why}`));
  if (!isObject(patchBody)) throw badRequest("error decoding patch: no object");
  const fresh = conformPatched(call, mergePatch(shown(call, old), patchBody));
  placeInNamespace(call, fresh);
  checkName(call, fresh);
  return answerWith(call, 200, replace(call, old, fresh));
}

function checkOptions(call: KubernetesCall): void {
  const [isNameless, isForced] = [!call.query.get("fieldManager"), call.query.has("force")];
  if (isApply(call) ? !isNameless : !isForced) return;
  const nameless = required("fieldManager", "is required for apply patch");
  const fault = isApply(call) ? nameless : denied("force", "may not be specified for non-apply patch");
  throw invalidObject({ group: "meta.k8s.io", kind: "PatchOptions" }, [fault]);
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
