// Parses and writes references between objects of the Avi API.
import { isObject, type Json, type JsonObject } from "../shared/json";
import { type FieldSchema, type MessageSchema, type Model, messageOf, modelOf } from "./schema";

/** A reference as a client wrote it: to a uuid, or to a name within optional tenant and cloud. */
export type AviReference = { uuid: string; type?: string } | { name: string; type?: string; cloud?: string; tenant?: string };

export const ADMIN_TENANT = "admin";

const API = "/api/";

/** The spelling references have inside the store: no host, no `#name`. */
export function canonical(type: string, uuid: string): string {
  return `/api/${type}/${uuid}`;
}

/** Splits a canonical reference; undefined for anything else. */
export function target(reference: Json | undefined): { type: string; uuid: string } | undefined {
  if (typeof reference !== "string" || !reference.startsWith(API)) return undefined;
  const typeEnd = reference.indexOf("/", API.length);
  if (typeEnd <= API.length) return undefined;
  const end = reference.indexOf("/", typeEnd + 1);
  const uuid = reference.slice(typeEnd + 1, end < 0 ? undefined : end);
  return uuid ? { type: reference.slice(API.length, typeEnd), uuid } : undefined;
}

/** Reads every spelling clients use: full URL with or without `#name`, path, `?name=` with or without slash, bare uuid. */
export function parseReference(written: string): AviReference {
  const path = written.replace(/^[a-z]+:\/\/[^/]+/i, "").replace(/\/{2,}/g, "/");
  if (!path.startsWith("/api/")) return { uuid: (path.split("/").pop() ?? "").replace(/#.*$/, "") };
  const mark = path.indexOf("?");
  if (mark >= 0) {
    const query = new Map(
      path
        .slice(mark + 1)
        .split("&")
        .map(splitPair),
    );
    const type = path.slice(0, mark).split("/")[2]?.toLowerCase();
    return { name: query.get("name") ?? "", type, cloud: query.get("cloud") ?? query.get("cloud_ref.name"), tenant: query.get("tenant") };
  }
  const [, , type, rest] = path.split("/", 4);
  return { type: type?.toLowerCase(), uuid: (rest ?? "").replace(/#.*$/, "") };
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return at < 0 ? [pair, ""] : [pair.slice(0, at), decode(pair.slice(at + 1))];
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value; // names with a bare % are written without escaping by the Go clients
  }
}

/** Called for each reference with the model it must lead to; the answer replaces it, `undefined` removes it. */
export type ReferenceVisitor = (reference: string, model: string, path: string) => string | undefined;

/** Walks the reference fields of a body in place. Only fields that are references by schema count: names may look like references. */
export function visitReferences(model: Model, body: JsonObject, visit: ReferenceVisitor): void {
  if (model.open) visitOpen(body, visit, "");
  else visitMessage(model, model.message, body, visit, "");
}

function visitMessage(model: Model, message: MessageSchema, body: JsonObject, visit: ReferenceVisitor, prefix: string): void {
  for (const key of Object.keys(body)) {
    const field = message.properties[key];
    if (field) visitField(model, field, body, key, visit, prefix + key);
  }
}

function visitField(model: Model, field: FieldSchema, body: JsonObject, key: string, visit: ReferenceVisitor, path: string): void {
  const value = body[key];
  const referred = field["x-ref"];
  if (referred) {
    replaceReferences(body, key, referred, visit, path);
    return;
  }
  const single = messageOf(model, field);
  if (single && isObject(value)) visitMessage(model, single, value, visit, `${path}.`);
  const element = field.items && messageOf(model, field.items);
  if (element && Array.isArray(value)) {
    value.forEach((item, i) => {
      if (isObject(item)) visitMessage(model, element, item, visit, `${path}[${i}].`);
    });
  }
}

function replaceReferences(body: JsonObject, key: string, referred: string, visit: ReferenceVisitor, path: string): void {
  const value = body[key];
  if (typeof value === "string") {
    const replaced = visit(value, referred, path);
    if (replaced === undefined) delete body[key];
    else body[key] = replaced;
  } else if (Array.isArray(value)) {
    body[key] = value.map((item) => (typeof item === "string" ? (visit(item, referred, path) ?? item) : item));
  }
}

function visitOpen(body: JsonObject, visit: ReferenceVisitor, prefix: string): void {
  for (const [key, value] of Object.entries(body)) {
    const path = prefix + key;
    if (/_refs?$/.test(key)) {
      const sample = Array.isArray(value) ? value.find((item) => typeof item === "string") : value;
      const type = typeof sample === "string" ? parseReference(sample).type : undefined;
      if (type) replaceReferences(body, key, modelOf(type)?.title ?? type, visit, path);
    } else if (isObject(value)) visitOpen(value, visit, `${path}.`);
    else if (Array.isArray(value))
      value.filter(isObject).forEach((item, i) => {
        visitOpen(item, visit, `${path}[${i}].`);
      });
  }
}

export function tenantOf(object: JsonObject): string | undefined {
  return target(object.tenant_ref)?.uuid;
}
