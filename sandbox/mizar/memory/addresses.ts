import { IPv4 } from "ipaddr.js";

/** A network as Python's `ipaddress` reads it: refused with Python's own words, which is what the operator logs. */
export interface Range {
  ip: string;
  /** Text or number, as it was written. */
  prefix: string | number;
  gateway: string;
}

/** @throws Error for host bits, for what is no network, and for a network of one address, which has no gateway. */
export function rangeOf(ip: string, prefix: string | number): Range {
  const written = `${ip}/${prefix}`;
  if (!IPv4.isValidFourPartDecimal(ip) || !/^\d{1,2}$/.test(String(prefix)) || Number(prefix) > 32) {
    throw new Error(`'${written}' does not appear to be an IPv4 or IPv6 network`);
  }
  const first = numberOf(ip);
  if (first % 2 ** (32 - Number(prefix)) !== 0) throw new Error(`${written} has host bits set`);
  if (Number(prefix) === 32) throw new Error("address out of range");
  return { ip, prefix, gateway: textOf(first + 1) };
}

/**
 * The addresses of a subnet: ascending, without the network's and the gateway's, with the broadcast address. One that was given
 * back is never handed out again while the operator runs.
 */
export class AddressPool {
  private readonly taken = new Set<number>();
  private next: number;
  private readonly end: number;

  constructor({ ip, prefix }: Range) {
    this.next = numberOf(ip) + 2;
    this.end = numberOf(ip) + 2 ** (32 - Number(prefix));
  }

  /** @throws Error without words, as Python's StopIteration, when none is left. */
  allocate(): string {
    while (this.next < this.end && this.taken.has(this.next)) this.next++;
    if (this.next >= this.end) throw new Error("");
    return textOf(this.next++);
  }

  /** Somebody has this address already. */
  mark(ip: string): void {
    if (IPv4.isValidFourPartDecimal(ip)) this.taken.add(numberOf(ip));
  }
}

const numberOf = (ip: string): number => ip.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);

const textOf = (value: number): string => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");
