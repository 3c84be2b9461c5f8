// Tests whether an IP address is in a range.

import ipaddr from "ipaddr.js";

/** A range as numbers: a test needs two comparisons. */
interface Range {
  bits: 32 | 128;
  first: bigint;
  last: bigint;
}

const ranges = new Map<string, Range | undefined>();
const addresses = new Map<string, { bits: 32 | 128; value: bigint } | undefined>();

/** True if the address is in the range, `10.0.0.0/8` or a single address; false for any other text. */
export function inRange(address: string, range: string): boolean {
  const [parsed, block] = [addressIn(address), rangeOf(range)];
  return (
    parsed !== undefined && block !== undefined && parsed.bits === block.bits && parsed.value >= block.first && parsed.value <= block.last
  );
}

/** First and last address of a range. */
export function rangeOf(text: string): Range | undefined {
  return kept(ranges, text, () => {
    const [base = "", length, ...more] = text.split("/");
    const address = addressIn(base);
    if (!address || more.length > 0) return undefined;
    const { bits, value } = address;
    const prefix = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
    if (!(prefix <= bits)) return undefined;
    const size = 1n << BigInt(bits - prefix);
    const first = (value / size) * size;
    return { bits, first, last: first + size - 1n };
  });
}

function addressIn(text: string): { bits: 32 | 128; value: bigint } | undefined {
  return kept(addresses, text, () => {
    if (!(text.includes(":") ? ipaddr.IPv6.isValid(text) : ipaddr.IPv4.isValidFourPartDecimal(text))) return undefined;
    const bytes = ipaddr.parse(text).toByteArray();
    return { bits: bytes.length === 4 ? 32 : 128, value: bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n) };
  });
}

/** The address of a number. */
export function addressText({ bits, value }: { bits: 32 | 128; value: bigint }): string {
  const bytes = Array.from({ length: bits / 8 }, (_, i) => Number((value >> BigInt(bits - 8 * (i + 1))) & 255n));
  return ipaddr.fromByteArray(bytes).toString();
}

function kept<T>(memory: Map<string, T>, key: string, make: () => T): T {
  const cached = memory.get(key);
  if (cached !== undefined || memory.has(key)) return cached as T;
  if (memory.size > 10_000) memory.clear();
  const made = make();
  memory.set(key, made);
  return made;
}
