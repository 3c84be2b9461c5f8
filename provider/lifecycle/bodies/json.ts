// JSON values, and the values that are unknown at preview.

import type { Json } from "../../../resources/kind";

/** An object of plain JSON. */
export type JsonObject = { [key: string]: Json };

/** Inputs or outputs of a resource. */
export type Properties = { [key: string]: Json | undefined };

const MAX_DEPTH = 64;

/**
 * Outputs as the host can encode them. `undefined`, functions and BigInt make it fail *after* the remote object was made,
 * a Date silently becomes `{}` and NaN a special envelope.
 */
export function sanitize(outs: { readonly [key: string]: unknown }): JsonObject {
  const clean = value(outs, 0);
  return isObject(clean) ? clean : {};
}

function value(raw: unknown, depth: number): Json | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (raw === null || typeof raw === "string" || typeof raw === "boolean") return raw;
  if (typeof raw === "number") return Number.isFinite(raw) ? raw : undefined;
  if (typeof raw === "bigint") return raw.toString();
  if (raw instanceof Date) return Number.isNaN(raw.getTime()) ? undefined : raw.toISOString();
  // A hole in a list keeps its place, so that positions still mean the same.
  if (Array.isArray(raw)) return raw.map((element) => value(element, depth + 1) ?? null);
  if (typeof raw !== "object") return undefined;
  const clean: JsonObject = {};
  for (const [key, member] of Object.entries(raw)) {
    const kept = value(member, depth + 1);
    if (kept !== undefined) clean[key] = kept;
  }
  return clean;
}

/** True for a JSON object, false for null, lists and scalars. */
export function isObject(candidate: unknown): candidate is JsonObject {
  return typeof candidate === "object" && candidate !== null && !Array.isArray(candidate);
}

/** Placeholder in check and diff for a value that preview cannot know, whatever its type will be. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** True for the placeholder of an unknown value. */
export function isUnknown(value: unknown): boolean {
  return value === UNKNOWN;
}

/** True when the placeholder is anywhere inside. */
export function hasUnknown(value: Json | undefined, depth = 64): boolean {
  if (isUnknown(value)) return true;
  if (depth === 0 || typeof value !== "object" || value === null) return false;
  return Object.values(value).some((member: Json) => hasUnknown(member, depth - 1));
}
