// Reads references to ports of Services.

/** Reference to a port of a Service: by name, by number, or to its only one. */
export type PortRef = { name: string } | { number: number } | undefined;

/** Digits in quotes are a number, so that YAML quoting does not matter; 0, empty and absent mean the only port. */
export function portOf(value: number | string | null | undefined): PortRef {
  if (!value) return undefined;
  if (typeof value === "number") return { number: value };
  return /^\d+$/.test(value) ? { number: Number(value) } : { name: value };
}
