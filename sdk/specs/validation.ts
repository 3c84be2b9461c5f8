// Validation rules of the API server (k8s.io/apimachinery, pkg/util/validation), and messages for schema faults. Only objects that API
// servers refuse are refused.

import type { z } from "zod";
import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import { isPlainAddress, isPlainRange } from "../../resources/plain-addresses";
import { isSecretField, quoted } from "../../resources/quoted";
import { diagnose } from "./diagnose";
import { isUnknown } from "./object";
import { pointer } from "./pointer";
import { AmbiguousNumber } from "./yaml/ambiguous-number";

const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** An RFC 1123 label, such as the name of a namespace. */
export const isLabel = (text: string) => text.length <= 63 && LABEL.test(text);

/** An RFC 1123 subdomain, such as the name of most objects. */
export const isSubdomain = (text: string) => text.length <= 253 && SUBDOMAIN.test(text);

/** Name of a Pod port, for `targetPort` and backends of an Ingress. */
export const isPortName = (text: string) => text.length <= 15 && LABEL.test(text) && /[a-z]/.test(text) && !text.includes("--");

/** Host of a rule: a subdomain, or a wildcard for one label. Capitals are allowed, hosts are compared without case. */
export function isHost(text: string): boolean {
  const name = text.toLowerCase().replace(/^\*\./, "");
  return isSubdomain(name) && !/^\d{1,3}(\.\d{1,3}){3}$/.test(text);
}

/** Warning for a host with a label that is too long for DNS. Kubernetes accepts it, but no client can look it up. */
export function unresolvable(ref: ObjectRef, host: string, at: readonly (string | number)[]): Diagnostic[] {
  if (host.length <= 63) return [];
  const label = host.split(".").find(({ length }) => length > 63);
  if (label === undefined) return [];
  const message = `${fieldPath(at)}: the label ${shown(label)} has ${label.length} characters and DNS takes 63, so no client can look the host up`;
  return [diagnose("LB1217", ref, pointer(...at), message, { remedy: "Shorten the label.", about: { host } })];
}

/** An IPv4 address or range without leading zeros: API servers read them as decimal, other programs as octal. */
export const withoutZeros = (text: string) => (text.includes(":") ? text : text.replaceAll(/(?<=^|\.)0+(?=\d)/g, ""));

/** The same for a value that may be unknown. */
export const decimal = <T>(address: T | string) => (typeof address === "string" ? withoutZeros(address) : address);

/** An IPv4 or IPv6 address, without zone. */
export const isAddress = (text: string) => isPlainAddress(withoutZeros(text));

/** An address range with a prefix length. */
export const isRange = (text: string) => isPlainRange(withoutZeros(text));

/** A rule for a text, with its description. */
export interface NameRule {
  fits(text: string): boolean;
  what: string;
}

export const LABEL_RULE: NameRule = { fits: isLabel, what: "at most 63 lower-case letters, digits and dashes, with no dash at either end" };
export const SUBDOMAIN_RULE: NameRule = {
  fits: isSubdomain,
  what: "at most 253 lower-case letters, digits, dashes and dots, with a letter or digit at both ends and beside each dot",
};
/** Tenants of Arktos may have capitals. */
const TENANT_RULE: NameRule = { fits: (text) => isLabel(text.toLowerCase()), what: "at most 63 letters, digits and dashes" };

/** Errors for a name, namespace or tenant that API servers refuse; control characters never reach a message. */
export function nameFaults(ref: ObjectRef, metadata: Readonly<Record<string, unknown>>, name: NameRule = SUBDOMAIN_RULE): Diagnostic[] {
  const faults = (field: string, { fits, what }: NameRule): Diagnostic[] => {
    const value = metadata[field];
    if (typeof value !== "string" || value === "" || fits(value)) return [];
    const remedy = `Give it another ${field}.`;
    return [diagnose("LB1009", ref, pointer("metadata", field), `metadata.${field} must be ${what}, got ${shown(value)}`, { remedy })];
  };
  return [...faults("name", name), ...faults("namespace", LABEL_RULE), ...(ref.tenant === undefined ? [] : faults("tenant", TENANT_RULE))];
}

/** A value for messages: in one line, shortened, and without secrets. */
export function shown(value: unknown): string {
  return quoted(value, 80);
}

