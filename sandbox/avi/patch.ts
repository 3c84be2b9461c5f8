// PATCH of the Avi API: add, replace and delete on fields and lists.
import { asArray, asObject, isObject, type Json, type JsonObject, sameJson, text } from "../shared/json";
import { findForWrite, overwrite, versionsOf } from "./crud";
import { AviError } from "./http";
import { valuesAt } from "./list";
import { resolveReferences } from "./resolve";
import type { Model } from "./schema";
import type { AviScope, ControllerState } from "./state";
import { sanitize } from "./validate";

/** Fields that identify an element of a list; lists without an entry compare whole elements. */
const ELEMENT_KEYS: { [list: string]: string[] } = {
  servers: ["ip.addr", "port"],
  members: ["pool_ref"],
  rules: ["index"],
  static_routes: ["route_id"],
  dns_info: ["fqdn"],
  vip: ["vip_id"],
  kv: ["key"],
  services: ["port"],
  markers: ["key"],
  http_policies: ["index"],
  l4_policies: ["index"],
  vs_datascripts: ["index"],
};

const OPERATIONS = ["add", "replace", "delete", "json_patch"];

/** PATCH: `{"add"|"replace"|"delete": {...}}` in any combination, or `{"json_patch": [...]}`. No `_last_modified` guards it. */
export function patchObject(state: ControllerState, model: Model, uuid: string, patch: JsonObject, scope: AviScope): JsonObject {
  const before = findForWrite(state, model, uuid, scope);
  const operations = OPERATIONS.filter((operation) => patch[operation] !== undefined);
  if (operations.length === 0) throw new AviError(400, `PATCH needs one of ${OPERATIONS.join(", ")}`);
  let body = structuredClone(before);
  for (const operation of operations) {
    if (operation === "json_patch") {
      body = applyJsonPatch(body, asArray(patch.json_patch));
      continue;
    }
    const elements = patch[operation];
    if (!isObject(elements)) throw new AviError(400, `PATCH ${operation} needs an object`);
    const delta = sanitize(model, elements, versionsOf(state, scope));
    resolveReferences(state, model, delta, scope);
    merge(body, delta, operation as "add" | "replace" | "delete");
  }
  const merged = sanitize(model, body, { ...versionsOf(state, scope), anyVersion: true });
  return overwrite(state, model, before, merged, scope);
}

function merge(body: JsonObject, delta: JsonObject, operation: "add" | "replace" | "delete"): void {
  for (const [key, value] of Object.entries(delta)) {
    const current = body[key];
    if (Array.isArray(value) && operation !== "replace") {
      const changed = operation === "add" ? added(key, asArray(current), value) : without(key, asArray(current), value);
      body[key] = changed;
    } else if (isObject(value) && isObject(current) && operation !== "replace") {
      mergeMessage(current, value, operation);
    } else if (operation === "delete") {
      delete body[key]; // the default comes back with the next fill
    } else body[key] = value;
  }
}

/** Nested messages are merged one level deep. */
function mergeMessage(current: JsonObject, value: JsonObject, operation: "add" | "delete"): void {
  for (const [key, inner] of Object.entries(value)) {
    if (operation === "delete" && !Array.isArray(inner)) delete current[key];
    else if (Array.isArray(inner))
      current[key] = operation === "add" ? added(key, asArray(current[key]), inner) : without(key, asArray(current[key]), inner);
    else current[key] = inner;
  }
}

/** New elements are appended, elements that are there already are changed in place. */
function added(list: string, current: Json[], elements: Json[]): Json[] {
  const out = [...current];
  for (const element of elements) {
    const at = out.findIndex((candidate) => sameElement(list, candidate, element));
    const existing = out[at];
    if (existing === undefined) out.push(element);
    else out[at] = isObject(existing) && isObject(element) ? { ...existing, ...element } : element;
  }
  return out;
}

function without(list: string, current: Json[], elements: Json[]): Json[] {
  return current.filter((candidate) => !elements.some((element) => sameElement(list, candidate, element)));
}

function sameElement(list: string, a: Json, b: Json): boolean {
  const keys = ELEMENT_KEYS[list];
  if (!keys || !isObject(a) || !isObject(b)) return sameJson(a, b);
  return keys.every((key) => {
    const path = key.split(".");
    return text(valuesAt(a, path)[0]) === text(valuesAt(b, path)[0]);
  });
}

/** RFC 6902 `add`, `replace` and `remove`, the three a controller takes. */
function applyJsonPatch(body: JsonObject, steps: Json[]): JsonObject {
  const out = structuredClone(body);
  for (const step of steps.map(asObject)) {
    const path = text(step.path).split("/").slice(1).map(unescapeToken);
    const last = path.pop();
    if (last === undefined) throw new AviError(400, "json_patch: the path must lead to a field");
    const parent = path.reduce<Json | undefined>(child, out);
    change(parent, last, text(step.op), step.value ?? null, text(step.path));
  }
  return out;
}

function unescapeToken(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

function child(value: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(token)];
  return isObject(value) ? value[token] : undefined;
}

function change(parent: Json | undefined, key: string, op: string, value: Json, path: string): void {
  const missing = new AviError(400, `json_patch: ${path} does not exist`);
  if (!["add", "replace", "remove"].includes(op)) throw new AviError(400, `json_patch: operation '${op}' is not supported`);
  if (Array.isArray(parent)) {
    const at = key === "-" ? parent.length : Number(key);
    const end = op === "add" ? parent.length : parent.length - 1;
    if (!Number.isInteger(at) || at < 0 || at > end) throw missing;
    if (op === "add") parent.splice(at, 0, value);
    else if (op === "replace") parent[at] = value;
    else parent.splice(at, 1);
    return;
  }
  if (!isObject(parent) || (op !== "add" && !(key in parent))) throw missing;
  if (op === "remove") delete parent[key];
  else parent[key] = value;
}
