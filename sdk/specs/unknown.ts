import { z } from "zod";

/**
 * A value that a preview cannot know yet, such as the nodePort of a Service that the same `pulumi up` creates.
 * It travels through the translation as it is and becomes an unknown output at the end.
 */
export interface Unknown {
  readonly unknown: true;
}

export const UNKNOWN: Unknown = Object.freeze({ unknown: true });

export function isUnknown(value: unknown): value is Unknown {
  return value === UNKNOWN;
}

/** Accepts what the schema accepts, or a value that is not known yet. */
export function mayBeUnknown<T extends z.ZodType>(schema: T) {
  return z.union([schema, z.custom<Unknown>(isUnknown)]);
}