/** `spec.ports[0].port` */
export const fieldPath = (at: readonly PropertyKey[]) =>
  at.map((part, i) => (typeof part === "number" ? `[${part}]` : `${i > 0 ? "." : ""}${String(part)}`)).join("");

/**
 * Message of a schema fault, with field and expectation; messages of the schema library have neither.
 *
 * @param secret never print the value; values of fields with secret names are never printed
 */
export function schemaFault(ref: ObjectRef, issue: z.core.$ZodIssue, object: unknown, secret: boolean): Diagnostic {
  const { path, field, wish } = expectationText(issue);
  const at = pointer(...path);
  const value = path.reduce<unknown>((value, part) => (typeof value === "object" && value ? Reflect.get(value, part) : undefined), object);
  if (isUnknown(value)) {
    const remedy = "Give it a value that the program knows.";
    return diagnose("LB1003", ref, at, `${field} is not known at preview, but everything is planned from it`, { remedy });
  }
  if (value instanceof AmbiguousNumber) {
    const { source, octal, decimal } = value;
    const message = `${field} is ${source}, which ${octal === decimal ? "not all programs read" : `is ${octal} to kubectl and ${decimal} to others`}`;
    return diagnose("LB1003", ref, at, message, { remedy: "Write the number without zeros in front of it, or a text in quotes." });
  }
  const missing = value === undefined || value === null;
  const message = missing
    ? `${field} is missing; it ${wish}`
    : `${field} ${wish}${secret || isSecretField(path) ? "" : `, got ${shown(value)}`}`;
  const quoted = typeof value === "number" && /^must be a text$/.test(wish) ? " Write it in quotes." : "";
  const remedy = missing ? `Set ${field}.` : `Correct ${field}.${quoted}`;
  return diagnose("LB1003", ref, at, message, { remedy });
}

/**
 * Path of the issue, and what the field must be. In a union, the branch with the deepest match counts.
 *
 * @param base path of the checked value
 */
export function expectationText(
  issue: z.core.$ZodIssue,
  base: readonly PropertyKey[] = [],
): { path: PropertyKey[]; field: string; wish: string } {
  const inner = innermost(issue);
  const path = [...base, ...inner.path];
  return { path, field: fieldPath(path), wish: inner.wish };
}

function innermost(issue: z.core.$ZodIssue): { path: PropertyKey[]; wish: string } {
  const { path } = issue;
  if (issue.code === "invalid_union" && issue.message === "Invalid input") {
    const branches = issue.errors.flatMap(([first]) => (first && first.code !== "custom" ? [innermost(first)] : []));
    const deeper = branches.find((branch) => branch.path.length > 0);
    if (deeper) return { path: [...path, ...deeper.path], wish: deeper.wish };
    const wishes = [...new Set(branches.map(({ wish }) => wish))];
    return { path, wish: wishes.map((wish, i) => (i > 0 ? wish.replace(/^must be /, "") : wish)).join(" or ") || "cannot be used" };
  }
  return { path, wish: ownWish(issue) };
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping",
  record: "a mapping",
};

/** A limit of a number, a text length, or a number of entries. */
function bound(side: "at least" | "at most", count: number | bigint, origin: string): string {
  if (origin === "string") return `must be ${side} ${count} characters long`;
  if (!["array", "set", "map", "record", "object"].includes(origin)) return `must be ${side} ${count}`;
  return `must have ${side} ${count} ${Number(count) === 1 ? "entry" : "entries"}`;
}

function ownWish(issue: z.core.$ZodIssue): string {
  // a schema may have words of its own
  if (issue.message.startsWith("must ")) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.filter((value) => value !== "").join(", ")}`;
    case "too_big":
      return bound("at most", issue.maximum, issue.origin);
    case "too_small":
      return issue.origin === "string" && issue.minimum === 1 ? "must not be empty" : bound("at least", issue.minimum, issue.origin);
    case "invalid_format":
      return issue.format === "ipv4" ? "must be an IPv4 address" : issue.format === "ipv6" ? "must be an IPv6 address" : issue.message;
    case "unrecognized_keys":
      return `must not hold ${issue.keys.join(", ")}`;
    default:
      return issue.message;
  }
}
