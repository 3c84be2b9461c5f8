import type { HttpResponse } from "../../shared/http";
import { type JsonObject, text } from "../../shared/json";
import { metaOf } from "../resources/meta";
import { apiVersionOf } from "../resources/resource";
import type { Call } from "./call";

/** An answer in JSON, with what people should know in headers. */
export function ok(call: Call, status: number, body: object): HttpResponse {
  return { status, headers: headersOf(call), body: `${JSON.stringify(body)}\n` };
}

export function headersOf(call: Call): HttpResponse["headers"] {
  const headers: HttpResponse["headers"] = { "Content-Type": "application/json", "Cache-Control": "no-cache, private" };
  if (call.warnings.length > 0) headers.Warning = call.warnings.map((text) => `299 - ${JSON.stringify(text)}`);
  return headers;
}

/** An object in the version that was asked for. */
export function shown(call: Call, object: JsonObject): JsonObject {
  const { kind: _, apiVersion: __, ...rest } = object;
  return { kind: call.resource.kind, apiVersion: apiVersionOf(call.resource), ...rest };
}

/** The answer to a deletion that left nothing behind. */
export function gone(call: Call, object: JsonObject): object {
  const { name, uid } = metaOf(object);
  const { group, plural } = call.resource;
  const details = { name: text(name), ...(group ? { group } : {}), kind: plural, uid: text(uid) };
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details };
}
