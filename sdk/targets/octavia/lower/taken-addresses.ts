// Refuses load balancers that ask for an address that another one has.

import ipaddr from "ipaddr.js";
import { describeObject, type ObjectRef } from "../../../../resources/diagnostic";
import type { LoadBalancerInputs } from "../../../../resources/octavia/types";
import { diagnose, isAddress } from "../../../specs";
import type { OctaviaLowering } from "./context";
import { olderFirst, type ServiceBalancer } from "./sharing";

/** The addresses that specs name, with the first that asks for each: a load balancer cannot have that of another one. */
export class NamedAddresses {
  readonly #holders = new Map<string, ObjectRef>();

  /** The one that has an address of these inputs already; else it belongs to this object. */
  take({ loadBalancer, floatingIp, own }: LoadBalancerInputs, by: ObjectRef): { address: string; holder: ObjectRef } | undefined {
    const { vip_address, vip_subnet_id, vip_network_id } = { ...own?.loadBalancer, ...loadBalancer };
    const named = [
      { address: (floatingIp ?? own?.floatingIp)?.floating_ip_address, place: "floating" },
      { address: vip_address, place: vip_subnet_id ?? vip_network_id ?? "" },
    ];
    for (const { address, place } of named) {
      if (typeof address !== "string" || !isAddress(address)) continue;
      const key = `${place} ${ipaddr.parse(address).toString()}`;
      const holder = this.#holders.get(key);
      if (holder) return { address, holder };
      this.#holders.set(key, by);
    }
    return undefined;
  }
}

/** Of Services that name one address the older has it. One that names its load balancer by id shares that of another Service. */
export function withoutTakenAddresses(
  { refuse }: Pick<OctaviaLowering, "refuse">,
  balancers: readonly ServiceBalancer[],
  addresses: NamedAddresses,
): ServiceBalancer[] {
  return olderFirst(balancers).filter(({ service: { ref, loadBalancerIP }, planned: { inputs } }) => {
    if (loadBalancerIP === undefined) return true;
    const taken = addresses.take(inputs, ref);
    if (!taken || inputs.loadBalancer.id) return true;
    refuse(diagnose("LB1408", ref, "/spec/loadBalancerIP", takenWords(taken), { remedy: "Name another address, or none." }));
    return false;
  });
}

/** `the address 203.0.113.77 belongs to Service default/one, which is older or comes first` */
export const takenWords = ({ address, holder }: { address: string; holder: ObjectRef }): string =>
  `the address ${address} belongs to ${describeObject(holder)}, which is older or comes first`;
