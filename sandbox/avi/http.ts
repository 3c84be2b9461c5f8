import { decodePath, type HttpRequest, type HttpResponse } from "../shared/http";
import { isObject, type JsonObject } from "../shared/json";
import { AviError } from "./errors";
import { Query } from "./query";

export { baseOf, json } from "../shared/http";

/** A request as the controller sees it. */
export interface AviRequest extends HttpRequest {
  /** Without host, doubled slashes, trailing slash and query. */
  path: string;
  query: Query;
}

export type AviResponse = HttpResponse;

/** Clients write `//api//pool/`, `?&name=x` and worse; all of it means the same. */
export function parseTarget(written: string): { path: string; query: Query } {
  const at = written.indexOf("?");
  const path = (at < 0 ? written : written.slice(0, at)).replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  return { path: decodePath(path), query: new Query(at < 0 ? "" : written.slice(at + 1)) };
}

/** Success without a body. Even then the controller says it is JSON. */
export function empty(status: number): AviResponse {
  return { status, headers: { "Content-Type": "application/json" }, body: "" };
}

export function failure(error: AviError): AviResponse {
  return { status: error.status, headers: { "Content-Type": "application/json" }, body: error.body() };
}

/** The body of a write, which must be a JSON object. */
export function bodyObject(request: AviRequest): JsonObject {
  let parsed: unknown;
  try {
    parsed = JSON.parse(request.body);
  } catch {
    throw new AviError(400, "JSON parse error: the request body is not valid JSON");
  }
  if (!isObject(parsed)) throw new AviError(400, "JSON parse error: the request body is not an object");
  return parsed;
}
