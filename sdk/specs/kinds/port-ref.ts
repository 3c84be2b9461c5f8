/** Reference to a port of a Service: by name, by number, or the only one. */
export type PortRef = { name: string } | { number: number } | undefined;

/** A name, a number, or (0, empty, absent) the only port. A string of digits is a number: YAML quoting must not decide. */
export function portOf(value: number | string | null | undefined): PortRef {
  if (!value) return undefined;
  if (typeof value === "number") return { number: value };
  return /^\d+$/.test(value) ? { number: Number(value) } : { name: value };
}
