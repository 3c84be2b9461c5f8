import { asArray, asObject, isObject, type Json, type JsonObject, sameJson, text } from "../shared/json";
import { certificateText } from "./certificate";
import { defaultOf } from "./defaults";
import { canonical, visitReferences } from "./references";
import { MASK, type MessageSchema, type Model, messageOf } from "./schema";
import type { ControllerState } from "./state";
import { compareVersions, OLD_FIELDS_GONE } from "./version";
import { expand, type View, withRuntime } from "./view";

export function render(state: ControllerState, model: Model, object: JsonObject, view: View): JsonObject {
  const shown = model.open ? structuredClone(object) : project(model, model.message, object, view);
  shown.url = canonical(model.type, text(object.uuid));
  if (!view.write) Object.assign(shown, withRuntime(state, model, object, view));
  if (model.type === "pool" && compareVersions(view.version, "18.2.1") < 0) {
    shown.server_count = asArray(object.servers).length;
  }
  hideSecrets(model, shown, object, view);
  visitReferences(model, shown, (reference) => expand(state, reference, view));
  shown.url = expand(state, shown.url, view);
  if (view.skipDefault && !model.open) dropDefaults(model, model.message, shown, view.version);
  const picked = view.fields ? pick(shown, [...view.fields, "name", "url", "uuid"]) : shown;
  return model.type === "virtualservice" && view.list ? sorted(picked) : picked;
}

/** A deep copy with the fields that exist at the version of the request. */
function project(model: Model, message: MessageSchema, object: JsonObject, view: View): JsonObject {
  const out: JsonObject = {};
  for (const [key, value] of Object.entries(object)) {
    const field = message.properties[key];
    if (!field) continue;
    if (field["x-since"] && compareVersions(field["x-since"], view.version) > 0) continue;
    if (field["x-only-until"] && compareVersions(view.version, OLD_FIELDS_GONE) >= 0) continue;
    const nested = messageOf(model, field.items ?? field);
    out[key] = copy(value, nested && ((item) => project(model, nested, item, view)));
  }
  return out;
}

function copy(value: Json, message: ((item: JsonObject) => JsonObject) | undefined): Json {
  if (Array.isArray(value)) return value.map((item) => (message && isObject(item) ? message(item) : structuredClone(item)));
  if (isObject(value)) return message ? message(value) : structuredClone(value);
  return value;
}

function hideSecrets(model: Model, shown: JsonObject, object: JsonObject, view: View): void {
  if (view.exportKey) return;
  maskSensitive(model, shown);
  if (model.type !== "sslkeyandcertificate") return;
  const certificate = asObject(shown.certificate);
  if (view.write) {
    delete shown.key;
    delete certificate.certificate;
  } else {
    Object.assign(certificate, certificateText(text(asObject(object.certificate).certificate)));
  }
}

function dropDefaults(model: Model, message: MessageSchema, object: JsonObject, version: string): void {
  for (const [key, value] of Object.entries(object)) {
    const field = message.properties[key];
    if (!field) continue;
    const required = message.required?.includes(key) ?? false;
    const standard = defaultOf(field, version);
    if (standard !== undefined && !required && sameJson(value, standard)) delete object[key];
    const nested = messageOf(model, field.items ?? field);
    if (!nested) continue;
    for (const item of Array.isArray(value) ? value : [value]) if (isObject(item)) dropDefaults(model, nested, item, version);
  }
}

function pick(object: JsonObject, fields: string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => fields.includes(key)));
}

function sorted(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A body that carries the mask where the stored object has a secret means: leave it as it is. */
export function keepSensitive(model: Model, body: JsonObject, before: JsonObject): void {
  visit(model, model.message, body, (at, key) => {
    if (at.path === "" && at.body[key] === MASK && before[key] !== undefined) at.body[key] = before[key];
    else if (at.body[key] === MASK) restoreNested(at, key, before);
  });
}

/** Puts the mask over every secret of a rendered object. */
function maskSensitive(model: Model, body: JsonObject): void {
  visit(model, model.message, body, (at, key) => {
    if (typeof at.body[key] === "string" && at.body[key] !== "") at.body[key] = MASK;
  });
}

interface Place {
  body: JsonObject;
  /** Dotted path of the message inside the object, list positions included; "" at the top. */
  path: string;
}

function restoreNested(at: Place, key: string, before: JsonObject): void {
  let stored: unknown = before;
  for (const step of at.path.split(".").filter(Boolean)) {
    stored = Array.isArray(stored) ? stored[Number(step)] : isObject(stored) ? stored[step] : undefined;
  }
  const secret = isObject(stored) ? stored[key] : undefined;
  if (secret !== undefined) at.body[key] = secret;
}

function visit(model: Model, message: MessageSchema, body: JsonObject, found: (at: Place, key: string) => void, path = ""): void {
  for (const [key, value] of Object.entries(body)) {
    const field = message.properties[key];
    if (!field) continue;
    if (field["x-sensitive"]) found({ body, path }, key);
    const nested = messageOf(model, field.items ?? field);
    if (!nested) continue;
    if (isObject(value)) visit(model, nested, value, found, `${path}${key}.`);
    if (Array.isArray(value)) {
      value.forEach((item, i) => {
        if (isObject(item)) visit(model, nested, item, found, `${path}${key}.${i}.`);
      });
    }
  }
}
