import type { ListenerBody, TlsSecret } from "../../../contract/octavia";
import type { HttpRoute, Termination, VirtualHost } from "../../routing";
import { compare, diagnose, isUnknown, type Spec } from "../../specs";
import { CLASS_ANNOTATION, type Ingress } from "../../specs/kinds/ingress";
import type { Lowering } from "../context";
import { known } from "../known";
import { fingerprint, hostNames, shorten } from "../names";
import type { PlannedLoadBalancer } from "../plan";
import type { Profile } from "../profile";
import type { OctaviaSettings } from "../settings";
import { policiesOf } from "./policies";
import { Pools } from "./pools";

/** Puts an Ingress or Route on a load balancer of its own group; default: one group per ingress class. */
export const GROUP_ANNOTATION = "loadbalancer.openstack.org/group";

/** The group an object belongs to: hosts of one group share a load balancer. */
export function groupOf(owner: Spec, settings: OctaviaSettings): string {
  const { annotations } = owner.meta;
  return annotations[GROUP_ANNOTATION] || annotations[CLASS_ANNOTATION] || (owner as Partial<Ingress>).className || settings.ingressClass;
}

/** One load balancer per group: a listener for clear text, one for TLS with all certificates, L7 policies to the pools. */
export function lowerHosts(cx: Lowering, profile: Profile, hosts: readonly VirtualHost[]): PlannedLoadBalancer[] {
  const groups = new Map<string, VirtualHost[]>();
  for (const host of servable(cx, hosts)) groups.set(host.scope, [...(groups.get(host.scope) ?? []), host]);
  return [...groups].map(([group, members]) => lowerGroup(cx, profile, group, members));
}

/** The hosts without the routes that Octavia cannot make, each of them named. */
function servable(cx: Lowering, hosts: readonly VirtualHost[]): VirtualHost[] {
  const fits = ({ to, on, owner }: HttpRoute, host: string) => {
    if ("redirect" in to) {
      if (!host.startsWith("*")) return true;
      const message = `${on === "clear" ? "clear text" : "TLS"} of ${host} cannot be redirected: Octavia needs the name of the host; it is not served`;
      cx.report(diagnose("LB1302", owner.ref, "/spec", message));
      return false;
    }
    if (cx.can.has("poolTls") || !to.backends.some(({ validation }) => validation)) return true;
    cx.report(diagnose("LB1301", owner.ref, "/spec", `TLS to the servers: ${cx.can.missing("poolTls")}; the route is not served`));
    return false;
  };
  return hosts
    .map((host) => ({ ...host, routes: host.routes.filter((route) => fits(route, host.fqdn)) }))
    .filter(({ routes }) => routes.length > 0);
}

function lowerGroup(cx: Lowering, profile: Profile, group: string, hosts: readonly VirtualHost[]): PlannedLoadBalancer {
  const { settings, can } = cx;
  const name = hostNames.loadBalancer(settings.cluster_name, group);
  const description = `Kubernetes ingress group ${group} from cluster ${settings.cluster_name}`;
  const pools = new Pools(cx, profile, name);
  const secrets = new Map<string, TlsSecret>();
  const listeners = [
    listener(name, "HTTP", 80, { l7policies: policiesOf(cx, pools, hosts, "clear") }),
    listener(name, "TERMINATED_HTTPS", 443, { ...certificates(name, hosts, secrets), l7policies: policiesOf(cx, pools, hosts, "tls") }),
  ].filter(({ l7policies }) => l7policies!.length > 0);
  for (const [key, secret] of pools.authorities) secrets.set(key, secret);
  const { vip, floatingIp } = profile.hosts(cx, description);
  const owners = [
    ...new Map(
      hosts.flatMap((host) => host.routes.map(({ owner }) => [`${owner.ref.kind} ${owner.ref.namespace}/${owner.ref.name}`, owner.ref])),
    ).values(),
  ];
  return {
    name,
    inputs: {
      owner: cx.owner,
      loadBalancer: {
        name,
        description,
        ...vip,
        ...(can.has("providers") ? { provider: profile.provider(settings) } : {}),
        listeners,
        pools: [...pools.bodies.values()].sort((a, b) => compare(a.name, b.name)),
      },
      ...(secrets.size > 0 ? { secrets: [...secrets.values()].sort((a, b) => compare(a.name, b.name)) } : {}),
      ...(floatingIp ? { floatingIp } : {}),
      ...(settings.provider_requires_serial_api_calls ? { serial: true } : {}),
      ...(settings.cascade_delete ? {} : { cascadeDelete: false }),
    },
    owners,
    hosts: hosts.map(({ fqdn }) => fqdn),
  };
}

/** Servers behind a load balancer that ends the connection know the client by these headers. */
const HEADERS = { "X-Forwarded-For": "true", "X-Forwarded-Port": "true", "X-Forwarded-Proto": "true" };

function listener(loadBalancer: string, protocol: "HTTP" | "TERMINATED_HTTPS", port: number, rest: Partial<ListenerBody>): ListenerBody {
  return { name: hostNames.listener(loadBalancer, protocol, port), protocol, protocol_port: port, insert_headers: HEADERS, ...rest };
}

/** The first host's certificate answers clients that name no host; all others are chosen by the name (SNI). */
function certificates(loadBalancer: string, hosts: readonly VirtualHost[], secrets: Map<string, TlsSecret>): Partial<ListenerBody> {
  const names = [...hosts].sort((a, b) => compare(a.fqdn, b.fqdn)).flatMap(({ tls }) => (tls ? [store(loadBalancer, tls, secrets)] : []));
  const [first, ...others] = [...new Set(names)].map((name) => ({ name }));
  if (!first) return {};
  return { default_tls_container_ref: first, ...(others.length > 0 ? { sni_container_refs: others } : {}) };
}

/** Barbican secrets never change: another certificate is another secret, so the name holds a fingerprint. */
function store(loadBalancer: string, tls: Termination, secrets: Map<string, TlsSecret>): string {
  const { source, certificate, key, caCertificate } = tls;
  const chain = [certificate, caCertificate].filter((part) => part !== undefined);
  const unknown = [...chain, key].find(isUnknown);
  const place = `${loadBalancer}/${source.namespace}/${source.name}`;
  const text = chain.map((part) => known<string>(part).trimEnd?.()).join("\n");
  const name = unknown ? known<string>(unknown) : shorten(`${place}-${fingerprint(text, known(key))}`);
  secrets.set(unknown ? place : name, { name, certificate: unknown ? known(unknown) : `${text}\n`, key: known(key) });
  return name;
}
