import { formatAddress } from "../../kinds/mizar/range";
import type { Pod, Service } from "../specs";
import type { Seat } from "./assign";
import { gatewayOf } from "./cidr";
import type { HousedClaim } from "./claimants";
import type { PodPlacement, ServicePlacement } from "./plan";
import { placedAnnotations } from "./pod-annotations";

/** A Pod in its subnet (seed 127-213). */
export function podPlacement({ claimant, name, home }: HousedClaim, seats: readonly Seat[]): PodPlacement {
  const { ref } = claimant.spec;
  const interfaces = seats.map(({ nic = "", subnet, ip }) => ({
    name: nic,
    subnet: subnet.name,
    ip: formatAddress(ip),
    prefix: String(subnet.block.prefix),
    gateway: formatAddress(gatewayOf(subnet.block)),
  }));
  const { name: _, ...first } = interfaces[0]!;
  return {
    name: ref.name,
    namespace: ref.namespace,
    tenant: claimant.tenant,
    podName: name,
    vpc: home.vpc.name,
    ...first,
    annotations: placedAnnotations(claimant.spec as Pod, home, seats),
    ...(interfaces.length > 1 ? { interfaces } : {}),
  };
}

/**
 * A Service's scaled endpoint (seed 217-241). Its address becomes the clusterIP where the API server leaves that open: with ipam
 * External (mizar.md 3.3). Elsewhere the cluster gives one.
 */
export function servicePlacement({ claimant, name, home }: HousedClaim, { subnet, ip }: Seat): ServicePlacement {
  const { ref, clusterIP } = claimant.spec as Service;
  const address = formatAddress(ip);
  const settled = typeof clusterIP === "string" || home.network?.spec.ipam === "External";
  return {
    name: ref.name,
    namespace: ref.namespace,
    tenant: claimant.tenant,
    clusterIP: settled ? address : null,
    endpoint: { name, type: "scaled", vpc: home.vpc.name, net: subnet.name, ip: address },
    bouncersUpdatedInVpc: home.vpc.name,
  };
}
