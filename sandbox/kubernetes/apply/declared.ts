import { isObject, type Json, type JsonObject, text } from "../../shared/json";
import { StatusError } from "../errors/status";
import type { Call } from "../request/call";
import { metaOf } from "../resources/meta";
import { fieldSchema } from "../schema/pruned";
import { resolved, type Schema } from "../schema/schema";
import { fieldsOf } from "./compare";
import { written } from "./conflicts";
import type { FieldSet } from "./field-set";
import { elementOf, KeyMissing, rootSchema } from "./shape";

/** `/v1, Kind=Pod`, `mizar.com/v1, Kind=Vpc`. */
export function typeOf({ apiVersion, kind }: JsonObject): string {
  const version = text(apiVersion);
  return `${version.includes("/") ? version : `/${version}`}, Kind=${text(kind)}`;
}

/** An apply may hold only what the kind's schema has: nothing is dropped silently. */
export function checkDeclared(call: Call, config: JsonObject): void {
  const faults: string[] = [];
  const { tenant: _, ...metadata } = metaOf(config);
  collect(rootSchema(call.resource), call.cluster.arktos ? { ...config, metadata } : config, "", faults);
  if (faults.length > 0) throw untyped(config, faults.length === 1 ? faults[0]! : `errors:\n  ${faults.join("\n  ")}`);
}

/** The paths of what an apply holds. */
export function declaredFields(call: Call, config: JsonObject): FieldSet {
  try {
    return fieldsOf(rootSchema(call.resource), config);
  } catch (error) {
    if (error instanceof KeyMissing) throw untyped(config, error.message);
    throw error;
  }
}

function untyped(config: JsonObject, why: string): StatusError {
  const { name, namespace } = metaOf(config);
  return new StatusError(
    500,
    undefined,
    `failed to create typed patch object (${text(namespace)}/${text(name)}; ${typeOf(config)}): ${why}`,
  );
}

function collect(reference: Schema, value: Json, path: string, faults: string[]): void {
  const schema = resolved(reference);
  const wrong = value === null ? undefined : wrongType(schema, value);
  if (wrong) faults.push(`${path}: ${wrong}, got &value.valueUnstructured{Value:${JSON.stringify(value)}}`);
  else if (Array.isArray(value)) {
    const { items } = schema;
    faults.push(...twice(schema, value).map((element) => `${path}: duplicate entries for key ${written([element])}`));
    if (items) for (const [i, item] of value.entries()) collect(items, item, `${path}[${i}]`, faults);
  } else if (isObject(value) && (schema.properties || schema.additionalProperties)) collectFields(schema, value, path, faults);
}

/** Entries of a list that cannot be told apart. */
function twice(schema: Schema, list: Json[]): string[] {
  if (!["map", "set"].includes(schema["x-kubernetes-list-type"] ?? "")) return [];
  try {
    const elements = list.map((item) => elementOf(schema, item));
    return elements.filter((element, i) => elements.indexOf(element) < i);
  } catch (error) {
    if (error instanceof KeyMissing) return []; // said when the fields are collected
    throw error;
  }
}

function collectFields(schema: Schema, value: JsonObject, path: string, faults: string[]): void {
  for (const [field, inner] of Object.entries(value)) {
    const known = fieldSchema(schema, field);
    if (known) collect(known, inner, `${path}.${field}`, faults);
    else if (!schema["x-kubernetes-preserve-unknown-fields"]) faults.push(`${path}.${field}: field not declared in schema`);
  }
}

/** What was expected in place of the value, where it does not fit. */
function wrongType(schema: Schema, value: Json): string | undefined {
  if (schema["x-kubernetes-int-or-string"] || schema.format === "int-or-string") return undefined;
  switch (schema.type) {
    case "string":
      return typeof value === "string" ? undefined : "expected string";
    case "integer":
    case "number":
      return typeof value === "number" ? undefined : "expected numeric (int or float)";
    case "boolean":
      return typeof value === "boolean" ? undefined : "expected boolean";
    case "array":
      return Array.isArray(value) ? undefined : "expected list";
    case "object":
      return isObject(value) ? undefined : "expected map";
    default:
      return undefined;
  }
}
