import { isObject, type Json, type JsonObject } from "../../shared/json";
import { join, resolved, type Schema } from "./schema";

/** A value that does not fit its field; the text is that of Go's JSON decoder. */
export class TypeMismatch extends Error {}

/**
 * An object as it looks after the server has read it into its Go type and written it out again: unknown fields are gone, empty values are left
 * out or written as the type says.
 *
 * @param unknown gets the paths of fields that the type does not have
 */
export function typed(schema: Schema, object: JsonObject, kind: string, unknown: string[] = []): JsonObject {
  return struct(resolved(schema), object, { path: "", named: "", unknown, owner: kind });
}

interface Place {
  path: string;
  /** The same without keys of maps and positions in lists. */
  named: string;
  unknown: string[];
  /** The Go struct that holds the field, for texts of errors. */
  owner: string;
}

function struct(schema: Schema, given: JsonObject, place: Place): JsonObject {
  const fields = schema.properties ?? {};
  for (const key of Object.keys(given)) if (!Object.hasOwn(fields, key)) place.unknown.push(join(place.path, key));
  const written: JsonObject = {};
  for (const [field, inner] of Object.entries(fields)) {
    const value = member(inner, given[field], { ...place, path: join(place.path, field), named: join(place.named, field) });
    if (value !== undefined) written[field] = value;
  }
  return written;
}

/** A field's value as it is written out; undefined when it is left out. */
function member(reference: Schema, given: Json | undefined, place: Place): Json | undefined {
  const schema = resolved(reference);
  const letters = reference["x-go"] ?? "";
  const [always, pointer] = [letters.includes("a"), letters.includes("p")];
  if (given === undefined || given === null) {
    if (always) return zero(schema, pointer, place);
    return pointer || letters.includes("z") ? undefined : emptyStruct(schema, place);
  }
  const value = read(schema, given, inside(reference, given, place));
  return pointer || always || schema.properties || !isEmpty(value) ? value : undefined;
}

/** `api.core.v1.ServicePort` is shown as ServicePort. */
const inside = ({ $ref }: Schema, given: Json, place: Place): Place =>
  isObject(given) && $ref && resolved({ $ref }).properties ? { ...place, owner: $ref.split(".").pop() ?? place.owner } : place;

/** A struct that is no pointer is always there; a time is one, too, and null when it is not set. */
function emptyStruct(schema: Schema, place: Place): Json | undefined {
  if (schema.format === "date-time") return null;
  return schema.properties ? struct(schema, {}, { ...place, unknown: [] }) : undefined;
}

function zero(schema: Schema, pointer: boolean, place: Place): Json {
  const { type, format } = schema;
  if (pointer || type === "array" || schema.additionalProperties || format === "date-time" || format === "byte") return null;
  if (schema.properties) return struct(schema, {}, { ...place, unknown: [] });
  if (format === "int-or-string") return 0;
  return type === "string" ? "" : type === "boolean" ? false : type === undefined ? null : 0;
}

const isEmpty = (value: Json): boolean =>
  value === "" || value === 0 || value === false || (typeof value === "object" && value !== null && Object.keys(value).length === 0);

function read(schema: Schema, given: Json, place: Place): Json {
  if (schema.format === "int-or-string") {
    if (typeof given === "string" || Number.isInteger(given)) return given;
    throw mismatch(given, place, "intstr.IntOrString");
  }
  switch (schema.type) {
    case "array":
      if (!Array.isArray(given)) throw mismatch(given, place, "[]");
      return given.map((item, i) => element(schema.items ?? {}, item, { ...place, path: `${place.path}[${i}]` }));
    case "string":
      return scalar(schema, given, place);
    case "boolean":
      if (typeof given === "boolean") return given;
      throw mismatch(given, place, "bool");
    case "integer":
    case "number":
      if (typeof given === "number" && (schema.type === "number" || Number.isInteger(given))) return given;
      throw mismatch(given, place, schema.format ?? "int");
    default:
      return mapping(schema, given, place);
  }
}

function element(reference: Schema, given: Json, place: Place): Json {
  const schema = resolved(reference);
  return given === null ? zero(schema, false, place) : read(schema, given, inside(reference, given, place));
}

/** Quantities may be written as numbers. */
const QUANTITY = /limits|requests|capacity|allocatable|sizeLimit|divisor/;

function scalar(schema: Schema, given: Json, place: Place): Json {
  if (typeof given === "number" && schema.format === undefined && QUANTITY.test(place.path)) return String(given);
  if (typeof given !== "string") throw mismatch(given, place, "string");
  if (schema.format === "byte") checkBase64(given);
  return schema.format === "date-time" ? timeOf(schema, given) : given;
}

function mapping(schema: Schema, given: Json, place: Place): Json {
  const inner = schema.additionalProperties;
  if (!schema.properties && (!inner || inner === true)) return given;
  if (!isObject(given)) throw mismatch(given, place, schema.properties ? place.owner : "map[string]");
  if (schema.properties || !inner || inner === true) return struct(schema, given, place);
  const keys = Object.keys(given).sort();
  return Object.fromEntries(keys.map((key) => [key, element(inner, given[key] ?? null, { ...place, path: join(place.path, key) })]));
}

function mismatch(given: Json, place: Place, wanted: string): TypeMismatch {
  const found = Array.isArray(given) ? "array" : typeof given === "boolean" ? "bool" : typeof given;
  return new TypeMismatch(`json: cannot unmarshal ${found} into Go struct field ${place.owner}.${place.named} of type ${wanted}`);
}

/** Times are written to the second, or to the microsecond where the type says so. */
function timeOf(schema: Schema, given: string): string {
  const at = Date.parse(given);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(given) || Number.isNaN(at)) {
    const form = '"2006-01-02T15:04:05Z07:00"';
    throw new TypeMismatch(`parsing time ${JSON.stringify(given)} as ${form}: cannot parse ${JSON.stringify(given)} as "2006"`);
  }
  const seconds = new Date(at).toISOString().slice(0, 19);
  if (schema["x-name"] !== "MicroTime") return `${seconds}Z`;
  const fraction = /\.(\d+)/.exec(given)?.[1] ?? "";
  return `${seconds}.${fraction.padEnd(6, "0").slice(0, 6)}Z`;
}

function checkBase64(text: string): void {
  const bare = text.replace(/[\r\n]/g, "");
  const strange = bare.search(/[^A-Za-z0-9+/=]/);
  const end = bare.replace(/=+$/, "").length;
  if (strange >= 0) throw new TypeMismatch(`illegal base64 data at input byte ${strange}`);
  if (bare.length % 4 !== 0) throw new TypeMismatch(`illegal base64 data at input byte ${end - (end % 4)}`);
}
