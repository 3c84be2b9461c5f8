import { isObject, type Json, type JsonObject } from "../shared/json";
import { type FieldSchema, type MessageSchema, type Model, messageOf } from "./schema";
import type { Versions } from "./validate";
import { compareVersions } from "./version";

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
