import type { Json } from "../../kinds/json";

/** An object of plain JSON. */
export type JsonObject = { [key: string]: Json };

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
