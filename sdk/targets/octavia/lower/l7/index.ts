// Lowers hosts to load balancers with L7 policies.

import type { L7PolicyBody, ListenerBody, TlsSecret } from "../../../../../resources/octavia/types";
import { handshakeKey } from "../../../../../resources/route-key";
import { type DefaultBackend, defaultKey, type RoutingModel, statusKey, type VirtualHost } from "../../../../routing";
import { settingsOf } from "../../../../settings";
import { diagnose, pointer } from "../../../../specs";
import { cut, hostNames } from "../../names";
import { CLEAR_TEXT, type LoweredLoadBalancer, poolsIn, ruleKey, TLS } from "../../plan";
import type { OctaviaLowering, Profile } from "../context";
import { balancerOf } from "./balancer";
import { certificates, httpListener, serverTimeout, tlsVersions } from "./listener";
import { policiesOf } from "./policies";
import { Pools } from "./pools";
import { restrictionsOf, withoutUnrestricted } from "./restrictions";
import { servable, servableDefaults } from "./servable";

/** Hosts that share a load balancer. */
interface HostGroup {
  hosts: VirtualHost[];
  fallback?: DefaultBackend;
}

/**
 * One load balancer per group: a listener for clear text, one for TLS with all certificates, L7 policies to the pools. A host whose
 * TLS ends at the servers has a load balancer of its own: a listener that does not look inside serves one host only.
 */
export function lowerHosts(cx: OctaviaLowering, profile: Profile, model: Pick<RoutingModel, "hosts" | "defaults">): LoweredLoadBalancer[] {
  const groups = new Map<string, HostGroup>();
  const groupFor = (scope: string) => {
    const group = groups.get(scope) ?? { hosts: [] };
    groups.set(scope, group);
    return group;
  };
  const passthrough: LoweredLoadBalancer[] = [];
  const defaults = servableDefaults(cx, model.defaults);
  for (const host of servable(cx, model.hosts, defaults)) {
    if (host.tcp) passthrough.push(...lowerPassthrough(cx, profile, host));
    else groupFor(host.scope).hosts.push(host);
  }
  for (const fallback of defaults) groupFor(fallback.scope).fallback = fallback;
  const balancers = [...[...groups].flatMap(([name, group]) => lowerGroup(cx, profile, name, group)), ...passthrough];
  reportLongChecks(cx, balancers);
  return balancers;
}

/** Reports once that checks of pools of hosts last too long. The pools have the monitor of the settings, unless they have their own. */
export function reportLongChecks(cx: OctaviaLowering, balancers: readonly LoweredLoadBalancer[]): void {
  const { create_monitor, monitor_delay: delay, monitor_timeout: timeout } = cx.settings;
  if (!create_monitor || timeout <= delay) return;
  const bySettings = balancers
    .flatMap(poolsIn)
    .filter(({ healthmonitor: monitor }) => monitor?.type === "TCP" && monitor.timeout > monitor.delay);
  if (bySettings.length === 0) return;
  const what = bySettings.length === 1 ? `pool ${bySettings[0]?.name}` : `${bySettings.length} pools of hosts`;
  const message = `a check of the health monitor of ${what} may last ${timeout} s, longer than the ${delay} s between two`;
  const remedy = `Set monitor_timeout to at most ${delay}, or monitor_delay to at least ${timeout}.`;
  cx.report(diagnose("LB1314", settingsOf("octavia"), pointer("monitor_timeout"), message, { remedy }));
}

/** Identity of the load balancer of a group. */
export const groupIdentity = (group: string) => `kube_ingress_${group}`;

/** Identity of the load balancer of a host: that of its group, or its own. */
export const hostIdentity = ({ tcp, fqdn, scope }: Pick<VirtualHost, "tcp" | "fqdn" | "scope">) =>
  tcp ? `kube_passthrough_${fqdn}` : groupIdentity(scope);

