// Translates an L7 rule of Octavia into a condition.

import type { L7RuleBody } from "../../resources/octavia/types";
import { alternativesOf, literalPattern } from "../table/literal-pattern";
import type { Condition, PathCondition, ValueCondition } from "../table/routing-table";
import { partPattern } from "./hosts";
import { literalOf, valueInHaproxy } from "./value";

/** Condition of an L7 rule, other than one on the host. Undefined: every request meets it. */
export function conditionOf(rule: L7RuleBody): Condition | undefined {
  const condition = plainCondition(rule);
  return condition && rule.invert ? ({ ...condition, not: true } as Condition) : condition;
}

function plainCondition({ type, compare_type, key = "", value: written }: L7RuleBody): Condition | undefined {
  const value = valueInHaproxy(written);
  switch (type) {
    case "PATH":
      return pathCondition(compare_type, value);
    case "FILE_TYPE":
      return { of: "path", is: "regex", values: [compare_type === "REGEX" ? value : `${literalPattern(value)}$`] };
    case "HEADER":
      return headerCondition(compare_type, key.toLowerCase(), value);
    case "COOKIE":
      return cookieCondition(compare_type, key, value);
    case "SSL_CONN_HAS_CERT":
    case "SSL_DN_FIELD":
      return { of: "certificate" };
    default:
      // SSL_VERIFY_RESULT: connections that reach this rule were verified with result 0
      return value === "0" ? undefined : { of: "method", values: [] };
  }
}

// @unverified octavia/paths
function pathCondition(compareType: string, value: string): PathCondition {
  if (compareType === "EQUAL_TO") return { of: "path", is: "exact", values: [value] };
  if (compareType === "STARTS_WITH") return { of: "path", is: "characters", values: [value] };
  if (compareType !== "REGEX") return { of: "path", is: "regex", values: [partPattern(compareType, value)] };
  const parts = alternativesOf(value).map(pathIn);
  const [first] = parts;
  if (!first || !parts.every((part) => part?.is === first.is)) return { of: "path", is: "regex", values: [value] };
  return { of: "path", is: first.is, values: parts.map((part) => part!.value) };
}

/** Endings of a pattern that starts with a literal path. */
const ENDS = [
  ["(/|$)", "segments"],
  ["(/.*)?$", "segments"],
  ["$", "exact"],
  ["", "characters"],
] as const;

function pathIn(pattern: string): { is: PathCondition["is"]; value: string } | undefined {
  if (!pattern.startsWith("^")) return undefined;
  for (const [end, is] of ENDS) {
    if (!pattern.endsWith(end)) continue;
    const value = literalOf(pattern.slice(1, pattern.length - end.length));
    // with a slash at its end, the path itself needs the slash too
    if (value !== undefined && !(is === "segments" && value.endsWith("/"))) return { is, value };
  }
  return undefined;
}

/**
 * HAProxy splits the header at commas. It reads a value that begins with a hyphen as an option of its own, so such a value matches nothing.
 */
function headerCondition(compareType: string, name: string, value: string): ValueCondition {
  const common = { of: "header" as const, name, list: true as const };
  if (value.startsWith("-")) return { ...common, is: "exact", values: [] };
  const wholeValue = compareType === "EQUAL_TO" ? value : compareType === "REGEX" ? wholeText(value) : undefined;
  if (wholeValue !== undefined) return { ...common, is: "exact", values: [wholeValue] };
  return { ...common, is: "regex", values: [compareType === "REGEX" ? value : partPattern(compareType, value)] };
}

/** The only text that a pattern matches. */
const wholeText = (pattern: string): string | undefined =>
  pattern.startsWith("^") && pattern.endsWith("$") ? literalOf(pattern.slice(1, -1)) : undefined;

function cookieCondition(compareType: string, key: string, value: string): ValueCondition {
  const [any, text] = ["[^;]*", compareType === "REGEX" ? value.replace(/^\^|\$$/g, "") : literalPattern(value)];
  const begins = compareType === "EQUAL_TO" || compareType === "STARTS_WITH" || (compareType === "REGEX" && value.startsWith("^"));
  const ends = compareType === "EQUAL_TO" || compareType === "ENDS_WITH" || (compareType === "REGEX" && value.endsWith("$"));
  const pattern = `(^|;) *${literalPattern(key)}=${begins ? "" : any}(${text})${ends ? "" : any}(;|$)`;
  return { of: "header", name: "cookie", is: "regex", values: [pattern] };
}
