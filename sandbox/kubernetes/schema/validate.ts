import { asObject, isObject, type Json, sameJson } from "../../shared/json";
import { type FieldError, invalid, required, unsupported, wrongType } from "../status";
import { fieldSchema, join, type Schema } from "./schema";

/**
 * What a structural schema finds wrong with a custom resource; types, enumerations, patterns and fields that must be there, which is what our
 * definitions use. What was wrong before and has not changed is let through.
 */
export function contentFaults(schema: Schema, value: Json, old: Json | undefined, path = ""): FieldError[] {
  if (old !== undefined && path !== "" && sameJson(value, old)) return [];
  if (value === null && schema.nullable) return [];
  const mismatch = typeFault(schema, value, path);
  if (mismatch) return [...mismatch];
  return [...wordFaults(schema, value, path), ...innerFaults(schema, value, old, path)];
}

function innerFaults(schema: Schema, value: Json, old: Json | undefined, path: string): FieldError[] {
  const { items } = schema;
  if (Array.isArray(value)) {
    const before = Array.isArray(old) ? old : [];
    return items ? value.flatMap((item, i) => contentFaults(items, item, before[i], `${path}[${i}]`)) : [];
  }
  if (!isObject(value)) return [];
  const missing = (schema.required ?? []).filter((field) => value[field] === undefined).map((field) => required(join(path, field)));
  const fields = Object.entries(value).flatMap(([field, member]) => {
    const known = fieldSchema(schema, field);
    return known ? contentFaults(known, member, asObject(old)[field], join(path, field)) : [];
  });
  return [...fields, ...missing];
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

function typeFault(schema: Schema, value: Json, path: string): FieldError[] | undefined {
  const found = typeOf(value);
  const either = schema["x-kubernetes-int-or-string"] === true;
  if (either ? found === "integer" || found === "string" : !schema.type || schema.type === found) return undefined;
  if (schema.type === "number" && found === "integer") return undefined;
  const fault = wrongType(path, found, `${path} in body must be of type ${either ? "integer,string" : schema.type}: "${found}"`);
  // a fraction in place of a whole number is complained about twice, once without saying where
  const twice = schema.type === "integer" && found === "number";
  return twice ? [invalid("<nil>", "", `Checked value must be of type integer (default format) in ${path}`), fault] : [fault];
}

function wordFaults({ enum: words, pattern }: Schema, value: Json, path: string): FieldError[] {
  const unlisted = words && !words.some((each) => sameJson(each, value)) ? [unsupported(path, value, words.map(String))] : [];
  const unfit = pattern !== undefined && typeof value === "string" && !new RegExp(pattern, "u").test(value);
  return unfit ? [...unlisted, invalid(path, value, `${path} in body should match '${pattern}'`)] : unlisted;
}
