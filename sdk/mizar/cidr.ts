import ipaddr from "ipaddr.js";

/** An IPv4 range; Mizar knows no other. Addresses are numbers, so that they can be counted. */
export interface Block {
  first: number;
  last: number;
  prefix: number;
}

/** Shorter prefixes have no room for a gateway and an address, longer ones are no network. */
const PREFIXES = { least: 1, most: 30 };

/** The number of an address in dotted form, undefined for anything else. */
export function parseAddress(text: string): number | undefined {
  if (!ipaddr.IPv4.isValidFourPartDecimal(text)) return undefined;
  return ipaddr.IPv4.parse(text).octets.reduce((sum, octet) => sum * 256 + octet, 0);
}

/** An address in dotted form. */
export function formatAddress(address: number): string {
  return new ipaddr.IPv4([24, 16, 8, 0].map((bits) => Math.floor(address / 2 ** bits) % 256)).toString();
}

/** `10.10.1.0/24`. */
export function formatBlock({ first, prefix }: Block): string {
  return `${formatAddress(first)}/${prefix}`;
}

/** The range of a Vpc or Subnet, or why it is none, in the words of the operator where it has some (mizar.md 1.1). */
export function parseBlock(ip: string, prefix: string): Block | string {
  const first = parseAddress(ip);
  if (first === undefined) return `${ip} is not an IPv4 address`;
  const bits = /^\d{1,2}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (!(bits >= PREFIXES.least && bits <= PREFIXES.most))
    return `${prefix} is not a prefix length from ${PREFIXES.least} to ${PREFIXES.most}`;
  const size = 2 ** (32 - bits);
  if (first % size !== 0) return `${ip}/${prefix} has host bits set`;
  return { first, last: first + size - 1, prefix: bits };
}

/** A range such as `10.0.0.0/16` with any host bits cleared, undefined where it is none. */
export function parseRange(text: string): Block | undefined {
  const [ip = "", prefix = ""] = text.split("/");
  const address = parseAddress(ip);
  if (address === undefined || !/^\d{1,2}$/.test(prefix) || Number(prefix) > 32) return undefined;
  const size = 2 ** (32 - Number(prefix));
  const first = address - (address % size);
  return { first, last: first + size - 1, prefix: Number(prefix) };
}

export function holds(block: Block, address: number): boolean {
  return address >= block.first && address <= block.last;
}

/** Whether all of `inner` is in `outer`. */
export function encloses(outer: Block, inner: Block): boolean {
  return outer.first <= inner.first && inner.last <= outer.last;
}

export function overlap(a: Block, b: Block): boolean {
  return a.first <= b.last && b.first <= a.last;
}

/** Mizar's gateway is the first address after that of the network (mizar.md 3.2). */
export function gatewayOf(block: Block): number {
  return block.first + 1;
}

/** How many addresses can be given: all but the network's own and the gateway; Mizar gives the last one too (mizar.md 3.2). */
export function capacityOf(block: Block): number {
  return block.last - block.first - 1;
}
