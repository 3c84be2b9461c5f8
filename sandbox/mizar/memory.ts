// Memory of the operator: networks, addresses, droplets.
import { IPv4 } from "ipaddr.js";
import { ipv4Text, numberOf } from "../shared/addresses";
import type { JsonObject } from "../shared/json";
import type { KubeObject } from "./api/kinds";

/** A network as Python's `ipaddress` reads it: refused with Python's own words, which is what the operator logs. */
export interface IpBlock {
  ip: string;
  /** Text or number, as it was written. */
  prefix: string | number;
  gateway: string;
}

/** @throws Error for host bits, for an invalid network, and for a network of one address, which has no gateway. */
export function rangeOf(ip: string, prefix: string | number): IpBlock {
  const written = `${ip}/${prefix}`;
  if (!IPv4.isValidFourPartDecimal(ip) || !/^\d{1,2}$/.test(String(prefix)) || Number(prefix) > 32) {
    throw new Error(`'${written}' does not appear to be an IPv4 or IPv6 network`);
  }
  const first = numberOf(ip);
  if (first % 2 ** (32 - Number(prefix)) !== 0) throw new Error(`${written} has host bits set`);
  if (Number(prefix) === 32) throw new Error("address out of range");
  return { ip, prefix, gateway: ipv4Text(first + 1) };
}

/**
 * The addresses of a subnet: ascending, without the network's and the gateway's, with the broadcast address. One that was given
 * back is never handed out again while the operator runs.
 */
export class AddressPool {
  private readonly taken = new Set<number>();
  private next: number;
  private readonly end: number;

  constructor({ ip, prefix }: IpBlock) {
    this.next = numberOf(ip) + 2;
    this.end = numberOf(ip) + 2 ** (32 - Number(prefix));
  }

  /** @throws Error without words, as Python's StopIteration, when none is left. */
  allocate(): string {
    while (this.next < this.end && this.taken.has(this.next)) this.next++;
    if (this.next >= this.end) throw new Error("");
    return ipv4Text(this.next++);
  }

  /** Somebody has this address already. */
  mark(ip: string): void {
    if (IPv4.isValidFourPartDecimal(ip)) this.taken.add(numberOf(ip));
  }
}

/** A subnet that the operator has provisioned or found provisioned. */
export interface KnownSubnet {
  vpc: string;
  range: IpBlock;
  pool: AddressPool;
  /** Its gateway endpoint, which exists in the operator's memory only, was made by this very operator. */
  gateway: boolean;
}

/** Data that the operator keeps in memory only; it is lost when the operator ends. */
export class Memory {
  /** In the order in which they became known: the first of a VPC takes what names no subnet. */
  readonly subnets = new Map<string, KnownSubnet>();
  /** Names of the Dividers that this operator made, by VPC. */
  readonly dividers = new Map<string, string[]>();
  /** Backends and ports of scaled endpoints, by endpoint. */
  readonly backends = new Map<string, { addresses: string[]; ports: string[] }>();

  /** Learns of a subnet; of one that is known only that its gateway was made here. */
  know(name: string, subnet: Omit<KnownSubnet, "pool">, endpoints: Pick<KubeObject, "spec">[]): void {
    const existing = this.subnets.get(name);
    if (existing) {
      existing.gateway ||= subnet.gateway;
      return;
    }
    const pool = new AddressPool(subnet.range);
    for (const { spec } of endpoints) if (spec.net === name && typeof spec.ip === "string") pool.mark(spec.ip);
    this.subnets.set(name, { ...subnet, pool });
  }

  /** This operator made these Dividers. */
  owns(vpc: string, dividers: string[]): void {
    this.dividers.set(vpc, [...(this.dividers.get(vpc) ?? []), ...dividers]);
  }

  firstSubnetOf(vpc: string): string | undefined {
    return [...this.subnets].find(([, subnet]) => subnet.vpc === vpc)?.[0];
  }
}

const DEFAULT_IP = "10.20.0.0";
const DEFAULT_PREFIX = "16";

/** True if the range can be parsed. */
export function hasRange(spec: JsonObject): boolean {
  try {
    rangeOfSpec(spec);
    return true;
  } catch {
    return false;
  }
}

/** The range of a Vpc or Subnet; the prefix keeps the type it was written with. */
export function rangeOfSpec(spec: JsonObject): IpBlock {
  const { ip = DEFAULT_IP, prefix = DEFAULT_PREFIX } = spec;
  const written = prefix === "" ? DEFAULT_PREFIX : prefix;
  return rangeOf(String(ip), typeof written === "number" ? written : String(written));
}
