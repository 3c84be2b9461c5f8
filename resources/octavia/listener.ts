// Schemas of listeners, L7 policies and rules of Octavia.

import {
  alpn,
  anyObject,
  body,
  CONFIGURED,
  certificate,
  computed,
  described,
  field,
  flag,
  integer,
  list,
  milliseconds,
  oneNumberOf,
  oneOf,
  port,
  required,
  switched,
  text,
  texts,
  tlsVersions,
} from "./fields";
import { poolOrRef } from "./pool";

/** A rule has no name: it is what it says. */
export const l7Rule = body("rule", {
  ...switched,
  type: required(
    computed(oneOf("HOST_NAME", "PATH", "FILE_TYPE", "HEADER", "COOKIE", "SSL_CONN_HAS_CERT", "SSL_VERIFY_RESULT", "SSL_DN_FIELD")),
  ),
  compare_type: required(computed(oneOf("REGEX", "STARTS_WITH", "ENDS_WITH", "CONTAINS", "EQUAL_TO"))),
  /** The header, cookie or field of the certificate. */
  key: field(text()),
  value: required(text()),
  /** True where it does not fit. Default false. */
  invert: field(flag(), { default: false, guarded: true }),
});

/** Policies of a listener differ by name. */
export const l7Policy = body("l7policy", {
  ...described,
  action: required(oneOf("REJECT", "REDIRECT_TO_POOL", "REDIRECT_TO_URL", "REDIRECT_PREFIX")),
  /** Order among the policies of the listener, from 1. */
  position: field(integer(1, 2_147_483_647)),
  redirect_pool: field(poolOrRef(), { below: "pool", whole: true, reviewed: true }),
  redirect_url: field(text()),
  redirect_prefix: field(text()),
  /** Default 302. */
  redirect_http_code: field(oneNumberOf(301, 302, 303, 307, 308), { default: 302, guarded: true, since: "redirectCode" }),
  rules: field(list(l7Rule, "objects"), { below: "rule", whole: true, element: "rule" }),
});

/** Listeners differ by protocol family and port. */
export const listener = body("listener", {
  ...described,
  protocol: required(oneOf("HTTP", "HTTPS", "TERMINATED_HTTPS", "TCP", "UDP", "SCTP", "PROMETHEUS"), {
    fixed: true,
    since: { SCTP: "sctp", PROMETHEUS: "prometheus" },
    ovn: ["TCP", "UDP", "SCTP"],
  }),
  protocol_port: required(port(), { fixed: true }),
  /**
   * Connections at one time; -1: as many as there are. Default -1.
   *
   * @unverified octavia/defaults
   */
  connection_limit: field(integer(-1, 2_147_483_647), { default: -1, guarded: true, ovn: ["-1"], reviewed: true }),
  default_tls_container_ref: field(certificate, { guarded: true, ovn: [], reviewed: true }),
  sni_container_refs: field(list(certificate, "Barbican references or { name }"), { whole: true, key: [], ovn: [], reviewed: true }),
  client_ca_tls_container_ref: field(certificate, { guarded: true, since: "clientTls", ovn: [], reviewed: true }),
  client_crl_container_ref: field(certificate, { guarded: true, since: "clientTls", ovn: [], reviewed: true }),
  client_authentication: field(computed(oneOf("NONE", "OPTIONAL", "MANDATORY")), {
    reviewed: true,
    default: "NONE",
    guarded: true,
    since: "clientTls",
    ovn: [],
  }),
  /** Headers that the servers get, each "true" or "false". */
  insert_headers: field(anyObject(), { ovn: [], reviewed: true }),
  /** Networks that may connect. Default: all. */
  allowed_cidrs: field(texts().nullable(), { whole: true, key: [], form: "network", since: "allowedCidrs", ovn: [] }),
  /** Milliseconds that a client may be silent. */
  timeout_client_data: field(milliseconds(), { configured: 50_000, since: "timeouts", ovn: [], reviewed: true }),
  /** Milliseconds until a member has taken the connection. */
  timeout_member_connect: field(milliseconds(), { configured: 5000, since: "timeouts", ovn: [], reviewed: true }),
  /** Milliseconds that a member may be silent. */
  timeout_member_data: field(milliseconds(), { configured: 50_000, since: "timeouts", ovn: [], reviewed: true }),
  /** Milliseconds to wait for more of a TCP connection before its contents are judged. */
  timeout_tcp_inspect: field(milliseconds(), { configured: 0, since: "timeouts", ovn: [] }),
  tls_ciphers: field(text(2048), { configured: CONFIGURED.ciphers, since: "tlsCiphers", ovn: [], reviewed: true }),
  tls_versions: field(tlsVersions(), {
    key: [],
    configured: [...CONFIGURED.versions],
    since: "listenerTlsVersions",
    ovn: [],
    reviewed: true,
  }),
  alpn_protocols: field(alpn(), { configured: [...CONFIGURED.alpn], since: "listenerAlpn", ovn: [], reviewed: true }),
  /** Seconds. */
  hsts_max_age: field(integer(0, 2_147_483_647), { guarded: true, since: "hsts", ovn: [], reviewed: true }),
  hsts_include_subdomains: field(flag(), { default: false, guarded: true, since: "hsts" }),
  hsts_preload: field(flag(), { default: false, guarded: true, since: "hsts" }),
  default_pool: field(poolOrRef(), { below: "pool", whole: true, reviewed: true }),
  l7policies: field(list(l7Policy, "objects"), { below: "l7policy", whole: true, key: ["name"], reviewed: true }),
});

/** The protocol on the wire: listeners of one port exclude one another only within it. */
export function wireProtocol(protocol: unknown): "TCP" | "UDP" | "SCTP" {
  return protocol === "UDP" || protocol === "SCTP" ? protocol : "TCP";
}
