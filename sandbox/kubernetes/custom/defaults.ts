import { isObject, type Json, type JsonObject } from "../../shared/json";
import { fieldSchema } from "../schema/pruned";
import type { Schema } from "../schema/schema";

/** A value with the defaults of its schema; null is left out, or becomes the default, where it is not allowed. */
export function defaulted(schema: Schema, value: Json): Json {
  if (Array.isArray(value)) return schema.items ? value.map((item) => defaulted(schema.items!, item)) : value;
  if (!isObject(value)) return value;
  const complete: JsonObject = {};
  for (const [field, inner] of Object.entries(value)) {
    const known = fieldSchema(schema, field);
    if (inner === null && known && !known.nullable) continue;
    complete[field] = known ? defaulted(known, inner) : inner;
  }
  for (const [field, known] of Object.entries(schema.properties ?? {})) {
    if (complete[field] === undefined && known.default !== undefined) complete[field] = defaulted(known, structuredClone(known.default));
  }
  return complete;
}
