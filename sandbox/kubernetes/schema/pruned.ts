import { isObject, type Json, type JsonObject } from "../../shared/json";
import { definition, type Schema } from "./schema";
import { typed } from "./typed";

/**
 * A custom resource without the fields that its schema does not know. Their paths are added to `unknown`. Metadata is that of every
 * object; `apiVersion` and `kind` need no mention in the schema.
 */
export function pruned(schema: Schema, object: JsonObject, unknown: string[]): JsonObject {
  const { apiVersion, kind, metadata, ...rest } = object;
  const kept = within(schema, rest, "", unknown) as JsonObject;
  return { apiVersion: apiVersion!, kind: kind!, metadata: metadata ?? {}, ...kept };
}

function within(schema: Schema, value: Json, path: string, unknown: string[]): Json {
  if (Array.isArray(value)) return value.map((item, i) => (schema.items ? within(schema.items, item, `${path}[${i}]`, unknown) : item));
  if (!isObject(value)) return value;
  const kept: JsonObject = {};
  for (const [field, inner] of Object.entries(value)) {
    const at = path === "" ? field : `${path}.${field}`;
    const known = fieldSchema(schema, field);
    if (known) kept[field] = within(known, inner, at, unknown);
    else if (schema["x-kubernetes-preserve-unknown-fields"] || isEmbedded(schema, field)) kept[field] = inner;
    else unknown.push(at);
  }
  return kept;
}

const isEmbedded = (schema: Schema, field: string): boolean =>
  schema["x-kubernetes-embedded-resource"] === true && ["apiVersion", "kind", "metadata"].includes(field);

/** The schema of a field, from the fields named or from that of all others. */
export function fieldSchema(schema: Schema, field: string): Schema | undefined {
  if (schema.properties && Object.hasOwn(schema.properties, field)) return schema.properties[field];
  if (schema.additionalProperties === true) return { "x-kubernetes-preserve-unknown-fields": true };
  return schema.additionalProperties || undefined;
}

/** Metadata of any kind, without what is no part of it. */
export function typedMetadata(metadata: JsonObject, unknown: string[]): JsonObject {
  const { value, unknown: strange } = typed(definition("apimachinery.pkg.apis.meta.v1.ObjectMeta"), metadata, "ObjectMeta");
  unknown.push(...strange.map((path) => `metadata.${path}`));
  return value;
}
