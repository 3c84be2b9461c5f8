import { asObject, isObject, type Json, type JsonObject, sameJson } from "../../shared/json";
import { duplicate, type FieldError, invalid, required, unsupported, wrongType } from "../errors/field";
import { fieldSchema } from "../schema/pruned";
import type { Schema } from "../schema/schema";
import { arrayFaults, numberFaults, objectFaults, textFaults } from "./limits";

/** What a structural schema finds wrong with a value. What was wrong before and has not changed is let through. */
export function contentFaults(schema: Schema, object: JsonObject, old: JsonObject | undefined): FieldError[] {
  return faultsAt(schema, object, "", old);
}

function faultsAt(schema: Schema, value: Json, path: string, old: Json | undefined): FieldError[] {
  if (old !== undefined && path !== "" && sameJson(value, old)) return [];
  if (value === null && schema.nullable) return [];
  const mismatch = typeFault(schema, value, path);
  if (mismatch) return [...fractionFault(schema, value, path), mismatch];
  return [
    ...enumFaults(schema, value, path),
    ...limitFaults(schema, value, path),
    ...logicFaults(schema, value, path),
    ...inner(schema, value, path, old),
  ];
}

function inner(schema: Schema, value: Json, path: string, old: Json | undefined): FieldError[] {
  if (Array.isArray(value)) {
    const items = schema.items;
    const each = items ? value.flatMap((item, i) => faultsAt(items, item, `${path}[${i}]`, Array.isArray(old) ? old[i] : undefined)) : [];
    return [...each, ...duplicates(schema, value, path)];
  }
  if (!isObject(value)) return [];
  const missing = (schema.required ?? []).filter((field) => value[field] === undefined).map((field) => required(join(path, field)));
  const fields = Object.entries(value).flatMap(([field, member]) => {
    const known = fieldSchema(schema, field);
    return known ? faultsAt(known, member, join(path, field), asObject(old)[field]) : [];
  });
  return [...fields, ...missing];
}

const join = (path: string, field: string): string => (path === "" ? field : `${path}.${field}`);

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

function typeFault(schema: Schema, value: Json, path: string): FieldError | undefined {
  const found = typeOf(value);
  if (schema["x-kubernetes-int-or-string"]) {
    if (found === "integer" || found === "string") return undefined;
    return wrongType(path, found, `${path} in body must be of type integer,string: "${found}"`);
  }
  if (schema.type === undefined || schema.type === found || (schema.type === "number" && found === "integer"))
    return formatFault(schema, value, path);
  return wrongType(path, found, `${path} in body must be of type ${schema.type}: "${found}"`);
}

/** A fraction in place of a whole number is complained about twice, once without saying where. */
function fractionFault(schema: Schema, value: Json, path: string): FieldError[] {
  if (schema.type !== "integer" || typeof value !== "number") return [];
  return [invalid("<nil>", "", `Checked value must be of type integer (default format) in ${path}`)];
}

function formatFault({ format }: Schema, value: Json, path: string): FieldError | undefined {
  if (format !== "date-time" || typeof value !== "string" || !Number.isNaN(Date.parse(value))) return undefined;
  return wrongType(path, value, `${path} in body must be of type date-time: ${JSON.stringify(value)}`);
}

function enumFaults(schema: Schema, value: Json, path: string): FieldError[] {
  if (!schema.enum || schema.enum.some((each) => sameJson(each, value))) return [];
  return [
    unsupported(
      path,
      value,
      schema.enum.map((each) => (typeof each === "string" ? each : JSON.stringify(each))),
    ),
  ];
}

function limitFaults(schema: Schema, value: Json, path: string): FieldError[] {
  if (typeof value === "number") return numberFaults(schema, value, path);
  if (typeof value === "string") return textFaults(schema, value, path);
  if (Array.isArray(value)) return arrayFaults(schema, value, path);
  return isObject(value) ? objectFaults(schema, value, path) : [];
}

function logicFaults({ allOf = [], anyOf, oneOf, not }: Schema, value: Json, path: string): FieldError[] {
  const fits = (schema: Schema) => faultsAt(schema, value, path, undefined).length === 0;
  const faults = allOf.flatMap((schema) => faultsAt(schema, value, path, undefined));
  if (anyOf && !anyOf.some(fits)) faults.push(invalid(path, "", `${path} in body must validate at least one schema (anyOf)`));
  const matching = oneOf?.filter(fits).length ?? 1;
  const found = matching === 0 ? "Found none valid" : `Found ${matching} valid alternatives`;
  if (matching !== 1) faults.push(invalid(path, "", `${path} in body must validate one and only one schema (oneOf). ${found}`));
  if (not && fits(not)) faults.push(invalid(path, "", `${path} in body must not validate the schema (not)`));
  return faults;
}

/** Entries of a set, or with the same keys of a map, stand once. */
function duplicates(schema: Schema, list: Json[], path: string): FieldError[] {
  const type = schema["x-kubernetes-list-type"];
  if (type !== "set" && type !== "map") return [];
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  const identity = (item: Json) => (type === "set" ? item : Object.fromEntries(keys.map((key) => [key, asObject(item)[key] ?? null])));
  return list.flatMap((item, i) =>
    list.slice(0, i).some((other) => sameJson(identity(other), identity(item))) ? [duplicate(`${path}[${i}]`, identity(item))] : [],
  );
}
