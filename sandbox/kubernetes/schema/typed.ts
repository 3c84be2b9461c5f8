// Errors for values of a wrong type, as an API server words them.
import { isObject, type Json, type JsonObject } from "../../shared/json";
import { join, type KindSchema, resolved } from "./schema";

/** A value that does not fit its field. */
export class TypeMismatch extends Error {}

/**
 * An object as it looks after the server has read it into its Go type and written it out again: unknown fields are gone, empty values are left
 * out or written as the type says.
 */
export const typed = (schema: KindSchema, object: JsonObject): JsonObject => struct(resolved(schema), object, "");

function struct(schema: KindSchema, input: JsonObject, path: string): JsonObject {
  const written: JsonObject = {};
  for (const [field, inner] of Object.entries(schema.properties ?? {})) {
    const value = member(inner, input[field], join(path, field));
    if (value !== undefined) written[field] = value;
  }
  return written;
}

/** A field's value as it is written out; undefined when it is left out. */
function member(reference: KindSchema, input: Json | undefined, path: string): Json | undefined {
  const schema = resolved(reference);
  const letters = reference["x-go"] ?? "";
  const [always, pointer] = [letters.includes("a"), letters.includes("p")];
  if (input === undefined || input === null) {
    if (always) return zero(schema, pointer);
    return pointer || letters.includes("z") ? undefined : emptyStruct(schema);
  }
  const value = read(schema, input, path);
  return pointer || always || schema.properties || !isEmpty(value) ? value : undefined;
}

/** A struct that is no pointer is always there; a time is one, too, and null when it is not set. */
function emptyStruct(schema: KindSchema): Json | undefined {
  if (schema.format === "date-time") return null;
  return schema.properties ? struct(schema, {}, "") : undefined;
}

function zero(schema: KindSchema, pointer: boolean): Json {
  const { type, format } = schema;
  if (pointer || type === "array" || schema.additionalProperties || format === "date-time" || format === "byte") return null;
  if (schema.properties) return struct(schema, {}, "");
  if (format === "int-or-string") return 0;
  return type === "string" ? "" : type === "boolean" ? false : type === undefined ? null : 0;
}

const isEmpty = (value: Json): boolean =>
  value === "" || value === 0 || value === false || (typeof value === "object" && value !== null && Object.keys(value).length === 0);

function read(schema: KindSchema, input: Json, path: string): Json {
  const { type, format, items = {} } = schema;
  const fits = (good: boolean): Json => {
    if (good) return input;
    throw new TypeMismatch(`json: cannot unmarshal ${JSON.stringify(input)} into Go struct field ${path} of type ${format ?? type}`);
  };
  if (format === "int-or-string") return fits(typeof input === "string" || Number.isInteger(input));
  switch (type) {
    case "array":
      return Array.isArray(input) ? input.map((item, i) => element(items, item, `${path}[${i}]`)) : fits(false);
    case "string":
      if (typeof input === "number" && format === undefined && QUANTITY.test(path)) return String(input);
      fits(typeof input === "string" && (FORMATS[format ?? ""]?.test(input) ?? true));
      return typeof input === "string" && format === "date-time" ? timeOf(schema, input) : input;
    case "boolean":
      return fits(typeof input === "boolean");
    case "integer":
    case "number":
      return fits(typeof input === "number" && (type === "number" || Number.isInteger(input)));
    default:
      return mapping(schema, input, path, fits);
  }
}

const element = (reference: KindSchema, input: Json, path: string): Json =>
  input === null ? zero(resolved(reference), false) : read(resolved(reference), input, path);

/** Quantities may be written as numbers. */
const QUANTITY = /limits|requests|capacity|allocatable|sizeLimit|divisor/;

const FORMATS: { [format: string]: RegExp } = {
  byte: /^([A-Za-z0-9+/]{4}|[\r\n])*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?[\r\n]*$/,
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/,
};

function mapping(schema: KindSchema, input: Json, path: string, fits: (good: boolean) => Json): Json {
  const inner = schema.additionalProperties;
  if (!schema.properties && (!inner || inner === true)) return input;
  if (!isObject(input)) return fits(false);
  if (schema.properties || !inner || inner === true) return struct(schema, input, path);
  const keys = Object.keys(input).sort();
  return Object.fromEntries(keys.map((key) => [key, element(inner, input[key] ?? null, join(path, key))]));
}

/** Times are written to the second, or to the microsecond where the type says so. */
function timeOf(schema: KindSchema, time: string): string {
  const seconds = new Date(time).toISOString().slice(0, 19);
  if (schema["x-name"] !== "MicroTime") return `${seconds}Z`;
  const fraction = /\.(\d+)/.exec(time)?.[1] ?? "";
  return `${seconds}.${fraction.padEnd(6, "0").slice(0, 6)}Z`;
}
