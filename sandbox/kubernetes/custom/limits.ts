import type { Json, JsonObject } from "../../shared/json";
import { type FieldError, invalid, shown } from "../errors/field";
import type { Schema } from "../schema/schema";

const should = (path: string, value: Json, what: string): FieldError => invalid(path, value, `${path} in body should ${what}`);

export function numberFaults(schema: Schema, value: number, path: string): FieldError[] {
  const { minimum, maximum, multipleOf } = schema;
  const faults: FieldError[] = [];
  if (minimum !== undefined && (value < minimum || (schema.exclusiveMinimum && value === minimum))) {
    faults.push(should(path, value, `be greater than ${schema.exclusiveMinimum ? "" : "or equal to "}${minimum}`));
  }
  if (maximum !== undefined && (value > maximum || (schema.exclusiveMaximum && value === maximum))) {
    faults.push(should(path, value, `be less than ${schema.exclusiveMaximum ? "" : "or equal to "}${maximum}`));
  }
  if (multipleOf !== undefined && value % multipleOf !== 0) faults.push(should(path, value, `be a multiple of ${multipleOf}`));
  return faults;
}

export function textFaults({ minLength, maxLength, pattern }: Schema, value: string, path: string): FieldError[] {
  const faults: FieldError[] = [];
  const length = [...value].length;
  if (minLength !== undefined && length < minLength) faults.push(should(path, value, `be at least ${minLength} chars long`));
  if (maxLength !== undefined && length > maxLength) {
    faults.push({ reason: "FieldValueTooLong", field: path, message: `Too long: may not be more than ${maxLength} bytes` });
  }
  if (pattern !== undefined && !matches(pattern, value)) faults.push(should(path, value, `match '${pattern}'`));
  return faults;
}

/** Go's patterns are close enough to ours; one that we cannot read lets everything through. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern.replace(/^\(\?i\)/, ""), pattern.startsWith("(?i)") ? "iu" : "u").test(value);
  } catch {
    return true;
  }
}

export function arrayFaults({ minItems, maxItems, uniqueItems }: Schema, value: Json[], path: string): FieldError[] {
  const faults: FieldError[] = [];
  if (minItems !== undefined && value.length < minItems) faults.push(should(path, value.length, `have at least ${minItems} items`));
  if (maxItems !== undefined && value.length > maxItems) faults.push(tooMany(path, value.length, maxItems));
  if (uniqueItems && new Set(value.map((item) => shown(item))).size < value.length) faults.push(should(path, "", "not contain duplicates"));
  return faults;
}

export function objectFaults({ minProperties, maxProperties }: Schema, value: JsonObject, path: string): FieldError[] {
  const count = Object.keys(value).length;
  const faults: FieldError[] = [];
  if (minProperties !== undefined && count < minProperties) faults.push(should(path, count, `have at least ${minProperties} properties`));
  if (maxProperties !== undefined && count > maxProperties) faults.push(tooMany(path, count, maxProperties));
  return faults;
}

const tooMany = (field: string, count: number, most: number): FieldError => ({
  reason: "FieldValueTooMany",
  field,
  message: `Too many: ${count}: must have at most ${most} items`,
});
