import type { ListenerBody, TlsSecret } from "../../../kinds/octavia/inputs";
import { type DefaultBackend, statusKey, type VirtualHost } from "../../routing";
import { compare } from "../../specs";
import type { Lowering } from "../context";
import { handling, keepMembers } from "../handling";
import { hostNames } from "../names";
import type { PlannedLoadBalancer } from "../plan";
import type { Profile } from "../profile";
import type { Pools } from "./pools";

/** What one load balancer for hosts is made of. */
export interface HostBalancer {
  name: string;
  identity: string;
  description: string;
  listeners: ListenerBody[];
  pools: Pools;
  secrets: TlsSecret[];
  hosts: readonly VirtualHost[];
  fallback?: DefaultBackend;
}

/** A load balancer for hosts, where the profile puts such ones. */
export function hostBalancer(cx: Lowering, profile: Profile, made: HostBalancer): PlannedLoadBalancer {
  const { settings, can } = cx;
  const { name, identity, description, listeners, pools, secrets, hosts, fallback } = made;
  const shared = pools.sorted();
  const { vip, floatingIp } = profile.hosts(cx, description);
  const parts = [...hosts.flatMap((host) => [...host.routes, ...(host.tcp ? [host.tcp] : [])]), ...(fallback ? [fallback] : [])];
  const owners = parts.map(({ owner }) => owner.ref);
  return {
    name,
    identity,
    inputs: {
      owner: cx.owner,
      loadBalancer: {
        name,
        description,
        ...vip,
        ...(can.has("flavors") ? { provider: profile.provider(settings) } : {}),
        listeners,
        ...(shared.length > 0 ? { pools: shared } : {}),
      },
      ...keepMembers([...pools.kept]),
      ...(secrets.length > 0 ? { secrets: [...secrets].sort((a, b) => compare(a.name, b.name)) } : {}),
      ...(floatingIp ? { floatingIp } : {}),
      ...handling(settings),
    },
    owners: [...new Map(owners.map((ref) => [statusKey(ref), ref])).values()],
    hosts: hosts.map(({ fqdn }) => fqdn),
  };
}

/** Servers behind a load balancer that ends the connection know the client by these headers. */
const HEADERS = { "X-Forwarded-For": "true", "X-Forwarded-Port": "true", "X-Forwarded-Proto": "true" };

/** A listener that reads requests. */
export function httpListener(
  loadBalancer: string,
  protocol: "HTTP" | "TERMINATED_HTTPS",
  port: number,
  rest: Partial<ListenerBody>,
): ListenerBody {
  return { name: hostNames.listener(loadBalancer, protocol, port), protocol, protocol_port: port, insert_headers: HEADERS, ...rest };
}
