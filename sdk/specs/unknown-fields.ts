import { z } from "zod";
import type { Diagnostic, ObjectRef } from "../../kinds/diagnostic";
import { diagnose, pointer } from "./report";

/**
 * A warning for every field of an object that its schema does not name, at any depth. The schema must be made of loose
 * objects, so that such fields survive its check; a field of type `unknown` is looked at by nobody.
 */
export function unknownFields(ref: ObjectRef, schema: z.ZodType, value: unknown, at: readonly (string | number)[] = []): Diagnostic[] {
  const plain = unwrap(schema, value);
  if (plain instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item, i) => unknownFields(ref, plain.element as z.ZodType, item, [...at, i]));
  }
  if (!(plain instanceof z.ZodObject) || typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const known = Object.hasOwn(plain.shape, name) ? (plain.shape[name] as z.ZodType) : undefined;
    if (known) return unknownFields(ref, known, member, [...at, name]);
    return [diagnose("LB1006", ref, pointer(...at, name), `the field ${name} is not known and not used`)];
  });
}

/** The schema behind optional, nullable and "list or mapping". */
function unwrap(schema: z.ZodType, value: unknown): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrap(schema.unwrap() as z.ZodType, value);
  if (!(schema instanceof z.ZodUnion)) return schema;
  const options = schema.options.map((option) => unwrap(option as z.ZodType, value));
  return options.find((option) => option instanceof z.ZodArray === Array.isArray(value)) ?? schema;
}
