// Reads the routing table from the body of an Octavia load balancer.

import type { CertificateRef } from "../../resources/octavia/fields";
import type { L7PolicyBody, ListenerBody, LoadBalancerBody, PoolBody } from "../../resources/octavia/types";
import { byHost, certificateFor } from "../table/by-host";
import type { HostEntry, Protocol, RuleOwner, ServedAddress, ServedAnswer, ServedPort } from "../table/routing-table";
import { ownedBy } from "../table/rule-owners";
import { listedRules } from "./policies";
import { answerOf, type PoolFacts, poolsIn } from "./pools";
import { propertiesOfListener } from "./properties";

/** Facts that API bodies do not contain. */
export interface OctaviaFacts extends PoolFacts {
  /** Address group, {@link ServedAddress.group}; default: the name of the load balancer. */
  group?: string;
  /** Names that a certificate is valid for; undefined where unknown: the certificate counts for all names. */
  namesOf?(certificate: CertificateRef): readonly string[] | undefined;
  /** DNS names of the load balancer, for listeners without host rules: `*.example.com` has one label in front. */
  hosts?: readonly string[];
  /** Rules of specs that a policy of a listener serves, by its name, or the default pool. */
  ownersOf?(listener: ListenerBody, policy?: string): readonly RuleOwner[];
}

const PROTOCOLS: Partial<Record<ListenerBody["protocol"], Protocol>> = {
  HTTP: "http",
  TERMINATED_HTTPS: "https",
  HTTPS: "tls",
  TCP: "tcp",
  UDP: "udp",
  SCTP: "sctp",
};

/**
 * Routing table of a load balancer, as the amphora driver and HAProxy read its body, whoever wrote it. Listeners of SCTP and for metrics
 * are left out.
 */
export function servedByOctavia(body: LoadBalancerBody, facts: OctaviaFacts = {}): ServedAddress {
  const { name, vip_address, listeners = [], admin_state_up = true } = body;
  const pools = poolsIn(body);
  return {
    name,
    group: facts.group ?? name,
    ...(vip_address ? { at: [vip_address] } : {}),
    ports: admin_state_up ? listeners.flatMap((listener) => portOf(listener, pools, facts) ?? []) : [],
  };
}

function portOf(listener: ListenerBody, pools: ReadonlyMap<string, PoolBody>, facts: OctaviaFacts): ServedPort | undefined {
  const { name, protocol_port: port, admin_state_up = true, default_pool, l7policies = [] } = listener;
  const protocol = PROTOCOLS[listener.protocol];
  if (!protocol || !admin_state_up || (protocol === "sctp" && !facts.poolName)) return undefined;
  const readsRequests = protocol === "http" || protocol === "https";
  const answers = (used: ListenerBody["default_pool"]) => {
    const pool = used && pools.get(used.name);
    return pool && { pool, answer: answerOf(pool, readsRequests, facts) };
  };
  const fallback = answers(default_pool);
  // @unverified octavia/no-rule
  const nothing: ServedAnswer = readsRequests ? { status: 503 } : { closed: "no server" };
  const by = (policy?: string) => ownedBy(facts.ownersOf?.(listener, policy));
  const further =
    fallback && fallback.pool.admin_state_up !== false ? [{ rule: { to: fallback.answer, ...by(), on: `listener/${name}` } }] : [];
  const ordered = readsRequests ? listedRules(l7policies, ({ redirect_pool }: L7PolicyBody) => answers(redirect_pool), by) : [];
  const certificates = certificatesOf(listener, protocol, facts);
  const hosts = byHost(passed([...ordered, ...further], protocol), [...certificates.keys()], (host) => {
    const certificate = certificateFor(host, certificates);
    return certificate === undefined ? {} : { certificate };
  });
  const named = readsRequests ? hosts : reachedBy(hosts, protocol, facts.hosts);
  return { port, protocol, ...clientsOf(listener), ...propertiesOfListener(listener), hosts: named, otherwise: nothing };
}

/**
 * If several ports take every connection, each serves the names that lead to it in DNS; TCP ports also serve clients that connect by IP
 * address.
 */
function reachedBy(hosts: Record<string, HostEntry>, protocol: Protocol, names: readonly string[] = []): Record<string, HostEntry> {
  const { "": all } = hosts;
  if (!all || names.length === 0) return hosts;
  const named = Object.fromEntries(names.map((name) => [name === "*" ? "" : name.toLowerCase(), all]));
  return protocol === "tls" ? named : { ...hosts, ...named };
}

/** TLS connections are passed through. */
const passed = <R extends { rule: { to: ServedAnswer } }>(rules: readonly R[], protocol: Protocol): R[] =>
  protocol !== "tls"
    ? [...rules]
    : rules.map((one) => ("forward" in one.rule.to ? { ...one, rule: { ...one.rule, to: { ...one.rule.to, tls: "passthrough" } } } : one));

/** Address ranges; a range that contains all addresses does not restrict clients. */
function clientsOf({ allowed_cidrs: ranges, client_authentication, client_ca_tls_container_ref }: ListenerBody): Partial<ServedPort> {
  const isOpen = !ranges || ranges.length === 0 || ranges.some((range) => range.endsWith("/0"));
  return {
    ...(isOpen ? {} : { clients: [...ranges].sort() }),
    ...(client_authentication === "MANDATORY" && client_ca_tls_container_ref ? { clientCertificate: "required" } : {}),
  };
}

/** Certificates by the names that they are valid for, the default certificate first; empty for all names. */
function certificatesOf(
  { default_tls_container_ref: first, sni_container_refs: others = [] }: ListenerBody,
  protocol: Protocol,
  { namesOf }: OctaviaFacts,
): Map<string, string> {
  const byName = new Map<string, string>();
  if (protocol !== "https") return byName;
  for (const certificate of [...(first ? [first] : []), ...others])
    for (const name of namesOf?.(certificate) ?? [""])
      if (!byName.has(name.toLowerCase()))
        byName.set(name.toLowerCase(), `held ${typeof certificate === "string" ? certificate : certificate.name}`);
  return byName;
}
