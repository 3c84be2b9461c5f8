// Makes the load balancer of hosts or Gateways from its listeners and pools.

import type { FloatingIp, LoadBalancerBody, TlsSecret } from "../../../../../resources/octavia/types";
import { compare } from "../../../../specs";
import type { LoweredLoadBalancer } from "../../plan";
import { handling, keepParts, type OctaviaLowering, type Profile } from "../context";
import type { Pools } from "./pools";

/** Parts of a load balancer that reads requests, of Gateways or of hosts. */
export interface BalancerParts extends Pick<LoweredLoadBalancer, "name" | "identity" | "hosts" | "owners"> {
  /** Fields besides those that follow from the other parts: its address, its listeners. */
  body: Omit<LoadBalancerBody, "name" | "provider" | "pools">;
  floatingIp?: FloatingIp;
  pools: Pools;
  secrets: Iterable<TlsSecret>;
  /** Entries of `keep` besides those of the pools. */
  keep?: Iterable<string>;
}

/** The planned load balancer of its parts. */
export function balancerOf(cx: OctaviaLowering, profile: Profile, parts: BalancerParts): LoweredLoadBalancer {
  const { settings, can } = cx;
  const { name, identity, hosts, owners, body, floatingIp, pools, keep = [] } = parts;
  const shared = pools.sorted();
  const secrets = [...parts.secrets].sort((a, b) => compare(a.name, b.name));
  const loadBalancer = {
    name,
    ...body,
    ...(can.has("flavors") ? { provider: profile.provider(settings) } : {}),
    ...(shared.length > 0 ? { pools: shared } : {}),
  };
  return {
    name,
    identity,
    inputs: {
      owner: cx.owner,
      loadBalancer,
      ...keepParts([...pools.kept.keys(), ...keep]),
      ...(secrets.length > 0 ? { secrets } : {}),
      ...(floatingIp ? { floatingIp } : {}),
      ...handling(settings),
    },
    owners,
    hosts,
    services: pools.services,
    shares: pools.shares,
    routes: pools.routes,
    because: pools.kept,
    moving: pools.moving(),
  };
}
