import { asObject, isObject, type Json, type JsonObject } from "../../shared/json";
import type { Resource } from "../resources/resource";
import { fieldSchema } from "../schema/pruned";
import { resolved, type Schema } from "../schema/schema";
import { typed } from "../schema/typed";

/** How ownership divides a value: whole, or by its fields or entries. */
export type Shape = "leaf" | "map" | "list";

const META: Schema = { $ref: "apimachinery.pkg.apis.meta.v1.ObjectMeta" };
const TEXT: Schema = { type: "string" };
/** Of fields that no schema describes. */
const ANY: Schema = { "x-kubernetes-preserve-unknown-fields": true };

/** The schema of whole objects of a kind. */
export function rootSchema({ custom, schema }: Resource): Schema {
  if (!custom) return schema;
  return { ...schema, properties: { ...schema.properties, apiVersion: TEXT, kind: TEXT, metadata: META } };
}

/** What a kind looks like before anything has been written: structs are there, their fields are not. */
export function emptyOf({ custom, schema, kind }: Resource): JsonObject {
  return custom ? {} : typed(schema, {}, kind).value;
}

export function shapeOf(reference: Schema, value: Json | undefined): Shape {
  const schema = resolved(reference);
  if (isObject(value)) return schema["x-kubernetes-map-type"] === "atomic" ? "leaf" : "map";
  if (!Array.isArray(value)) return "leaf";
  const type = schema["x-kubernetes-list-type"];
  return type === "map" || type === "set" ? "list" : "leaf";
}

/** The schema of a member of a map. */
export const memberSchema = (reference: Schema, field: string): Schema => fieldSchema(resolved(reference), field) ?? ANY;

export const itemSchema = (reference: Schema): Schema => resolved(reference).items ?? ANY;

/** Named in the schema, in contrast to the keys of a map. */
export const isNamed = (reference: Schema, field: string): boolean => Object.hasOwn(resolved(reference).properties ?? {}, field);

/** An entry of a list that leaves out what tells it from the others. */
export class KeyMissing extends Error {}

/** Keys that may be left out, with what they are then. */
const KEY_DEFAULTS: { [key: string]: Json } = { protocol: "TCP" };

/** How a path names an entry of a list. */
export function elementOf(reference: Schema, item: Json): string {
  const schema = resolved(reference);
  if (schema["x-kubernetes-list-type"] === "set") return `v:${JSON.stringify(item)}`;
  const keys: JsonObject = {};
  for (const key of [...(schema["x-kubernetes-list-map-keys"] ?? [])].sort()) {
    const value = asObject(item)[key] ?? keyDefault(schema, key);
    if (value !== undefined) keys[key] = value;
    else if (resolved(schema.items ?? ANY).required?.includes(key)) throw new KeyMissing(missing(key));
  }
  if (Object.keys(keys).length === 0) throw new KeyMissing(missing(schema["x-kubernetes-list-map-keys"]?.[0] ?? ""));
  return `k:${JSON.stringify(keys)}`;
}

const keyDefault = (schema: Schema, key: string): Json | undefined =>
  resolved(resolved(schema.items ?? ANY).properties?.[key] ?? ANY).default ?? KEY_DEFAULTS[key];

const missing = (key: string): string =>
  `associative list with keys has an element that omits key field ${JSON.stringify(key)} (and doesn't have default value)`;

/** The schema one step down a path. */
export function stepInto(reference: Schema, element: string): Schema {
  return element.startsWith("f:") ? memberSchema(reference, element.slice(2)) : itemSchema(reference);
}
