import type { z } from "zod";
import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import { isPlainAddress, isPlainRange } from "../../resources/plain-addresses";
import { isSecretField, quoted } from "../../resources/quoted";
import { diagnose } from "./diagnose";
import { isUnknown } from "./object";
import { pointer } from "./pointer";
import { AmbiguousNumber } from "./yaml/ambiguous-number";

/**
 * The rules of the API server (k8s.io/apimachinery, pkg/util/validation): what it refuses can stand in no cluster, so it is refused
 * here too, and what it accepts never is.
 */
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** An RFC 1123 label, such as the name of a namespace. */
export const isLabel = (text: string) => text.length <= 63 && LABEL.test(text);

/** An RFC 1123 subdomain, such as the name of most objects. */
export const isSubdomain = (text: string) => text.length <= 253 && SUBDOMAIN.test(text);

/** The name of a port of a Pod, as `targetPort` and the backend of an Ingress may have it. */
export const isPortName = (text: string) => text.length <= 15 && LABEL.test(text) && /[a-z]/.test(text) && !text.includes("--");

/** The host of a rule: a subdomain or a wildcard for one label. Capitals pass, hosts are compared without case. */
export function isHost(text: string): boolean {
  const name = text.toLowerCase().replace(/^\*\./, "");
  return isSubdomain(name) && !/^\d{1,3}(\.\d{1,3}){3}$/.test(text);
}

/** A warning for a host with a label that is longer than DNS has them. Kubernetes takes it, and no client can ever look it up. */
export function unresolvable(ref: ObjectRef, host: string, at: readonly (string | number)[]): Diagnostic[] {
  if (host.length <= 63) return [];
  const label = host.split(".").find(({ length }) => length > 63);
  if (label === undefined) return [];
  const message = `${fieldPath(at)}: the label ${shown(label)} has ${label.length} characters and DNS takes 63, so no client can look the host up`;
  return [diagnose("LB1217", ref, pointer(...at), message, { remedy: "Shorten the label.", about: { host } })];
}

/** An IPv4 address or range without leading zeros: API servers have always taken them and read them as decimal, others read them as octal. */
export const withoutZeros = (text: string) => (text.includes(":") ? text : text.replaceAll(/(?<=^|\.)0+(?=\d)/g, ""));

/** The same of a value that may not be known yet. */
export const decimal = <T>(address: T | string) => (typeof address === "string" ? withoutZeros(address) : address);

/** An IPv4 or IPv6 address, without a zone. */
export const isAddress = (text: string) => isPlainAddress(withoutZeros(text));

/** An address and the length of a prefix. */
export const isRange = (text: string) => isPlainRange(withoutZeros(text));

/** Something that a text might be, and its description for people. */
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

/** Errors for a name, namespace or tenant that no API server takes; a control character in it never reaches a message. */
export function nameFaults(ref: ObjectRef, metadata: Readonly<Record<string, unknown>>, name: NameRule = SUBDOMAIN_RULE): Diagnostic[] {
  const faults = (field: string, { fits, what }: NameRule): Diagnostic[] => {
    const value = metadata[field];
    if (typeof value !== "string" || value === "" || fits(value)) return [];
    const remedy = `Give it another ${field}.`;
    return [diagnose("LB1009", ref, pointer("metadata", field), `metadata.${field} must be ${what}, got ${shown(value)}`, { remedy })];
  };
  return [...faults("name", name), ...faults("namespace", LABEL_RULE), ...(ref.tenant === undefined ? [] : faults("tenant", TENANT_RULE))];
}

/** A value as a message shows it: on one line, not too long, and without secrets. */
export function shown(value: unknown): string {
  return quoted(value, 80);
}

/** `spec.ports[0].port` */
export const fieldPath = (at: readonly PropertyKey[]) =>
  at.map((part, i) => (typeof part === "number" ? `[${part}]` : `${i > 0 ? "." : ""}${String(part)}`)).join("");

/**
 * Fault that a schema found, with the field and its possible values. Messages of the schema itself name neither.
 *
 * @param secret never show the value; that of a field which is a secret by its name is never shown
 */
export function schemaFault(ref: ObjectRef, issue: z.core.$ZodIssue, object: unknown, secret: boolean): Diagnostic {
  const { path, field, wish } = expectationText(issue);
  const at = pointer(...path);
  const found = path.reduce<unknown>((value, part) => (typeof value === "object" && value ? Reflect.get(value, part) : undefined), object);
  if (isUnknown(found)) {
    const remedy = "Give it a value that the program knows.";
    return diagnose("LB1003", ref, at, `${field} is not known at preview, but everything is planned from it`, { remedy });
  }
  if (found instanceof AmbiguousNumber) {
    const { source, octal, decimal } = found;
    const message = `${field} is ${source}, which ${octal === decimal ? "not all programs read" : `is ${octal} to kubectl and ${decimal} to others`}`;
    return diagnose("LB1003", ref, at, message, { remedy: "Write the number without zeros in front of it, or a text in quotes." });
  }
  const missing = found === undefined || found === null;
  const message = missing
    ? `${field} is missing; it ${wish}`
    : `${field} ${wish}${secret || isSecretField(path) ? "" : `, got ${shown(found)}`}`;
  const quoted = typeof found === "number" && /^must be a text$/.test(wish) ? " Write it in quotes." : "";
  const remedy = missing ? `Set ${field}.` : `Correct ${field}.${quoted}`;
  return diagnose("LB1003", ref, at, message, { remedy });
}

/**
 * Path of the issue, and what the field must be. Of the branches of a union the one that fits furthest counts.
 *
 * @param base the place of what was checked
 */
export function expectationText(
  issue: z.core.$ZodIssue,
  base: readonly PropertyKey[] = [],
): { path: PropertyKey[]; field: string; wish: string } {
  const found = innermost(issue);
  const path = [...base, ...found.path];
  return { path, field: fieldPath(path), wish: found.wish };
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

/** A bound of a number, of the length of a text, or of how many entries a list or mapping has. */
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
