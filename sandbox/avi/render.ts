import { asArray, asObject, isObject, type Json, type JsonObject, sameJson, text } from "../shared/json";
import { certificateText } from "./certificate";
import { defaultOf } from "./defaults";
import { canonical, visitReferences } from "./references";
import { withRuntime } from "./runtime";
import { type MessageSchema, type Model, messageOf } from "./schema";
import { maskSensitive } from "./sensitive";
import type { ControllerState } from "./state";
import { compareVersions, OLD_FIELDS_GONE } from "./version";
import { expand, type View } from "./view";

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
