import type { Json } from "../../shared/json";

/** A number the way Python's `int()` reads it. */
export function integer(value: Json | undefined, absent: number): number {
  if (value === undefined) return absent;
  if (typeof value === "number") return Math.trunc(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" && /^\s*[+-]?\d+\s*$/.test(value)) return Number(value);
  if (typeof value === "string") throw new Error(`invalid literal for int() with base 10: '${value}'`);
  throw new Error("int() argument must be a string, a bytes-like object or a real number, not 'NoneType'");
}
