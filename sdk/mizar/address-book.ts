import { type Block, gatewayOf, holds } from "./cidr";

/** Who holds which address of which VPC. Two VPCs may use the same range. */
export class AddressBook {
  readonly #held = new Map<string, Map<number, string>>();
  /** `vpc address` of those that objects on the server hold: they are not given back. */
  readonly #pinned = new Set<string>();
  /** Where the search for a free address of a subnet goes on; only ever too low. */
  readonly #next = new Map<string, number>();

  /** Takes an address, or says who else holds it. */
  take(vpc: string, address: number, holder: string): string | undefined {
    const held = this.#of(vpc);
    const other = held.get(address);
    if (other !== undefined && other !== holder) return other;
    held.set(address, holder);
    return undefined;
  }

  /** An address that somebody has on the server. */
  pin(vpc: string, address: number, holder: string): void {
    this.take(vpc, address, holder);
    this.#pinned.add(`${vpc} ${address}`);
  }

  /** Gives back what a holder has in a VPC. */
  release(vpc: string, holder: string): void {
    const held = this.#of(vpc);
    for (const [address, who] of held) if (who === holder && !this.#pinned.has(`${vpc} ${address}`)) held.delete(address);
    this.#next.clear();
  }

  /** The lowest free address, neither the network's nor the gateway's, and inside `within` where that is given. */
  lowestFree(vpc: string, block: Block, within?: readonly Block[]): number | undefined {
    const held = this.#of(vpc);
    const key = `${vpc} ${block.first}/${block.prefix}`;
    const start = within ? gatewayOf(block) + 1 : (this.#next.get(key) ?? gatewayOf(block) + 1);
    for (let address = start; address <= block.last; address++) {
      if (within && !within.some((range) => holds(range, address))) {
        const next = Math.min(...within.filter(({ first }) => first > address).map(({ first }) => first));
        if (!Number.isFinite(next)) return undefined;
        address = next - 1;
      } else if (!held.has(address)) {
        if (!within) this.#next.set(key, address);
        return address;
      }
    }
    return undefined;
  }

  /** What objects on the server hold in a VPC. */
  pinned(vpc: string): { address: number; holder: string }[] {
    return this.held(vpc).filter(({ address }) => this.#pinned.has(`${vpc} ${address}`));
  }

  /** What is held in a VPC, lowest address first. */
  held(vpc: string): { address: number; holder: string }[] {
    return [...this.#of(vpc)].map(([address, holder]) => ({ address, holder })).sort((a, b) => a.address - b.address);
  }

  #of(vpc: string): Map<number, string> {
    let held = this.#held.get(vpc);
    if (!held) {
      held = new Map();
      this.#held.set(vpc, held);
    }
    return held;
  }
}
