import { AviError } from "./errors";
import { isObject, type JsonObject } from "./json";
import { Query } from "./query";

/** A request as the controller sees it, free of node's streams. */
export interface AviRequest {
  method: string;
  /** Without host, doubled slashes, trailing slash and query. */
  path: string;
  query: Query;
  /** Path and query as the client wrote them. */
  written: string;
  /** Lower-case names. */
  headers: { [name: string]: string | undefined };
  body: string;
  secure: boolean;
}

export interface AviResponse {
  status: number;
  headers: { [name: string]: string | string[] };
  body: string;
}

/** Clients write `//api//pool/`, `?&name=x` and worse; all of it means the same. */
export function parseTarget(written: string): { path: string; query: Query } {
  const at = written.indexOf("?");
  const path = (at < 0 ? written : written.slice(0, at)).replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  return { path: decodePath(path), query: new Query(at < 0 ? "" : written.slice(at + 1)) };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export function json(status: number, body: unknown, headers: AviResponse["headers"] = {}): AviResponse {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
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

/** Scheme, host and port the way the client addressed us; urls in answers must carry the same. */
export function baseOf(request: AviRequest): string {
  return `${request.secure ? "https" : "http"}://${request.headers.host ?? "localhost"}`;
}
