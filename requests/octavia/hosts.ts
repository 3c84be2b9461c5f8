// Reads host names from L7 rules of Octavia.

import type { L7RuleBody } from "../../resources/octavia/types";
import { alternativesOf, literalPattern } from "../table/literal-pattern";
import type { HostCondition } from "../table/routing-table";
import { literalOf, valueInHaproxy } from "./value";

/** Names that a host rule matches, or a condition where it does not match whole names. */
export function hostTest({ compare_type, value: written }: L7RuleBody): { names: string[] } | HostCondition {
  const value = valueInHaproxy(written);
  if (compare_type === "EQUAL_TO") return { names: [value.toLowerCase().replace(/:[0-9]+$/, "")] };
  if (compare_type !== "REGEX") return { of: "host", is: "regex", values: [partPattern(compare_type, value)] };
  const names = namesIn(value);
  return names ? { names } : { of: "host", is: "regex", values: [withoutPort(value)] };
}

/** Pattern for a part of a text. */
export function partPattern(compareType: string, value: string): string {
  const text = literalPattern(value);
  return compareType === "STARTS_WITH" ? `^${text}` : compareType === "ENDS_WITH" ? `${text}$` : text;
}

const PORT = /\(:\[0-9\]\+\)\?\$$/;

/** Routing tables have host names without a port. */
const withoutPort = (pattern: string): string => pattern.replace(PORT, "$");

/**
 * Names of a pattern for whole hosts: literal, or with one label (`[^.]+`) or any number of labels (`.+`) in front.
 *
 * @unverified octavia/host-expressions
 */
function namesIn(pattern: string): string[] | undefined {
  const bare = withoutPort(pattern);
  if (!bare.startsWith("^") || !bare.endsWith("$") || alternativesOf(bare).length > 1) return undefined;
  const [, inner] = /^\^\((.*)\)\$$/.exec(bare) ?? [];
  const names = (inner === undefined ? [bare.slice(1, -1)] : alternativesOf(inner.replace(/^\?:/, ""))).map(nameIn);
  return names.every((name) => name !== undefined) ? names : undefined;
}

function nameIn(pattern: string): string | undefined {
  for (const [wild, name] of [
    ["[^.]+\\.", "*."],
    [".+\\.", "**."],
  ] as const) {
    if (!pattern.startsWith(wild)) continue;
    const suffix = literalOf(pattern.slice(wild.length));
    return suffix && `${name}${suffix.toLowerCase()}`;
  }
  return literalOf(pattern)?.toLowerCase();
}
