import type { KubeObject } from "../api/object";
import { AddressPool, type Range } from "./addresses";

/** A subnet that the operator has provisioned or found provisioned. */
export interface KnownSubnet {
  vpc: string;
  range: Range;
  pool: AddressPool;
  /** Its gateway endpoint, which exists in the operator's memory only, was made by this very operator. */
  gateway: boolean;
}

/** What the operator keeps in memory only; it is lost when the operator ends. */
export class Memory {
  /** In the order in which they became known: the first of a VPC takes what names no subnet. */
  readonly subnets = new Map<string, KnownSubnet>();
  /** Names of the Dividers that this operator made, by VPC. */
  readonly dividers = new Map<string, string[]>();
  /** Backends and ports of scaled endpoints, by endpoint. */
  readonly backends = new Map<string, { addresses: string[]; ports: string[] }>();

  /** Learns of a subnet; of one that is known only that its gateway was made here. */
  know(name: string, subnet: Omit<KnownSubnet, "pool">, endpoints: Pick<KubeObject, "spec">[]): void {
    const known = this.subnets.get(name);
    if (known) {
      known.gateway ||= subnet.gateway;
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
