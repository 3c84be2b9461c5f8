import type { Json } from "../../shared/json";
import { ApiError } from "../errors";
import { str, typeName } from "../python";
import type { DataType } from "./data-type";
import { ValueFault } from "./faults";

const TRUE: Json[] = ["true", "t", "yes", "y", "on", "1"];
const FALSE: Json[] = ["false", "f", "no", "n", "off", "0"];

/** Only unambiguous spellings of yes and no. */
export const bool: DataType = {
  convert(value) {
    if (value === null || typeof value === "boolean") return value;
    if (typeof value === "number" && Number.isInteger(value)) return value !== 0;
    if (TRUE.includes(value)) return true;
    if (FALSE.includes(value)) return false;
    throw new ValueFault(`Value not an unambiguous boolean: ${str(value)}`);
  },
  check: (value) => value,
};

/** Python's `int()`: digits in a string will do, fractions are cut off. */
function toInt(value: Json): Json {
  if (value === null) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number") return Math.trunc(value);
  if (typeof value !== "string") {
    throw new ApiError(500, `int() argument must be a string, a bytes-like object or a real number, not '${typeName(value)}'`);
  }
  if (!/^\s*[+-]?\d+(_\d+)*\s*$/.test(value)) throw new ValueFault(`invalid literal for int() with base 10: '${value}'`);
  return Number(value.replaceAll("_", ""));
}

function toFloat(value: Json): Json {
  if (value === null || typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value !== "string") {
    throw new ApiError(500, `float() argument must be a string or a real number, not '${typeName(value)}'`);
  }
  if (value.trim() === "" || Number.isNaN(Number(value))) throw new ValueFault(`could not convert string to float: '${value}'`);
  return Number(value);
}

export function integer(minimum?: number, maximum?: number): DataType {
  return {
    convert: toInt,
    check(value) {
      if (minimum !== undefined && Number(value) < minimum) throw new ValueFault(`Value should be greater or equal to ${minimum}`);
      if (maximum !== undefined && Number(value) > maximum) throw new ValueFault(`Value should be lower or equal to ${maximum}`);
      return value;
    },
  };
}

export interface StringLimits {
  min?: number;
  max?: number;
  /** The expression and how Python writes it. */
  pattern?: { test: RegExp; written: string };
}

export function string({ min, max, pattern }: StringLimits = {}): DataType {
  return {
    convert: (value) => value,
    check(value) {
      if (typeof value !== "string") throw new ValueFault("Value should be string");
      if (min !== undefined && value.length < min) throw new ValueFault(`Value should have a minimum character requirement of ${min}`);
      if (max !== undefined && value.length > max) throw new ValueFault(`Value should have a maximum character requirement of ${max}`);
      if (pattern && !pattern.test.test(value)) throw new ValueFault(`Value should match the pattern ${pattern.written}`);
      return value;
    },
  };
}

/** One of a few values; the server lists them in no fixed order. */
export function oneOf(values: readonly Json[], base: "text" | "int" | "float" = "text"): DataType {
  const show = (value: Json) => (base === "float" && Number.isInteger(value) ? `${value}.0` : str(value));
  return {
    show,
    convert: base === "int" ? toInt : base === "float" ? toFloat : (value) => value,
    check(value) {
      if (typeof value === "object") throw new ValueFault(`unhashable type: '${typeName(value)}'`);
      if (!values.includes(value)) throw new ValueFault(`Value should be one of: ${values.map(show).join(", ")}`);
      return value;
    },
  };
}
