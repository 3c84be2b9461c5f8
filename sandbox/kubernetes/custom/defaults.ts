import { isObject, type Json, type JsonObject } from "../../shared/json";
import { fieldSchema } from "../schema/pruned";
import type { Schema } from "../schema/schema";

/**
 * A value with the defaults of its schema. Where null is not allowed it becomes the default; without one it is left out, or with `keepNull` stays
 * and is a mistake.
 */
export function defaulted(schema: Schema, value: Json, keepNull = false): Json {
  if (Array.isArray(value)) return schema.items ? value.map((item) => defaulted(schema.items!, item, keepNull)) : value;
  if (!isObject(value)) return value;
  const complete: JsonObject = {};
  for (const [field, inner] of Object.entries(value)) {
    const known = fieldSchema(schema, field);
    if (inner === null && known && !known.nullable && !(keepNull && known.default === undefined)) continue;
    complete[field] = known ? defaulted(known, inner, keepNull) : inner;
  }
  for (const [field, known] of Object.entries(schema.properties ?? {})) {
    if (complete[field] === undefined && known.default !== undefined) complete[field] = defaulted(known, structuredClone(known.default));
  }
  return complete;
}
