import { isObject, type Json, type JsonObject } from "../../shared/json";
import { ApiError, noAttribute } from "../errors";
import { str, typeName } from "../python";
import type { Attribute, DataType } from "./data-type";
import { UnknownAttribute, ValueFault } from "./faults";

export function arrayOf(item: DataType): DataType {
  return {
    convert(value) {
      if (value === null) return null;
      if (!Array.isArray(value)) throw new ValueFault(`Value not a valid list: ${str(value)}`);
      return value.map((inner) => item.convert(inner));
    },
    check: (value) => (value as Json[]).map((inner) => (inner === null ? null : item.check(inner))),
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
    check: (value) => mapValues(value as JsonObject, (inner) => (inner === null ? null : values.check(inner))),
  };
}

const mapValues = (object: JsonObject, change: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** An object with these fields and no others, checked in this order. Fields that are not given get their defaults. */
export function objectOf(attributes: Attribute[]): DataType {
  const known = new Set(attributes.map(({ name }) => name));
  return {
    convert(value) {
      if (value === null) return null;
      if (!isObject(value)) throw noAttribute(typeName(value), "keys");
      const unknown = Object.keys(value).filter((key) => !known.has(key));
      if (unknown.length > 0) throw new UnknownAttribute(unknown);
      const result: JsonObject = {};
      for (const attribute of attributes) {
        const given = value[attribute.name];
        if (given !== undefined) result[attribute.name] = field(attribute, given);
        else if (attribute.mandatory) throw invalidInput(attribute.name, null, "Mandatory field missing.");
        else if (attribute.default !== undefined) result[attribute.name] = attribute.default;
      }
      return result;
    },
    check: (value) => value,
  };
}

function field({ name, type }: Attribute, given: Json): Json {
  let value: Json;
  try {
    value = type.convert(given);
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

export const invalidInput = (name: string, value: Json, message: string): ApiError =>
  new ApiError(400, `Invalid input for field/attribute ${name}. Value: '${str(value)}'. ${message}`);
