// Validates bodies against the schemas of the API.
import { asArray, asObject, isObject, type Json, type JsonObject, text } from "../shared/json";
import { AviError, newerField } from "./http";
import { defaultCloud, follow, referenceByName } from "./resolve";
import { compareVersions, type FieldSchema, type MessageSchema, type Model, messageOf, OLD_FIELDS_GONE } from "./schema";
import type { ControllerState } from "./state";

/** Versions that a body is checked against. */
export interface Versions {
  request: string;
  controller: string;
  /** Take the fields of every version: for bodies that were merged with what the store holds. */
  anyVersion?: boolean;
}

/** Fields the server assigns; they are welcome in a body, because clients send back what they read, and count for nothing. */
const SERVER_FIELDS = new Set(["uuid", "url", "_last_modified"]);

/**
 * A copy of the body with only what the schema knows at this version: unknown fields vanish without a word, fields newer
 * than the request's version are refused, strings become the type of the field, and limits are enforced.
 */
export function sanitize(model: Model, body: JsonObject, versions: Versions): JsonObject {
  if (model.open) return Object.fromEntries(Object.entries(body).filter(([key]) => !SERVER_FIELDS.has(key)));
  return sanitizeMessage(model, model.message, body, versions, "");
}

/** Refuses a body that lacks a required field. Runs after defaults, because the server fills some of them. */
export function requireFields(model: Model, body: JsonObject): void {
  requireIn(model, model.message, body, "");
}

function sanitizeMessage(model: Model, message: MessageSchema, body: JsonObject, versions: Versions, prefix: string): JsonObject {
  const out: JsonObject = {};
  for (const [key, value] of Object.entries(body)) {
    const field = message.properties[key];
    if (!field || field.readOnly || (prefix === "" && SERVER_FIELDS.has(key)) || !isServedField(field, versions)) continue;
    if (!versions.anyVersion && field["x-since"] && compareVersions(field["x-since"], versions.request) > 0) {
      throw newerField(versions.request, key, field["x-since"]);
    }
    const path = prefix + key;
    if (value === null && message.required?.includes(key)) continue; // Go clients write a required field that they leave to the server
    if (value === null) throw new AviError(400, `Invalid value for field ${path}: null is not allowed.`);
    if (value === "" && field["x-ref"]) continue; // clients write an empty reference for "none"
    out[key] = sanitizeField(model, field, value, versions, path);
  }
  return out;
}

function isServedField(field: FieldSchema, versions: Versions): boolean {
  if (field["x-since"] && compareVersions(field["x-since"], versions.controller) > 0) return false;
  return versions.anyVersion || !(field["x-only-until"] && compareVersions(versions.request, OLD_FIELDS_GONE) >= 0);
}

function sanitizeField(model: Model, field: FieldSchema, value: Json, versions: Versions, path: string): Json {
  const message = messageOf(model, field);
  if (message) {
    if (!isObject(value)) throw invalid(path, value, "a message");
    return sanitizeMessage(model, message, value, versions, `${path}.`);
  }
  if (field.type === "array") return sanitizeList(model, field, value, versions, path);
  return sanitizeScalar(field, value, path);
}

function sanitizeList(model: Model, field: FieldSchema, value: Json, versions: Versions, path: string): Json {
  if (!Array.isArray(value)) throw invalid(path, value, "a list");
  if (field.maxItems !== undefined && value.length > field.maxItems) {
    throw new AviError(400, `Field ${path} has ${value.length} elements, at most ${field.maxItems} are allowed.`);
  }
  return value.map((item, i) => (field.items ? sanitizeField(model, field.items, item, versions, `${path}[${i}]`) : item));
}

function sanitizeScalar(field: FieldSchema, value: Json, path: string): Json {
  switch (field.type) {
    case "boolean":
      return toBoolean(value, path);
    case "integer":
    case "number":
      return toNumber(field, value, path);
    case "string":
      if (typeof value !== "string") throw invalid(path, value, "a string");
      if (field.enum && !field.enum.includes(value)) throw invalid(path, value, `one of ${field.enum.join(", ")}`);
      return value;
    default:
      return value;
  }
}

function toBoolean(value: Json, path: string): boolean {
  if (typeof value === "boolean") return value;
  const word = String(value).toLowerCase();
  if (word === "true" || word === "1") return true;
  if (word === "false" || word === "0") return false;
  throw invalid(path, value, "a boolean");
}

function toNumber(field: FieldSchema, value: Json, path: string): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) throw invalid(path, value, "a number");
  if (field.type === "integer" && !Number.isInteger(number)) throw invalid(path, value, "an integer");
  if (field.format?.startsWith("uint") && number < 0) throw invalid(path, value, "not negative");
  if (!inRange(field, number)) throw new AviError(400, `Value ${number} of field ${path} is out of range ${rangeText(field)}.`);
  return number;
}

function inRange(field: FieldSchema, value: number): boolean {
  const within = (range: { minimum?: number; maximum?: number; enum?: number[] }) =>
    range.enum ? range.enum.includes(value) : value >= (range.minimum ?? -Infinity) && value <= (range.maximum ?? Infinity);
  return field.anyOf ? field.anyOf.some(within) : within({ minimum: field.minimum, maximum: field.maximum });
}

function rangeText(field: FieldSchema): string {
  const ranges = field.anyOf ?? [{ minimum: field.minimum, maximum: field.maximum }];
  return ranges.map((range) => ("enum" in range && range.enum ? range.enum.join(", ") : `${range.minimum}-${range.maximum}`)).join(" or ");
}

