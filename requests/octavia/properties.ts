// Reads from bodies of Octavia the properties that clients and servers notice beside the answers; the usual value is left out.

import type { CertificateRef } from "../../resources/octavia/fields";
import type { ListenerBody, PoolBody } from "../../resources/octavia/types";
import type { DefaultValues } from "../differences/property-words";
import type { PortTimeouts, RuleProperties, ServedPort, ServerTls } from "../table/routing-table";

/** Default values of Octavia, unless its configuration differs. */
export const OCTAVIA_DEFAULTS = {
  tlsVersions: ["1.2", "1.3"],
  timeouts: { client: 50, server: 50, connect: 5 },
  balancing: "round robin",
} as const satisfies DefaultValues;

/** Properties of a listener. */
export function propertiesOfListener(listener: ListenerBody): Partial<ServedPort> {
  const { protocol, client_authentication: asks = "NONE", client_ca_tls_container_ref: authority } = listener;
  const timeouts = timeoutsOf(listener);
  const properties = propertiesOf(listener);
  return {
    ...(protocol === "TERMINATED_HTTPS" ? versionsOf(listener.tls_versions) : {}),
    ...(authority && asks !== "NONE" ? { authority: certificateName(authority) } : {}),
    ...(Object.keys(timeouts).length > 0 ? { timeouts } : {}),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
  };
}

function versionsOf(versions: ListenerBody["tls_versions"]): Pick<ServedPort, "tlsVersions"> {
  if (!versions || versions.length === 0) return {};
  const tlsVersions = versions.map((version) => version.replace(/^TLSv1$/, "TLSv1.0").replace(/^TLSv/, "")).sort();
  return tlsVersions.join() === OCTAVIA_DEFAULTS.tlsVersions.join() ? {} : { tlsVersions };
}

function timeoutsOf({ timeout_client_data, timeout_member_data, timeout_member_connect }: ListenerBody): PortTimeouts {
  const timeouts = { client: timeout_client_data, server: timeout_member_data, connect: timeout_member_connect };
  return Object.fromEntries(
    (["client", "server", "connect"] as const).flatMap((name) => {
      const value = timeouts[name];
      return typeof value !== "number" || value / 1000 === OCTAVIA_DEFAULTS.timeouts[name] ? [] : [[name, value / 1000]];
    }),
  );
}

const USUAL_ALPN = "h2,http/1.1,http/1.0";

function propertiesOf(listener: ListenerBody): Record<string, string> {
  const { tls_ciphers, alpn_protocols, connection_limit, insert_headers = {}, hsts_max_age, client_crl_container_ref: revoked } = listener;
  const inserted = Object.keys(insert_headers).filter((name) => String(insert_headers[name]) === "true");
  const alpn = alpn_protocols?.join() ?? USUAL_ALPN;
  return {
    ...(tls_ciphers ? { "TLS ciphers": tls_ciphers } : {}),
    ...(alpn === USUAL_ALPN ? {} : { ALPN: alpn || "none" }),
    ...(typeof connection_limit === "number" && connection_limit >= 0 ? { "connections at one time": `at most ${connection_limit}` } : {}),
    ...(inserted.length > 0 ? { "inserted request headers": inserted.sort().join(", ") } : {}),
    ...(typeof hsts_max_age === "number" ? { HSTS: `${hsts_max_age} s` } : {}),
    ...(revoked ? { "revoked client certificates": certificateName(revoked) } : {}),
  };
}

/** Properties of a pool. */
export function propertiesOfPool({ protocol, lb_algorithm, session_persistence }: PoolBody): RuleProperties {
  const balancing = lb_algorithm
    .toLowerCase()
    .replaceAll("_", " ")
    .replace(/\bip\b/, "IP");
  const affinity = affinityOf(session_persistence ?? undefined);
  return {
    ...(affinity === undefined ? {} : { affinity }),
    ...(protocol === "PROXY" ? { proxyProtocol: "v1" } : protocol === "PROXYV2" ? { proxyProtocol: "v2" } : {}),
    ...(balancing === OCTAVIA_DEFAULTS.balancing ? {} : { balancing }),
  };
}

/** HTTP_COOKIE uses the cookie name of Octavia's template. */
function affinityOf({ type, cookie_name }: NonNullable<PoolBody["session_persistence"]> = {}): string | undefined {
  if (type === undefined) return undefined;
  return type === "SOURCE_IP" ? "source" : `cookie ${type === "APP_COOKIE" ? cookie_name : "SRV"}`;
}

/** TLS towards the members of a pool. */
export function tlsOfPool(pool: PoolBody): ServerTls | undefined {
  const { tls_enabled, ca_tls_container_ref: authority, tls_container_ref: clientCertificate } = pool;
  if (!tls_enabled) return undefined;
  return {
    verify: authority !== undefined,
    ...(authority === undefined ? {} : { authority: certificateName(authority) }),
    ...(clientCertificate === undefined ? {} : { certificate: certificateName(clientCertificate) }),
  };
}

/** The last part of a name or reference; names written by this package end with a digest of the contents. */
const certificateName = (ref: CertificateRef): string => (typeof ref === "string" ? ref : ref.name).replace(/^.*\//, "");
