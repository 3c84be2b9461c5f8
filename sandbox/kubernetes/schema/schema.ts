// Validates objects against structural schemas, prunes fields and sets defaults.
import { asObject, isObject, type Json, type JsonObject, sameJson } from "../../shared/json";
import { patternTest } from "../../shared/pattern";
import { type FieldError, invalid, required, unsupported } from "../status";
import builtin from "./builtin.json";

/** A structural schema: OpenAPI v3 as our CRDs write it, and the definitions of the built-in kinds alike. */
export interface KindSchema {
  type?: string;
  format?: string;
  $ref?: string;
  properties?: { [field: string]: KindSchema };
  additionalProperties?: KindSchema | boolean;
  items?: KindSchema;
  required?: string[];
  nullable?: boolean;
  default?: Json;
  enum?: Json[];
  pattern?: string;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  "x-kubernetes-preserve-unknown-fields"?: boolean;
  "x-kubernetes-int-or-string"?: boolean;
  /** Parts of a list that can be owned: the whole (`atomic`), an entry by its keys (`map`), an entry (`set`). */
  "x-kubernetes-list-type"?: string;
  "x-kubernetes-list-map-keys"?: string[];
  "x-kubernetes-map-type"?: string;
  /** The type a reference led to, e.g. `Time`. */
  "x-name"?: string;
  /** Letters of its Go field: `p` a pointer, `a` written even when empty, `z` left out when zero even as a struct. */
  "x-go"?: string;
}

const DEFINITIONS: { [name: string]: KindSchema } = builtin;

/** Schema of fields that no schema describes. */
export const ANYTHING: KindSchema = { "x-kubernetes-preserve-unknown-fields": true };

/** The metadata of every object. */
export const METADATA: KindSchema = { $ref: "apimachinery.pkg.apis.meta.v1.ObjectMeta" };

/** The schema behind a reference, with what is beside the reference. */
export function resolved(schema: KindSchema): KindSchema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  return { ...definition($ref), ...beside, "x-name": $ref.slice($ref.lastIndexOf(".") + 1) };
}

/** The definition of a built-in type, e.g. `api.core.v1.Pod`. */
export function definition(name: string): KindSchema {
  const schema = DEFINITIONS[name];
  if (!schema) throw new Error(`no definition ${name}`);
  return schema;
}

/** The schema of a field, from the fields named or from that of all others. */
export function fieldSchema(schema: KindSchema, field: string): KindSchema | undefined {
  if (schema.properties && Object.hasOwn(schema.properties, field)) return schema.properties[field];
  if (schema.additionalProperties === true) return ANYTHING;
  return schema.additionalProperties || undefined;
}

/** `spec`, `spec.ports`: a path of fields in texts. */
export const join = (path: string, field: string): string => (path === "" ? field : `${path}.${field}`);

/** A custom resource without the fields that its schema does not know. */
export function pruned(schema: KindSchema, object: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const [field, inner] of Object.entries(object)) {
    const ofField = fieldSchema(schema, field);
    if (ofField) kept[field] = prunedValue(ofField, inner);
    else if (schema["x-kubernetes-preserve-unknown-fields"]) kept[field] = inner;
  }
  return kept;
}

function prunedValue(schema: KindSchema, value: Json): Json {
  const { items } = schema;
  if (Array.isArray(value)) return items ? value.map((item) => prunedValue(items, item)) : value;
  return isObject(value) ? pruned(schema, value) : value;
}

/**
 * A value with the defaults of its schema. Where null is not allowed it becomes the default; without one it is left out, or with `keepNull` stays
 * and is a mistake.
 */
export function defaulted(schema: KindSchema, value: Json, keepNull: boolean): Json {
  const { items, properties = {} } = schema;
  if (Array.isArray(value)) return items ? value.map((item) => defaulted(items, item, keepNull)) : value;
  if (!isObject(value)) return value;
  const complete: JsonObject = {};
  for (const [field, inner] of Object.entries(value)) {
    const ofField = fieldSchema(schema, field);
    if (inner === null && ofField && !ofField.nullable && !(keepNull && ofField.default === undefined)) continue;
    complete[field] = ofField ? defaulted(ofField, inner, keepNull) : inner;
  }
  for (const [field, property] of Object.entries(properties))
    if (complete[field] === undefined && property.default !== undefined)
      complete[field] = defaulted(property, structuredClone(property.default), keepNull);
  return complete;
}

/**
 * Returns the faults that a structural schema finds in a custom resource: types, enumerations, patterns, bounds and required fields, which
 * is all that our definitions use. Faults in parts that have not changed are let through.
 */
export function contentFaults(schema: KindSchema, value: Json, old: Json | undefined, path = ""): FieldError[] {
  if (old !== undefined && path !== "" && sameJson(value, old)) return [];
  if (value === null && schema.nullable) return [];
  const mismatch = typeFault(schema, value, path);
  if (mismatch) return [mismatch];
  return [...wordFaults(schema, value, path), ...boundFaults(schema, value, path), ...innerFaults(schema, value, old, path)];
}

function innerFaults(schema: KindSchema, value: Json, old: Json | undefined, path: string): FieldError[] {
  const { items } = schema;
  if (Array.isArray(value)) {
    const before = Array.isArray(old) ? old : [];
    return items ? value.flatMap((item, i) => contentFaults(items, item, before[i], `${path}[${i}]`)) : [];
  }
  if (!isObject(value)) return [];
  const missing = (schema.required ?? []).filter((field) => value[field] === undefined).map((field) => required(join(path, field)));
  const fields = Object.entries(value).flatMap(([field, member]) => {
    const ofField = fieldSchema(schema, field);
    return ofField ? contentFaults(ofField, member, asObject(old)[field], join(path, field)) : [];
  });
  return [...fields, ...missing];
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

function typeFault(schema: KindSchema, value: Json, path: string): FieldError | undefined {
  const actual = typeOf(value);
  const either = schema["x-kubernetes-int-or-string"] === true;
  if (either ? actual === "integer" || actual === "string" : !schema.type || schema.type === actual) return undefined;
  if (schema.type === "number" && actual === "integer") return undefined;
  const why = `${path} in body must be of type ${either ? "integer,string" : schema.type}: "${actual}"`;
  return invalid(path, actual, why, "FieldValueTypeInvalid");
}

function boundFaults({ minimum = -Infinity, maximum = Infinity, minLength = 0 }: KindSchema, value: Json, path: string): FieldError[] {
  if (typeof value === "string" && value.length < minLength)
    return [invalid(path, value, `${path} in body should be at least ${minLength} chars long`)];
  if (typeof value !== "number" || (value >= minimum && value <= maximum)) return [];
  const bound = value < minimum ? `greater than or equal to ${minimum}` : `less than or equal to ${maximum}`;
  return [invalid(path, value, `${path} in body should be ${bound}`)];
}

function wordFaults({ enum: words, pattern }: KindSchema, value: Json, path: string): FieldError[] {
  const unlisted = words && !words.some((each) => sameJson(each, value)) ? [unsupported(path, value, words.map(String))] : [];
  const unfit = pattern !== undefined && typeof value === "string" && patternTest(pattern)?.(value) === false;
  return unfit ? [...unlisted, invalid(path, value, `${path} in body should match '${pattern}'`)] : unlisted;
}
