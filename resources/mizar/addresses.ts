// The resource `mizar:Addresses`: schema of its inputs, and the arithmetic of address ranges.

import ipaddr from "ipaddr.js";
import { z } from "zod";
import type { Kind } from "../kind";

/** Request of one interface for an address. */
export interface InterfaceAddressRequest {
  vpc: string;
  subnet: string;
  /** An address that is had on the server already, one that is asked for, or any. */
  how: "kept" | "asked" | "any";
  /** The address: for `any` the one to take where it is free. */
  ip?: string;
  /** Ranges that any address is taken from: `10.10.1.2-10.10.1.254`. */
  from: string[];
}

const wish: z.ZodType<InterfaceAddressRequest, InterfaceAddressRequest> = z.object({
  vpc: z.string(),
  subnet: z.string(),
  how: z.enum(["kept", "asked", "any"]),
  ip: z.string().optional(),
  from: z.array(z.string()),
});

/** By VPC, who has which address on the server: no one else may have it. */
export interface TakenAddresses {
  [vpc: string]: { [holder: string]: string };
}

const taken: z.ZodType<TakenAddresses, TakenAddresses> = z.record(z.string(), z.record(z.string(), z.string()));

/** Inputs that grow with the cluster. */
export const ADDRESSES_HIDDEN = ["wishes", "taken", "given"] as const;

/** Addresses and their holders. It exists in the Pulumi state only. */
export const ADDRESSES = {
  type: "mizar:Addresses",
  schema: z.object({
    /** The requested addresses, by the name of the interface in Mizar. */
    wishes: z.record(z.string(), wish),
    /** The addresses in use on the server and their owners, by VPC. */
    taken: taken.optional(),
    /** Added by the check: the assigned addresses. */
    given: z.record(z.string(), z.string()).optional(),
  }),
  fields: {},
  object: false,
  outputs: { given: {} },
} as const satisfies Kind;

/** Shorter prefixes have no room for a gateway and an address, longer ones are no network: the operator gives up on both. */
const PREFIXES = { least: 1, most: 30 };

/** Range of a Vpc or Subnet that declares none (mizar/common/constants.py). */
const DEFAULTS = { ip: "10.20.0.0", prefix: "16" };

/** The number of an address in dotted form, undefined for anything else. */
export function parseAddress(text: string): number | undefined {
  if (!ipaddr.IPv4.isValidFourPartDecimal(text)) return undefined;
  return ipaddr.IPv4.parse(text).octets.reduce((sum, octet) => sum * 256 + octet, 0);
}

/** An address in dotted form. */
export function formatAddress(address: number): string {
  return [24, 16, 8, 0].map((bits) => Math.floor(address / 2 ** bits) % 256).join(".");
}

/** An IPv4 range; Mizar knows no other. Addresses are numbers, so that they can be counted. */
export interface Range {
  first: number;
  last: number;
  prefix: number;
}

/** Reason for which the operator would give up on a range, in its own words if it has some (mizar.md 1.1). */
export interface RangeFault {
  fault: string;
  /** The field that is wrong. */
  field: "ip" | "prefix";
  /** The address that would do. */
  network?: string;
}

/** The range of a Vpc or Subnet; an empty prefix is as if none was declared, an empty address is wrong (mizar/obj/vpc.py). */
export function rangeOf(ip = DEFAULTS.ip, prefix = ""): Range | RangeFault {
  const length = prefix || DEFAULTS.prefix;
  const first = parseAddress(ip);
  if (first === undefined) return { fault: `${ip || "an empty text"} is not an IPv4 address`, field: "ip" };
  const bits = /^\d{1,2}$/.test(length) ? Number(length) : Number.NaN;
  if (!(bits >= PREFIXES.least && bits <= PREFIXES.most))
    return { fault: `${length} is not a prefix length from ${PREFIXES.least} to ${PREFIXES.most}`, field: "prefix" };
  const size = 2 ** (32 - bits);
  const beyond = first % size;
  if (beyond !== 0) return { fault: `${ip}/${length} has host bits set`, field: "ip", network: formatAddress(first - beyond) };
  return { first, last: first + size - 1, prefix: bits };
}
