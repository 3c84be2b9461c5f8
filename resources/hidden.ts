// Hides inputs that grow with the cluster from the diffs of the engine: `__name` holds them as text.

import { compressed, plainText } from "./compressed";

/**
 * Inputs that grow with the cluster, in resources without an object. The engine shows all of a list or map of which one entry changes, and the
 * summary says what changes. So components declare them as properties that begin with two underscores, which no diff shows.
 */
export const hiddenName = (field: string): string => `__${field}`;

/** Inputs with these fields hidden: as JSON, a long one compressed, or as they are where outputs are among them. */
export function hideInputs(inputs: { readonly [field: string]: unknown }, fields: readonly string[]): Record<string, unknown> {
  const entry = ([field, value]: [string, unknown]): [string, unknown] =>
    fields.includes(field) ? [hiddenName(field), hiddenText(value)] : [field, value];
  return Object.fromEntries(Object.entries(inputs).map(entry));
}

/** The reverse of {@link hideInputs}; properties that hide nothing stay as they are. */
export function showInputs<P extends { [property: string]: unknown }>(properties: P, fields: readonly string[]): P {
  const shown = fields.flatMap((field) => {
    const value = properties[hiddenName(field)];
    return value === undefined ? [] : [[field, shownValue(value)]];
  });
  return { ...properties, ...Object.fromEntries(shown) };
}

/** A value as one text, or as it is where outputs are in it. */
export const hiddenText = (value: unknown): unknown => (isPlain(value) ? compressed(JSON.stringify(value)) : value);

/** The reverse of {@link hiddenText}. */
export const shownValue = (value: unknown): unknown => (typeof value === "string" ? jsonOr(value, undefined) : value);

/** The value of a hidden text. One that was edited by hand and is no JSON counts as if the state did not have it. */
export function jsonOr<T>(text: unknown, otherwise: T): unknown {
  try {
    return JSON.parse(plainText(String(text)));
  } catch {
    return otherwise;
  }
}

const LEAVES = ["string", "number", "boolean", "undefined"];

/** True for plain JSON: neither an output nor a promise is in it. */
export function isPlain(value: unknown): boolean {
  if (value === null || typeof value !== "object") return LEAVES.includes(typeof value);
  const isJson = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isJson && Object.values(value).every(isPlain);
}
