import { isObject, type Json, type JsonObject } from "../../shared/json";
import { resolved, type Schema } from "./schema";

/** What came out of reading a body into the type of a built-in kind. */
export interface Typed {
  value: JsonObject;
  /** Paths of fields that the type does not have; they are dropped. */
  unknown: string[];
}

/** A value that does not fit its field; the text is that of Go's JSON decoder. */
export class TypeMismatch extends Error {}

/**
 * An object as it looks after the server has read it into its Go type and written it out again: unknown fields are gone, empty values
 * are left out or written as the type says.
 */
export function typed(schema: Schema, object: JsonObject, kind: string): Typed {
  const unknown: string[] = [];
  const value = struct(resolved(schema), object, { path: "", unknown, owner: kind });
  return { value, unknown };
}

interface Place {
  path: string;
  /** The same without keys of maps and positions in lists. */
  named?: string;
  unknown: string[];
  /** The Go struct that holds the field, for texts of errors. */
  owner: string;
}

function struct(schema: Schema, given: JsonObject, place: Place): JsonObject {
  const fields = schema.properties ?? {};
  for (const key of Object.keys(given)) if (!Object.hasOwn(fields, key)) place.unknown.push(join(place.path, key));
  const written: JsonObject = {};
  for (const [field, inner] of Object.entries(fields)) {
    const value = member(inner, given[field], { ...place, path: join(place.path, field), named: join(place.named ?? "", field) });
    if (value !== undefined) written[field] = value;
  }
  return written;
}

const join = (path: string, field: string): string => (path === "" ? field : `${path}.${field}`);

/** A field's value as it is written out; undefined when it is left out. */
function member(reference: Schema, given: Json | undefined, place: Place): Json | undefined {
  const schema = resolved(reference);
  const letters = reference["x-go"] ?? "";
  const always = letters.includes("a");
  const pointer = letters.includes("p");
  if (given === undefined || given === null) {
    return always ? zero(schema, pointer, place) : pointer ? undefined : emptyStruct(schema, letters, place);
  }
  const inside = isStruct(schema) ? { ...place, owner: structName(reference) ?? place.owner } : place;
  const value = read(schema, given, isObject(given) ? inside : place);
  if (pointer || always || isStruct(schema)) return value;
  return isEmpty(value) ? undefined : value;
}

/** `api.core.v1.ServicePort` -> `ServicePort` */
const structName = ({ $ref }: Schema): string | undefined => $ref?.split(".").pop();

const isStruct = (schema: Schema): boolean => schema.properties !== undefined;

/** A struct that is no pointer is always there. */
function emptyStruct(schema: Schema, letters: string, place: Place): Json | undefined {
  if (letters.includes("z")) return undefined;
  // a time is a struct, too, and null when it is not set
  if (schema.format === "date-time") return null;
  return isStruct(schema) ? struct(schema, {}, { ...place, unknown: [] }) : undefined;
}

function zero(schema: Schema, pointer: boolean, place: Place): Json {
  if (pointer || schema.type === "array" || schema.additionalProperties || schema.format === "date-time" || schema.format === "byte")
    return null;
  if (isStruct(schema)) return struct(schema, {}, { ...place, unknown: [] });
  if (schema.format === "int-or-string") return 0;
  return schema.type === "string" ? "" : schema.type === "boolean" ? false : schema.type === undefined ? null : 0;
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
      if (typeof given !== "boolean") throw mismatch(given, place, "bool");
      return given;
    case "integer":
    case "number":
      if (typeof given !== "number" || (schema.type === "integer" && !Number.isInteger(given)))
        throw mismatch(given, place, schema.format ?? "int");
      return given;
    default:
      return mapping(schema, given, place);
  }
}

function element(reference: Schema, given: Json, place: Place): Json {
  const schema = resolved(reference);
  if (given === null) return zero(schema, false, place);
  return read(schema, given, isObject(given) ? { ...place, owner: structName(reference) ?? place.owner } : place);
}

function scalar(schema: Schema, given: Json, place: Place): Json {
  if (typeof given === "string") {
    if (schema.format === "byte") checkBase64(given);
    return schema.format === "date-time" ? timeOf(schema, given) : given;
  }
  // quantities may be written as numbers
  if (
    typeof given === "number" &&
    schema.format === undefined &&
    /limits|requests|capacity|allocatable|sizeLimit|divisor/.test(place.path)
  ) {
    return String(given);
  }
  throw mismatch(given, place, "string");
}

function mapping(schema: Schema, given: Json, place: Place): Json {
  if (schema.properties) {
    if (!isObject(given)) throw mismatch(given, place, place.owner);
    return struct(schema, given, place);
  }
  const inner = schema.additionalProperties;
  if (!inner || inner === true) return given;
  if (!isObject(given)) throw mismatch(given, place, "map[string]");
  const entries = Object.entries(given).map(([key, value]) => [key, element(inner, value, { ...place, path: `${place.path}.${key}` })]);
  return Object.fromEntries(entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

const KINDS: { [type: string]: string } = { string: "string", number: "number", boolean: "bool" };

function mismatch(given: Json, place: Place, wanted: string): TypeMismatch {
  const found = Array.isArray(given) ? "array" : (KINDS[typeof given] ?? "object");
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
