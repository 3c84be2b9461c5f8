// IPv4 ranges and the addresses in use in each VPC.

import { formatAddress, parseAddress, type Range } from "../../../../resources/mizar/addresses";

/** An IPv4 range; Mizar knows no other. */
export type Block = Range;

/** `10.10.1.0/24`. */
export function formatBlock({ first, prefix }: Block): string {
  return `${formatAddress(first)}/${prefix}`;
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

/** True if all of `inner` is in `outer`. */
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

/** Number of addresses that can be given: all but the network's own and the gateway. Mizar gives the last one too (mizar.md 3.2). */
export function capacityOf(block: Block): number {
  return block.last - block.first - 1;
}

/** The addresses of one VPC, for pictures and counts. */
export interface VpcAddresses {
  name: string;
  block: Block;
  subnets: { name: string; block: Block; used: { address: number; holder: string }[] }[];
}

/** Number of addresses of a subnet, and number of those left. */
export interface Capacity {
  /** `10.10.1.0/24` */
  range: string;
  capacity: number;
  left: number;
}

/** The capacity of every subnet, by its name. */
export function freeCapacity(addresses: readonly VpcAddresses[]): Record<string, Capacity> {
  const subnets = addresses.flatMap((vpc) => vpc.subnets);
  return Object.fromEntries(
    subnets.map(({ name, block, used }) => {
      const capacity = capacityOf(block);
      const taken = used.filter(({ address }) => address > gatewayOf(block)).length;
      return [name, { range: formatBlock(block), capacity, left: capacity - taken }];
    }),
  );
}

/** Holders of the addresses of each VPC. Two VPCs may use the same range. */
export class AddressHolders {
  readonly #held = new Map<string, Map<number, string>>();
  /** `vpc address` of those that objects on the server hold: they are not given back. */
  readonly #pinned = new Set<string>();
  /** Start of the search for the next free address of a subnet; only ever too low. */
  readonly #next = new Map<string, number>();

  /** Takes an address, or says who else holds it. */
  take(vpc: string, address: number, holder: string): string | undefined {
    const inUse = this.#of(vpc);
    const other = inUse.get(address);
    if (other !== undefined && other !== holder) return other;
    inUse.set(address, holder);
    return undefined;
  }

  /** An address that somebody has on the server. */
  pin(vpc: string, address: number, holder: string): void {
    this.take(vpc, address, holder);
    this.#pinned.add(`${vpc} ${address}`);
  }

  /** Gives back what a holder has in a VPC. */
  release(vpc: string, holder: string): void {
    const inUse = this.#of(vpc);
    for (const [address, who] of inUse) if (who === holder && !this.#pinned.has(`${vpc} ${address}`)) inUse.delete(address);
    this.#next.clear();
  }

  /** The lowest free address, neither the network's nor the gateway's, and inside `within` if it is set. */
  lowestFree(vpc: string, block: Block, within?: readonly Block[]): number | undefined {
    const inUse = this.#of(vpc);
    const key = `${vpc} ${block.first}/${block.prefix}`;
    const start = within ? gatewayOf(block) + 1 : (this.#next.get(key) ?? gatewayOf(block) + 1);
    for (let address = start; address <= block.last; address++) {
      if (within && !within.some((range) => holds(range, address))) {
        const next = Math.min(...within.filter(({ first }) => first > address).map(({ first }) => first));
        if (!Number.isFinite(next)) return undefined;
        address = next - 1;
      } else if (!inUse.has(address)) {
        if (!within) this.#next.set(key, address);
        return address;
      }
    }
    return undefined;
  }

  /** Addresses that objects on the server hold in a VPC. */
  pinned(vpc: string): { address: number; holder: string }[] {
    return this.held(vpc).filter(({ address }) => this.#pinned.has(`${vpc} ${address}`));
  }

  /** Addresses in use in a VPC, lowest first. */
  held(vpc: string): { address: number; holder: string }[] {
    return [...this.#of(vpc)].map(([address, holder]) => ({ address, holder })).sort((a, b) => a.address - b.address);
  }

  #of(vpc: string): Map<number, string> {
    let inUse = this.#held.get(vpc);
    if (!inUse) {
      inUse = new Map();
      this.#held.set(vpc, inUse);
    }
    return inUse;
  }
}