function requireIn(model: Model, message: MessageSchema, body: JsonObject, prefix: string): void {
  for (const key of message.required ?? []) {
    if (body[key] === undefined && !message.properties[key]?.readOnly) {
      throw new AviError(400, `Required field ${prefix}${key} of ${model.title} is missing.`);
    }
  }
  for (const [key, value] of Object.entries(body)) {
    const field = message.properties[key];
    const element = field && messageOf(model, field.items ?? field);
    if (!field || !element) continue;
    if (field.minItems !== undefined && Array.isArray(value) && value.length < field.minItems) {
      throw new AviError(400, `Field ${prefix}${key} has ${value.length} elements, at least ${field.minItems} are needed.`);
    }
    const items = Array.isArray(value) ? value : [value];
    for (const item of items) if (isObject(item)) requireIn(model, element, item, `${prefix}${key}.`);
  }
}

function invalid(path: string, value: Json, expected: string): AviError {
  const shown = typeof value === "object" ? "a structure" : `'${String(value).slice(0, 80)}'`;
  return new AviError(400, `Invalid value for field ${path}: ${shown} is not ${expected}.`);
}

/** The value a field takes when a body leaves it out. */
export function defaultOf(field: FieldSchema, requestVersion: string): Json | undefined {
  const old = field["x-default-20.1.1"];
  if (old !== undefined && compareVersions(requestVersion, "20.1.99") <= 0) return old;
  return field.default;
}

/**
 * Adds the default of every field the body leaves out, in each message the body holds; absent messages stay absent.
 * The controller keeps its own version's fields, so the store is filled for that; answers are cut down per request.
 */
export function fillDefaults(model: Model, body: JsonObject, versions: Versions): void {
  fillMessage(model, model.message, body, versions);
}

function fillMessage(model: Model, message: MessageSchema, body: JsonObject, versions: Versions): void {
  for (const [key, field] of Object.entries(message.properties)) {
    const value = body[key];
    if (value === undefined) {
      const filled = field.readOnly ? undefined : defaultOf(field, versions.request);
      const exists = !field["x-since"] || compareVersions(field["x-since"], versions.controller) <= 0;
      if (filled !== undefined && exists) body[key] = structuredClone(filled);
      continue;
    }
    const nested = messageOf(model, field.items ?? field);
    if (!nested) continue;
    for (const item of Array.isArray(value) ? value : [value]) if (isObject(item)) fillMessage(model, nested, item, versions);
  }
}

/** Fills in what the server decides beyond plain defaults: references to its system objects and values derived from others. */
export function fillServerFields(state: ControllerState, type: string, body: JsonObject): void {
  RULES[type]?.(state, body);
}

type FieldRule = (state: ControllerState, body: JsonObject) => void;

const RULES: { [type: string]: FieldRule } = {
  pool(state, body) {
    for (const server of asArray(body.servers).map(asObject)) server.hostname ??= text(asObject(server.ip).addr);
    setReference(state, body, "vrf_ref", "vrfcontext", "global");
    setReference(state, body, "analytics_profile_ref", "analyticsprofile", "System-Analytics-Profile");
  },
  vsvip(state, body) {
    asArray(body.vip).forEach((vip, i) => {
      asObject(vip).vip_id ??= String(i);
    });
    setReference(state, body, "vrf_context_ref", "vrfcontext", "global");
  },
  virtualservice(state, body) {
    for (const service of asArray(body.services).map(asObject)) {
      if (!service.port_range_end && service.port !== undefined) service.port_range_end = service.port;
    }
    const vsvip = follow(state, body.vsvip_ref);
    if (body.vrf_context_ref === undefined && vsvip?.vrf_context_ref) body.vrf_context_ref = vsvip.vrf_context_ref;
    setReference(state, body, "vrf_context_ref", "vrfcontext", "global");
    setReference(state, body, "se_group_ref", "serviceenginegroup", "Default-Group");
    setReference(state, body, "application_profile_ref", "applicationprofile", "System-HTTP");
    setReference(state, body, "network_profile_ref", "networkprofile", "System-TCP-Proxy");
    setReference(state, body, "analytics_profile_ref", "analyticsprofile", "System-Analytics-Profile");
    if (asArray(body.ssl_key_and_certificate_refs).length > 0)
      setReference(state, body, "ssl_profile_ref", "sslprofile", "System-Standard-PFS");
    const vtype = follow(state, body.cloud_ref)?.vtype;
    if (vtype) body.cloud_type = vtype;
  },
  network(state, body) {
    setReference(state, body, "vrf_context_ref", "vrfcontext", "global");
  },
  tenant(_state, body) {
    body.config_settings ??= { tenant_vrf: false, se_in_provider_context: true, tenant_access_to_provider_se: true };
  },
};

/** The cloud of an object that names none. */
export function fillCloud(state: ControllerState, body: JsonObject): void {
  if (body.cloud_ref === undefined) {
    const cloud = defaultCloud(state);
    if (cloud) body.cloud_ref = cloud;
  }
}

function setReference(state: ControllerState, body: JsonObject, field: string, type: string, name: string): void {
  if (body[field] !== undefined) return;
  const cloud = type === "vrfcontext" || type === "serviceenginegroup" ? text(body.cloud_ref) : undefined;
  const reference = referenceByName(state, type, name, cloud);
  if (reference) body[field] = reference;
}
