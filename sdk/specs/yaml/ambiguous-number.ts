// YAML numbers with leading zeros, which YAML 1.1 and 1.2 read differently.

import type { ScalarTag } from "yaml";

/**
 * A number with a leading zero, `0120`: octal in YAML 1.1 and kubectl, decimal in YAML 1.2. Checks do not accept it as a number, so it is
 * reported where a number matters; other fields, such as modes of volumes, may contain it.
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

/** A value as kubectl sends it. */
export function asSent(value: unknown): unknown {
  if (value instanceof AmbiguousNumber) return value.octal;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const sent = entries.map(([key, member]) => [key, asSent(member)] as const);
  if (sent.every(([, member], at) => member === entries[at]?.[1])) return value;
  return Array.isArray(value) ? sent.map(([, member]) => member) : Object.fromEntries(sent);
}

/** YAML tag for unquoted numbers of this form; precedes the default tags. */
export const AMBIGUOUS_NUMBER: ScalarTag = {
  tag: "tag:yaml.org,2002:int",
  default: true,
  test: /^[-+]?0[0-9]+$/,
  identify: (value) => value instanceof AmbiguousNumber,
  resolve: (source) => new AmbiguousNumber(source),
  stringify: ({ value }) => (value instanceof AmbiguousNumber ? value.source : String(value)),
};
