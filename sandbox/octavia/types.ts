// Parses values of the API as its server does.
import { isIPv4, isIPv6 } from "node:net";
import { normalizedNetwork } from "../shared/addresses";
import type { Json } from "../shared/json";
import { type DataType, ValueFault } from "./body";
import { ApiError, str, typeName } from "./errors";

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

/** Any spelling that Python's `uuid.UUID` reads; kept in the usual one. */
export const uuid: DataType = {
  convert: (value) => value,
  check(value) {
    const hex = typeof value === "string" ? bareHex(value) : "";
    if (!/^[0-9a-f]{32}$/i.test(hex)) throw new ValueFault("Value should be UUID format");
    return hex.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  },
};

const bareHex = (value: string): string =>
  value
    .replace("urn:", "")
    .replace("uuid:", "")
    .replace(/^[{}]+|[{}]+$/g, "")
    .replaceAll("-", "");

export const ipAddress: DataType = {
  convert: (value) => value,
  check(value) {
    if (typeof value !== "string" || !(isIPv4(value) || (isIPv6(value) && !value.includes("%")))) {
      throw new ValueFault("Value should be IPv4 or IPv6 format");
    }
    return value;
  },
};

/** Host bits are masked away; a bare address is a network of one. */
export const cidr: DataType = {
  convert: (value) => value,
  check(value) {
    const network = typeof value === "string" ? normalizedNetwork(value) : undefined;
    if (network === undefined) throw new ValueFault("Value should be IPv4 or IPv6 CIDR format");
    return network;
  },
};

// RFC 3986, section 3.3: what may stand in a path
const PATH = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/;

/** An http or https URL with a host and nothing that could break out of a proxy's configuration. */
function isUrl(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are refused
  if (/[\x00-\x20\x7f-\x9f]/.test(value)) return false;
  const match = /^(https?):\/\/([^/?#]+)([^?#]*)/i.exec(value);
  if (!match) return false;
  const [, scheme = "", authority = "", path = ""] = match;
  if (scheme !== scheme.toLowerCase() && !/^https?$/i.test(scheme)) return false;
  const host = authority.replace(/^.*@/, "").replace(/:\d*$/, "");
  return host !== "" && /^(?:\[[0-9A-Fa-f:.]+\]|(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})+)$/.test(host) && PATH.test(path);
}

export const url: DataType = {
  convert: (value) => value,
  check(value) {
    if (typeof value !== "string" || !isUrl(value)) throw new ValueFault("Value must be a valid URL string");
    return value;
  },
};

/** The path of a health check: begins with a slash, no blanks, no host. */
export const urlPath: DataType = {
  convert: (value) => value,
  check(value) {
    const fits = typeof value === "string" && value.startsWith("/") && !value.startsWith("//") && !/\s/.test(value);
    const path = fits ? (value.split(/[?#]/)[0] ?? "") : "";
    if (!fits || !PATH.test(path)) throw new ValueFault("Value must be a valid URL Path string");
    return value;
  },
};
