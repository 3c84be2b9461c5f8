import { compare } from "../specs";
import type { Networks } from "./networks";
import type { PodPlacement, ServicePlacement, Stores } from "./plan";
import type { Topology } from "./topology";

/**
 * The association sets under the seed's names (86-105). They are keyed as there, by name without tenant: where two tenants use one
 * Network name, an entry is the union of both. Nothing here is read back; the translation itself tells tenants apart.
 */
export function storesOf(
  networks: Networks,
  topology: Topology,
  pods: readonly PodPlacement[],
  services: readonly { network?: string; placement: ServicePlacement }[],
): Stores {
  const tied = [...networks.values()].filter(({ vpc }) => vpc);
  return {
    arktosnets_tenant_store: group(tied.filter(({ tenant }) => tenant).map(({ tenant, name }) => [tenant, name])),
    vpcs_arktosnet_store: group(tied.map(({ name, vpc }) => [name, vpc!.name])),
    services_arktosnet_store: group(
      services.flatMap(({ network, placement }) => (network === undefined ? [] : [[network, placement.name]])),
    ),
    nets_vpc_store: group([...topology.subnets.values()].filter(({ fault }) => !fault).map(({ vpc, name }) => [vpc.name, name])),
    pods_net_store: group(
      pods.flatMap(({ podName, subnet, interfaces }) => (interfaces ?? [{ subnet }]).map(({ subnet: net }) => [net, podName])),
    ),
  };
}

function group(pairs: readonly (readonly string[])[]): Record<string, string[]> {
  const sets = new Map<string, Set<string>>();
  for (const [key = "", value = ""] of pairs) {
    const known = sets.get(key);
    if (known) known.add(value);
    else sets.set(key, new Set([value]));
  }
  return Object.fromEntries([...sets].map(([key, values]) => [key, [...values].sort(compare)]));
}
