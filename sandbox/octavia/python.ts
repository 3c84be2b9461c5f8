import { isObject, type Json } from "../shared/json";

/** What Python calls the type of a JSON value; it stands in the texts of some refusals. */
export function typeName(value: Json | undefined): string {
  if (value === undefined) return "UnsetType";
  if (value === null) return "NoneType";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  if (typeof value === "string") return "str";
  return Array.isArray(value) ? "list" : "dict";
}

/** A value as Python's `repr` writes it: the server quotes whole request bodies this way. */
export function repr(value: Json): string {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  return `{${Object.entries(value)
    .map(([key, inner]) => `${quoted(key)}: ${repr(inner)}`)
    .join(", ")}}`;
}

/** A value as Python's `str` writes it. */
export function str(value: Json): string {
  return typeof value === "string" ? value : repr(value);
}

/** Python's idea of true: not empty, not zero, not None. */
export function truthy(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** `oslo_utils.strutils.bool_from_string`, which query parameters go through. */
export function boolFromString(value: string): boolean {
  return ["1", "t", "true", "on", "y", "yes"].includes(value.trim().toLowerCase());
}

/** The same text twice in a list that the database keeps as a set, without regard to case. */
export function hasTwins(values: Json | undefined): boolean {
  const texts = Array.isArray(values) ? values.map((value) => String(value).toLowerCase()) : [];
  return new Set(texts).size < texts.length;
}

function quoted(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const escaped = value
    .replaceAll("\\", "\\\\")
    .replaceAll(quote, `\\${quote}`)
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  return quote + escaped + quote;
}
