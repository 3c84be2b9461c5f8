// Reads and checks bodies of requests.
import { asArray, asObject, isObject, type Json, type JsonObject } from "../shared/json";
import { ApiError, noAttribute, str, typeName } from "./errors";

/**
 * The type of one field of a request body, in the two steps of the real server: what JSON says becomes a value, then the value
 * is checked. Null passes the check of every type.
 */
export interface DataType {
  convert(value: Json): Json;
  check(value: Json): Json;
  /** Spells a value of this type as Python does, if that differs from JSON: 2 is 2.0. */
  show?(value: Json): string;
}

export interface Attribute {
  name: string;
  type: DataType;
  mandatory?: boolean;
  /** Value that a handler reads if the field is missing. */
  default?: Json;
}

/** Python's ValueError: a value is invalid; the caller adds the name of its field. */
export class ValueFault extends Error {}

/** Keys that the type does not have; the path to them grows while the fault travels outwards. */
class UnknownAttribute extends Error {
  constructor(
    readonly attributes: string[],
    private readonly path: string[] = [],
  ) {
    super();
  }

  below(field: string): UnknownAttribute {
    return new UnknownAttribute(this.attributes, [field, ...this.path]);
  }

  text(): string {
    return `Unknown attribute${this.attributes.length > 1 ? "s" : ""} for argument ${this.path.join(".")}: ${this.attributes.join(", ")}`;
  }
}

export function arrayOf(item: DataType): DataType {
  return {
    convert(value) {
      if (value === null) return null;
      if (!Array.isArray(value)) throw new ValueFault(`Value not a valid list: ${str(value)}`);
      return value.map((inner) => item.convert(inner));
    },
    check: (value) => asArray(value).map((inner) => (inner === null ? null : item.check(inner))),
  };
}

/** A map from any key to values of one type. */
export function mapOf(values: DataType): DataType {
  return {
    convert(value) {
      if (value === null) return null;
      if (!isObject(value)) throw new ValueFault(`Value not a valid dict: ${str(value)}`);
      return mapValues(value, (inner) => values.convert(inner));
    },
    check: (value) => mapValues(asObject(value), (inner) => (inner === null ? null : values.check(inner))),
  };
}

const mapValues = (object: JsonObject, change: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** An object with these fields and no others, checked in this order. Fields that are not given get their defaults. */
export function objectOf(attributes: Attribute[]): DataType {
  const names = new Set(attributes.map(({ name }) => name));
  return {
    convert(value) {
      if (value === null) return null;
      if (!isObject(value)) throw noAttribute(typeName(value), "keys");
      const unknown = Object.keys(value).filter((key) => !names.has(key));
      if (unknown.length > 0) throw new UnknownAttribute(unknown);
      const result: JsonObject = {};
      for (const attribute of attributes) {
        const input = value[attribute.name];
        if (input !== undefined) result[attribute.name] = field(attribute, input);
        else if (attribute.mandatory) throw invalidInput(attribute.name, null, "Mandatory field missing.");
        else if (attribute.default !== undefined) result[attribute.name] = attribute.default;
      }
      return result;
    },
    check: (value) => value,
  };
}

function field({ name, type }: Attribute, input: Json): Json {
  let value: Json;
  try {
    value = type.convert(input);
  } catch (error) {
    throw error instanceof UnknownAttribute ? error.below(name) : error;
  }
  if (value === null) return null;
  try {
    return type.check(value);
  } catch (error) {
    throw error instanceof ValueFault ? invalidInput(name, type.show?.(value) ?? value, error.message) : error;
  }
}

const invalidInput = (name: string, value: Json, message: string): ApiError =>
  new ApiError(400, `Invalid input for field/attribute ${name}. Value: '${str(value)}'. ${message}`);

/** Form of a handler's body: the name of its argument, the root key, and the type below it. */
export interface BodyShape {
  argument: string;
  root: string;
  type: DataType;
}

/** Returns the value of the root key: undefined if the key is missing, which most handlers fail on. */
export function readBody(shape: BodyShape, body: string, contentType: string): Json | undefined {
  if (body === "") throw new ApiError(400, `Missing argument: "${shape.argument}"`);
  const mime = contentType.split(";")[0]?.trim() ?? "";
  if (mime === "application/x-www-form-urlencoded") {
    throw new ApiError(400, `Unknown argument: "${new URLSearchParams(body).keys().next().value ?? ""}"`); // its fields are the arguments
  }
  if (!["application/json", "text/javascript", "application/javascript"].includes(mime)) {
    throw new ApiError(415, `Unknown mimetype: ${mime}`);
  }
  const parsed = parse(body);
  try {
    return asObject(objectOf([{ name: shape.root, type: shape.type }]).convert(parsed))[shape.root];
  } catch (error) {
    if (error instanceof ValueFault) throw invalidInput(shape.argument, parsed, error.message);
    if (error instanceof UnknownAttribute) throw new ApiError(400, error.below(shape.argument).text());
    throw error;
  }
}

function parse(body: string): Json {
  try {
    return JSON.parse(body);
  } catch {
    throw new ApiError(400, "Request is not in valid JSON format");
  }
}

/** Value of the root key of a request's body; most handlers fail if it is missing. */
export type GivenBody = JsonObject | null | undefined;

/** The real handlers read this attribute first, even of an invalid body. */
export function present(body: GivenBody, attribute: string): JsonObject {
  if (body) return body;
  throw noAttribute(typeName(body), attribute);
}
