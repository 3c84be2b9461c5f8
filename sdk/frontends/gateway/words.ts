// Schemas of the basic types of Gateway API: names, hostnames, ports, durations.

import { z } from "zod";
import { isAddress, withoutZeros } from "../../specs";

/** The API group of most kinds of the Gateway API. */
export const GATEWAY_GROUP = "gateway.networking.k8s.io";

const SUBDOMAIN = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";

/** Length limits and pattern of a text. */
interface TextRule {
  /** Default 1. */
  min?: number;
  max: number;
  pattern?: RegExp;
}

/** Schema of a text. The length is checked first, so that no pattern runs on a very long text. */
export function text(what: string, { min = 1, max, pattern }: TextRule): z.ZodString {
  const fits = (value: string) =>
    value.length >= min && (value.length <= max || [...value].length <= max) && (pattern === undefined || pattern.test(value));
  return z.string().refine(fits, { message: `must be ${what}` });
}

/** Any text within these lengths. */
export const boundedText = (max: number, min = 1): z.ZodString => text(`${min} to ${max} characters long`, { min, max });

/** Name of an object; its kind may have further rules. */
export const objectName = boundedText(253);

/** Namespace of a reference. */
export const namespace = text("the name of a namespace", { max: 63, pattern: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/ });

/** API group; empty for the core group. */
export const group = text("an API group, or empty for the core group", { min: 0, max: 253, pattern: new RegExp(`^$|^${SUBDOMAIN}$`) });

/** Kind of an object. */
export const kind = text("the name of a kind", { max: 63, pattern: /^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$/ });

/** Name of a listener, of a rule, or of a part of another object. */
export const sectionName = text("a name of lower-case letters, digits, dashes and dots", {
  max: 253,
  pattern: new RegExp(`^${SUBDOMAIN}$`),
});

/** DNS name, or one with `*.` in front of it. */
export const hostname = text("a DNS name in lower case, or one with *. in front of it", {
  max: 253,
  pattern: new RegExp(`^(\\*\\.)?${SUBDOMAIN}$`),
});

/** DNS name without a wildcard. */
export const preciseHostname = text("a DNS name in lower case, without a wildcard", { max: 253, pattern: new RegExp(`^${SUBDOMAIN}$`) });

/** Port of a listener, a Service or a redirect. */
export const portNumber = z.number().int().min(1).max(65535);

/** Duration of GEP-2257. */
export const duration = text("a duration such as 500ms, 10s or 1m30s", { max: 28, pattern: /^([0-9]{1,5}(h|m|s|ms)){1,4}$/ });

/** Name of a header or query parameter: a token of RFC 7230. */
export const token = text("1 to 256 letters, digits or characters of !#$%&'*+-.^_`|~", {
  max: 256,
  pattern: /^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/,
});

/** Word with the domain of its author before it, as `example.com/name`. */
export const domainPath = text("a domain and a path, such as example.com/name", {
  max: 253,
  pattern: new RegExp(`^${SUBDOMAIN}/[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+$`),
});

/** Options that an implementation defines. */
export const options = z
  .record(z.string(), boundedText(4096, 0))
  .refine((map) => Object.keys(map).length <= 16, { message: "must have at most 16 entries" })
  .default({});

/** Methods of HTTP that a rule may match. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"] as const;

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** Milliseconds of a GEP-2257 duration. */
export function milliseconds(written: string): number {
  const parts = written.matchAll(/([0-9]+)(h|ms|m|s)/g);
  return [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ""] ?? 0), 0);
}

/** True for addresses of CEL's `isIP`: IPv4 or IPv6 without leading zeros. */
export const isIP = (written: string): boolean => isAddress(written) && withoutZeros(written) === written;
