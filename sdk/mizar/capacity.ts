import { capacityOf, formatBlock, gatewayOf } from "./cidr";
import type { VpcAddresses } from "./plan";

/** How many addresses a subnet has, and how many of them are left. */
export interface Capacity {
  /** `10.10.1.0/24` */
  range: string;
  capacity: number;
  left: number;
}

/** The capacity of every subnet, by its name. */
export function capacityLeft(addresses: readonly VpcAddresses[]): Record<string, Capacity> {
  const subnets = addresses.flatMap((vpc) => vpc.subnets);
  return Object.fromEntries(
    subnets.map(({ name, block, used }) => {
      const capacity = capacityOf(block);
      const taken = used.filter(({ address }) => address > gatewayOf(block)).length;
      return [name, { range: formatBlock(block), capacity, left: capacity - taken }];
    }),
  );
}
