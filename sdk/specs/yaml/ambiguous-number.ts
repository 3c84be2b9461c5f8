import type { ScalarTag } from "yaml";

/**
 * A number that begins with a zero, `0120`: octal to YAML 1.1 and to kubectl, decimal to YAML 1.2. It is no number to any check of a field, so
 * that it is reported where a number matters, and nowhere else: the modes of volumes are written so.
 */
export class AmbiguousNumber {
  constructor(readonly source: string) {}

  /** The number that kubectl sends to the API server. */
  get octal(): number {
    return Number.parseInt(this.source, /[89]/.test(this.source) ? 10 : 8);
  }

  get decimal(): number {
    return Number.parseInt(this.source, 10);
  }

  toJSON(): number {
    return this.octal;
  }
}

/** A value as kubectl sends it; the same where it has no such number. */
export function asSent(value: unknown): unknown {
  if (value instanceof AmbiguousNumber) return value.octal;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const sent = entries.map(([key, member]) => [key, asSent(member)] as const);
  if (sent.every(([, member], at) => member === entries[at]?.[1])) return value;
  return Array.isArray(value) ? sent.map(([, member]) => member) : Object.fromEntries(sent);
}

/** Makes them of what a text has without quotes; comes before the tags of YAML. */
export const AMBIGUOUS_NUMBER: ScalarTag = {
  tag: "tag:yaml.org,2002:int",
  default: true,
  test: /^[-+]?0[0-9]+$/,
  identify: (value) => value instanceof AmbiguousNumber,
  resolve: (source) => new AmbiguousNumber(source),
  stringify: ({ value }) => (value instanceof AmbiguousNumber ? value.source : String(value)),
};
