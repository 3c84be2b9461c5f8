// Errors of the Octavia API, with its texts.
import type { HttpResponse } from "../shared/http";
import type { JsonObject } from "../shared/json";
import { isObject, type Json } from "../shared/json";

/**
 * A refusal. Most come as `{"faultcode","faultstring","debuginfo"}`; what fails before a controller is found (routing, paging
 * parameters, the pool in a member's path) as `{"code","title","description"}`.
 */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly form: "fault" | "routing" = "fault",
  ) {
    super(message);
  }

  response(): HttpResponse {
    const body =
      this.form === "fault"
        ? { faultcode: this.status < 500 ? "Client" : "Server", faultstring: this.message, debuginfo: null }
        : { code: this.status, title: this.title(), description: this.message };
    return { status: this.status, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  }

  /** Refusals with a text of their own have the title of a bad request, with any status. */
  private title(): string {
    if (this.message !== "" && this.status !== 406) return "Bad Request";
    return { 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable" }[this.status] ?? "Bad Request";
  }
}

export const notFound = (resource: string, id: string): ApiError => new ApiError(404, `${resource} ${id} not found.`);

/** Refusal of an object in the middle of a path, which has a shape of its own. */
export const parentNotFound = (resource: string, id: string): ApiError => new ApiError(404, `${resource} ${id} not found.`, "routing");

export const invalid = (detail: string): ApiError => new ApiError(400, `Validation failure: ${detail}`);

export const invalidOption = (value: string, option: string): ApiError => new ApiError(400, `${value} is not a valid option for ${option}`);

export const disabledOption = (option: string, value: string): ApiError =>
  new ApiError(400, `The selected ${option} is not allowed in this deployment: ${value}`);

export const quotaMet = (resource: string): ApiError => new ApiError(403, `Quota has been met for resources: ${resource}`);

export const forbidden = (): ApiError => new ApiError(403, "Policy does not allow this request to be performed.");

export const noChildren = (protocol: string): ApiError => new ApiError(400, `Protocol ${protocol} listeners cannot have child objects.`);

export const unsupported = (provider: string, message: string): ApiError =>
  new ApiError(501, `Provider '${provider}' does not support a requested option: ${message}`);

/** Error that Python raises when the server reads an attribute of a part of the body that is not there. */
export const noAttribute = (type: string, attribute: string): ApiError =>
  new ApiError(500, `'${type}' object has no attribute '${attribute}'`);

/** Nested objects in an ordinary create: the server takes them in and fails on them. */
export const nestedDict = (): ApiError => noAttribute("dict", "_sa_instance_state");

/** Columns that the database wants filled and whose null no rule of the API catches before. */
const REQUIRED = {
  pool: ["protocol", "lb_algorithm", "tls_enabled"],
  member: ["address", "protocol_port", "backup"],
};

/** The request reaches the database, which refuses it. */
export function checkRequired(kind: keyof typeof REQUIRED, fields: JsonObject): void {
  const empty = REQUIRED[kind].find((column) => fields[column] === null);
  if (empty !== undefined) throw new ApiError(500, `NOT NULL constraint failed: ${kind}.${empty}`);
}

/** Python's name for the type of a JSON value, as some refusals show it. */
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

/** True if a list has a text twice, without regard to case: the database keeps it as a set. */
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
