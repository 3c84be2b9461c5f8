import type { ListenerBody, TlsSecret } from "../../../contract/octavia";
import type { TcpProxy, VirtualHost } from "../../routing";
import type { Lowering } from "../context";
import { hostNames } from "../names";
import type { PlannedLoadBalancer } from "../plan";
import type { Profile } from "../profile";
import { hostBalancer, httpListener } from "./balancer";
import { certificates } from "./certificates";
import { policiesOf } from "./policies";
import { Pools } from "./pools";
import { servable } from "./servable";
import { timeouts, tlsVersions } from "./shared";

/**
 * One load balancer per group: a listener for clear text, one for TLS with all certificates, L7 policies to the pools. A host whose
 * TLS ends at the servers has a load balancer of its own: a listener that does not look inside serves one host only.
 */
export function lowerHosts(cx: Lowering, profile: Profile, hosts: readonly VirtualHost[]): PlannedLoadBalancer[] {
  const groups = new Map<string, VirtualHost[]>();
  const passed: PlannedLoadBalancer[] = [];
  for (const host of servable(cx, hosts)) {
    if (host.tcp) passed.push(lowerPassthrough(cx, profile, host, host.tcp));
    else groups.set(host.scope, [...(groups.get(host.scope) ?? []), host]);
  }
  return [...[...groups].map(([group, members]) => lowerGroup(cx, profile, group, members)), ...passed];
}

function lowerGroup(cx: Lowering, profile: Profile, group: string, hosts: readonly VirtualHost[]): PlannedLoadBalancer {
  const { cluster_name: cluster } = cx.settings;
  const name = hostNames.loadBalancer(cluster, group);
  const pools = new Pools(cx, profile, name);
  const secrets = new Map<string, TlsSecret>();
  const clear = policiesOf(cx, pools, hosts, "clear");
  const tls = policiesOf(cx, pools, hosts, "tls");
  const listeners = [
    ...(clear.length > 0 ? [httpListener(name, "HTTP", 80, { ...timeouts(cx, hosts, "clear"), l7policies: clear })] : []),
    ...(tls.length > 0
      ? [
          httpListener(name, "TERMINATED_HTTPS", 443, {
            ...certificates(name, hosts, secrets),
            ...tlsVersions(cx, hosts),
            ...timeouts(cx, hosts, "tls"),
            l7policies: tls,
          }),
        ]
      : []),
  ];
  for (const [key, secret] of pools.authorities) secrets.set(key, secret);
  const description = `Kubernetes ingress group ${group} from cluster ${cluster}`;
  return hostBalancer(cx, profile, { name, description, listeners, pools, secrets: [...secrets.values()], hosts });
}

/** HTTPS as it is on port 443; clear text, where it is redirected, on port 80. */
function lowerPassthrough(cx: Lowering, profile: Profile, host: VirtualHost, tcp: TcpProxy): PlannedLoadBalancer {
  const { cluster_name: cluster } = cx.settings;
  const name = hostNames.passthrough(cluster, host.fqdn);
  const pools = new Pools(cx, profile, name);
  const protocol = cx.can.ovn ? "TCP" : "HTTPS"; // the provider ovn knows the protocols of layer 4 only
  const redirects = policiesOf(cx, pools, [host], "clear");
  const listeners: ListenerBody[] = [
    ...(redirects.length > 0 ? [httpListener(name, "HTTP", 80, { l7policies: redirects })] : []),
    { name: hostNames.listener(name, protocol, 443), protocol, protocol_port: 443, default_pool: pools.nested(tcp.backends, protocol) },
  ];
  const description = `Kubernetes passthrough host ${host.fqdn} from cluster ${cluster}`;
  return hostBalancer(cx, profile, { name, description, listeners, pools, secrets: [], hosts: [host] });
}
