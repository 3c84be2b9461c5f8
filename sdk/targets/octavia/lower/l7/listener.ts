// Makes HTTP and HTTPS listeners with their certificates.

import type { ListenerBody, TlsSecret } from "../../../../../resources/octavia/types";
import type { Rule, Termination, TlsVersion, VirtualHost } from "../../../../routing";
import { isOnTls, type RuleListener } from "../../../../routing";
import { asKnown, compare, diagnose, isUnknown } from "../../../../specs";
import { fingerprint, hostNames, shorten } from "../../names";
import { LONGEST_TIMEOUT, type OctaviaLowering } from "../context";

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

/** The first host's certificate answers clients that name no host; all others are chosen by the name (SNI). */
export function certificates(loadBalancer: string, hosts: readonly VirtualHost[], secrets: Map<string, TlsSecret>): Partial<ListenerBody> {
  const sorted = [...hosts].sort((a, b) => compare(a.fqdn, b.fqdn));
  return chosenByName(
    loadBalancer,
    sorted.flatMap(({ tls }) => tls ?? []),
    secrets,
  );
}

/** Certificates of a listener in their order, and their Secrets. */
export function chosenByName(
  loadBalancer: string,
  terminations: readonly Termination[],
  secrets: Map<string, TlsSecret>,
): Pick<ListenerBody, "default_tls_container_ref" | "sni_container_refs"> {
  const names = terminations.map((tls) => store(loadBalancer, tls, secrets));
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
  const text = chain.map((part) => (isUnknown(part) ? "" : part.trimEnd())).join("\n");
  const name = unknown ? asKnown<string>(unknown) : shorten(`${place}-${fingerprint(text, isUnknown(key) ? "" : key)}`);
  secrets.set(unknown ? place : name, { name, certificate: unknown ? asKnown<string>(unknown) : `${text}\n`, key: asKnown<string>(key) });
  return name;
}

const VERSIONS: readonly TlsVersion[] = ["1.1", "1.2", "1.3"];

/** Versions of TLS belong to the listener: the strictest demand of any host holds for all of them. */
export function tlsVersions(cx: OctaviaLowering, hosts: readonly VirtualHost[]): Partial<ListenerBody> {
  const demanding = hosts.filter(({ tls, routes }) => tls?.minimumVersion && routes.some(isOnTls));
  const least = VERSIONS.findLast((version) => demanding.some(({ tls }) => tls?.minimumVersion === version));
  if (!least) return {};
  if (!cx.can.has("listenerTlsVersions")) {
    for (const host of demanding)
      reportFor(cx, host.routes, `TLS ${least} as the least version: ${cx.can.missing("listenerTlsVersions")}`, "LB1404");
    return {};
  }
  for (const host of demanding.filter(({ tls }) => tls?.minimumVersion !== least))
    reportFor(
      cx,
      host.routes,
      `${host.fqdn} asks for TLS ${host.tls?.minimumVersion} at least, but shares a listener with a host that asks for ${least}`,
    );
  return { tls_versions: VERSIONS.slice(VERSIONS.indexOf(least)).map((version) => `TLSv${version}`) };
}

/** The time a server may take belongs to the listener too: it is set where all routes agree. */
export function serverTimeout(cx: OctaviaLowering, hosts: readonly VirtualHost[], on: RuleListener["protocol"]): Partial<ListenerBody> {
  const routes = hosts.flatMap((host) => host.routes.filter((route) => route.listener.protocol === on && "backends" in route.to));
  const of = ({ to }: Rule) => ("backends" in to ? to.timeouts?.request : undefined);
  const [first, ...others] = [...new Set(routes.map(of))];
  if (first === undefined && others.length === 0) return {};
  if (others.length > 0) {
    const timed = routes.filter((route) => of(route) !== undefined);
    reportFor(cx, timed, "the timeout is not used: the routes of one listener share it, and they do not agree");
    return {};
  }
  if (first === 0) return { timeout_member_data: LONGEST_TIMEOUT };
  return { timeout_member_data: Math.min(LONGEST_TIMEOUT, Math.max(1, Math.round(Number(first) * 1000))) };
}

function reportFor(cx: OctaviaLowering, routes: readonly Rule[], message: string, code: "LB1302" | "LB1404" = "LB1302"): void {
  for (const owner of new Set(routes.map((route) => route.owner))) cx.report(diagnose(code, owner.ref, "/spec", message));
}
