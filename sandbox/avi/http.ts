// Requests and responses of the Avi API, and their headers.
import { decodePath, type HttpRequest, type HttpResponse } from "../shared/http";
import { isObject, type JsonObject } from "../shared/json";

/** A request as the controller sees it. */
export interface AviRequest extends HttpRequest {
  /** Without host, doubled slashes, trailing slash and query. */
  path: string;
  query: AviQuery;
}

export type AviResponse = HttpResponse;

/** Clients write `//api//pool/`, `?&name=x` and worse; all of it means the same. */
export function parseTarget(written: string): { path: string; query: AviQuery } {
  const at = written.indexOf("?");
  const path = (at < 0 ? written : written.slice(0, at)).replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  return { path: decodePath(path), query: new AviQuery(at < 0 ? "" : written.slice(at + 1)) };
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

/** The query of a request as clients really write it: stray `&`, valueless keys, any order, keys given twice. */
export class AviQuery {
  private readonly pairs: [string, string][] = [];

  constructor(raw: string) {
    for (const pair of raw.replace(/^[?&]+/, "").split("&")) {
      if (pair === "") continue;
      const at = pair.indexOf("=");
      this.pairs.push(at < 0 ? [decode(pair), ""] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))]);
    }
  }

  get(key: string): string | undefined {
    return this.pairs.find(([name]) => name === key)?.[1];
  }

  /** Present, and not switched off: `include_name`, `include_name=` and `include_name=true` all mean yes. */
  flag(key: string): boolean {
    const value = this.get(key);
    return value !== undefined && value.toLowerCase() !== "false";
  }

  /** Every pair whose key is not one of these. */
  others(keys: ReadonlySet<string>): [string, string][] {
    return this.pairs.filter(([name]) => !keys.has(name));
  }

  /** The query again, with some keys replaced. */
  with(values: { [key: string]: string }): string {
    const kept = this.pairs.filter(([name]) => !(name in values));
    return [...Object.entries(values), ...kept].map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
  }
}

const encode = encodeURIComponent;

function decode(value: string): string {
  const spaced = value.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** An answer of the controller that is not a success. Most bodies are `{"error"}`, a few are plain text or `{"detail"}`. */
export class AviError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly form: "error" | "detail" | "plain" = "error",
    readonly objectName?: string,
  ) {
    super(message);
  }

  body(): string {
    if (this.form === "plain") return this.message;
    if (this.form === "detail") return JSON.stringify({ detail: this.message });
    return JSON.stringify(this.objectName === undefined ? { error: this.message } : { error: this.message, obj_name: this.objectName });
  }
}

export const notFound = (model: string): AviError => new AviError(404, `${model} object not found!`);

/** A reference that leads nowhere. Clients know 400 for the infrastructure types and 404 for everything else. */
export function unresolvedReference(model: string): AviError {
  const infrastructure = ["VrfContext", "Network", "Cloud", "Tenant", "ServiceEngineGroup"];
  return new AviError(infrastructure.includes(model) ? 400 : 404, `${model} object not found!`);
}

export function newerField(version: string, field: string, since: string): AviError {
  const shown = (v: string) => `v${v.replaceAll(".", "_")}`;
  return new AviError(400, `Incoming request (${shown(version)}) has field (${field}) introduced in later versions(${shown(since)}).`);
}

export const needReload = (model: string, name: string): AviError =>
  new AviError(412, `Need to reload object data ${model}. The object was changed since it was read.`, "error", name);

export function referredBy(status: number, name: string, referrers: string[]): AviError {
  return new AviError(status, `Cannot delete, object is referred by: [${referrers.map((r) => `'${r}'`).join(", ")}]`, "error", name);
}

export const csrfFailed = (): AviError => new AviError(401, "CSRF token missing or incorrect.", "plain");

export const methodNotAllowed = (method: string): AviError => new AviError(405, `Method '${method}' not allowed.`, "detail");
