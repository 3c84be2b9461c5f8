// Reads values of JSON whose type is not known.

/** A list; empty for anything else. */
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A JSON object, which is neither a list nor null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The name of a body; empty without one. */
export const nameIn = (body: unknown): string => (isRecord(body) && typeof body.name === "string" ? body.name : "");

/** A text; anything else is the empty one. */
export const textIn = (value: unknown): string => (typeof value === "string" ? value : "");