function lowerGroup(cx: OctaviaLowering, profile: Profile, group: string, hostGroup: HostGroup): LoweredLoadBalancer[] {
  const { cluster_name: cluster } = cx.settings;
  const restrictions = restrictionsOf(cx, hostGroup);
  const { hosts, fallback } = withoutUnrestricted(hostGroup, cx.isUnrestricted);
  if (hosts.length === 0 && !fallback) return [];
  const name = hostNames.loadBalancer(cluster, group);
  const pools = new Pools(cx, profile, name);
  const secrets = new Map<string, TlsSecret>();
  const clear = policiesOf(cx, pools, hosts, "HTTP");
  const tls = policiesOf(cx, pools, hosts, "HTTPS");
  if (fallback) for (const listener of [CLEAR_TEXT, TLS]) cx.sources.note(ruleKey(name, listener), fallback);
  const rest = fallbackOf(pools, [...clear, ...tls], tls.length > 0 ? 2 : 1, fallback);
  const listeners = [
    ...(clear.length > 0 || fallback
      ? [
          httpListener(name, "HTTP", 80, {
            ...serverTimeout(cx, hosts, "HTTP"),
            ...allowed(restrictions.clear),
            ...rest,
            ...(clear.length > 0 ? { l7policies: clear } : {}),
          }),
        ]
      : []),
    ...(tls.length > 0
      ? [
          httpListener(name, "TERMINATED_HTTPS", 443, {
            ...certificates(name, hosts, secrets),
            ...tlsVersions(cx, hosts),
            ...serverTimeout(cx, hosts, "HTTPS"),
            ...allowed(restrictions.tls),
            ...rest,
            l7policies: tls,
          }),
        ]
      : []),
  ];
  for (const [key, secret] of pools.authorities) secrets.set(key, secret);
  const description = cut(`Kubernetes ingress group ${group} from cluster ${cluster}`);
  const identity = groupIdentity(group);
  const { internal } = restrictions;
  return [
    hostBalancer(cx, profile, { name, identity, description, listeners, pools, secrets: [...secrets.values()], hosts, fallback, internal }),
  ];
}

const allowed = (networks: string[] | undefined): Partial<ListenerBody> => (networks ? { allowed_cidrs: networks } : {});

/** Default pool of a listener, for requests that no policy takes. The listener contains the pool if nothing else uses it. */
function fallbackOf(
  pools: Pools,
  policies: readonly L7PolicyBody[],
  listeners: number,
  fallback: DefaultBackend | undefined,
): Pick<ListenerBody, "default_pool"> {
  if (!fallback) return {};
  const { name } = pools.of([fallback.backend], defaultKey(fallback.scope));
  const alone = listeners === 1 && !policies.some(({ redirect_pool: pool }) => pool?.name === name);
  return { default_pool: alone ? pools.taken(name) : { name } };
}

/** Load balancer of a passthrough host: HTTPS on port 443 without termination, redirects of clear text on port 80. */
function lowerPassthrough(cx: OctaviaLowering, profile: Profile, passthroughHost: VirtualHost): LoweredLoadBalancer[] {
  const { cluster_name: cluster } = cx.settings;
  const { clear, tls, internal } = restrictionsOf(cx, { hosts: [passthroughHost] });
  const [host] = withoutUnrestricted({ hosts: [passthroughHost] }, cx.isUnrestricted).hosts;
  if (!host?.tcp) return [];
  const { tcp } = host;
  const name = hostNames.passthrough(cluster, host.fqdn);
  const pools = new Pools(cx, profile, name);
  const protocol = cx.can.ovn ? "TCP" : "HTTPS"; // the provider ovn knows the protocols of layer 4 only
  cx.sources.note(ruleKey(name, { protocol, protocol_port: 443 }), tcp);
  const redirects = policiesOf(cx, pools, [host], "HTTP");
  const listeners: ListenerBody[] = [
    ...(redirects.length > 0 ? [httpListener(name, "HTTP", 80, { ...allowed(clear), l7policies: redirects })] : []),
    {
      name: hostNames.listener(name, protocol, 443),
      protocol,
      protocol_port: 443,
      ...allowed(tls),
      default_pool: pools.nested(tcp.backends, handshakeKey(host.fqdn.toLowerCase()), protocol),
    },
  ];
  const description = cut(`Kubernetes passthrough host ${host.fqdn} from cluster ${cluster}`);
  const identity = hostIdentity(host);
  return [hostBalancer(cx, profile, { name, identity, description, listeners, pools, secrets: [], hosts: [host], internal })];
}

/** Parts of one load balancer for hosts. */
export interface HostBalancer {
  name: string;
  identity: string;
  description: string;
  listeners: ListenerBody[];
  pools: Pools;
  secrets: TlsSecret[];
  hosts: readonly VirtualHost[];
  fallback?: DefaultBackend;
  /** True if it has no floating IP. */
  internal?: true;
}

/** A load balancer for hosts, where the profile puts such ones. */
function hostBalancer(cx: OctaviaLowering, profile: Profile, made: HostBalancer): LoweredLoadBalancer {
  const { name, identity, description, listeners, pools, secrets, hosts, fallback, internal } = made;
  const { vip, floatingIp } = profile.hosts(cx, description);
  const parts = [...hosts.flatMap((host) => [...host.routes, ...(host.tcp ? [host.tcp] : [])]), ...(fallback ? [fallback] : [])];
  const owners = parts.map(({ owner }) => owner.ref);
  return balancerOf(cx, profile, {
    name,
    identity,
    body: { description, ...vip, listeners },
    floatingIp: internal ? undefined : floatingIp,
    pools,
    secrets,
    owners: [...new Map(owners.map((ref) => [statusKey(ref), ref])).values()],
    hosts: hosts.map(({ fqdn }) => fqdn),
  });
}
