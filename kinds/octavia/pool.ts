import { z } from "zod";
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
  named,
  oneNumberOf,
  oneOf,
  type PoolRef,
  port,
  required,
  text,
  tlsVersions,
} from "./fields";
import type { PoolBody } from "./types";

/** Members differ by address and port. */
export const member = body("member", {
  ...named,
  address: required(text(), { fixed: true }),
  protocol_port: required(port(), { fixed: true }),
  /** Subnet of the address; default: the subnet of the VIP. */
  subnet_id: field(text(), { fixed: true }),
  /** Its share of the connections, 0 to 256. Default 1. */
  weight: field(integer(0, 256), { unset: 1, guarded: true }),
  /** Gets traffic only when all others are down. Default false. */
  backup: field(flag(), { unset: false, guarded: true, since: "backup" }),
  monitor_address: field(text(), { guarded: true, ovn: [] }),
  monitor_port: field(port(), { guarded: true, ovn: [] }),
  request_sriov: field(flag(), { fixed: true, unset: false, since: "memberVnic" }),
});

/** A pool has at most one; another type means another monitor. */
export const healthMonitor = body("healthmonitor", {
  ...named,
  type: required(computed(oneOf("HTTP", "HTTPS", "PING", "TCP", "TLS-HELLO", "UDP-CONNECT", "SCTP")), {
    fixed: true,
    since: { SCTP: "sctp" },
    ovn: ["TCP", "UDP-CONNECT"],
  }),
  /** Seconds between two probes. */
  delay: required(integer(1, 2_147_483_647)),
  /** Seconds until a probe has failed; at most `delay`. */
  timeout: required(integer(1, 2_147_483_647)),
  max_retries: required(integer(1, 10)),
  max_retries_down: field(integer(1, 10), { unset: 3, guarded: true }),
  http_method: field(computed(oneOf("CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE")), {
    unset: "GET",
    guarded: true,
  }),
  url_path: field(text(), { unset: "/", guarded: true }),
  /** `200`, `200,202` or `200-204`. */
  expected_codes: field(text(), { unset: "200", guarded: true }),
  http_version: field(oneNumberOf(1, 1.1), { guarded: true, since: "monitorHost" }),
  /** The host of the probe; needs `http_version` 1.1. */
  domain_name: field(text(), { guarded: true, since: "monitorHost" }),
});

/** Pools differ by name. */
export const pool = body("pool", {
  ...described,
  name: required(text()),
  protocol: required(computed(oneOf("HTTP", "HTTPS", "PROXY", "PROXYV2", "SCTP", "TCP", "UDP")), {
    fixed: true,
    since: { PROXYV2: "proxyV2", SCTP: "sctp" },
    ovn: ["TCP", "UDP", "SCTP"],
  }),
  lb_algorithm: required(computed(oneOf("ROUND_ROBIN", "LEAST_CONNECTIONS", "SOURCE_IP", "SOURCE_IP_PORT")), {
    since: { SOURCE_IP_PORT: "sourceIpPort" },
    ovn: ["SOURCE_IP_PORT"],
  }),
  /** `{ type: "SOURCE_IP" | "HTTP_COOKIE" | "APP_COOKIE", cookie_name, persistence_timeout, persistence_granularity }`. */
  session_persistence: field(anyObject().nullable(), { whole: true }),
  /** TLS towards the members. Default false. */
  tls_enabled: field(flag(), { unset: false, guarded: true, since: "clientTls", ovn: [] }),
  /** The certificate with which the pool meets the members. */
  tls_container_ref: field(certificate, { guarded: true, since: "clientTls", ovn: [] }),
  /** The authorities that the certificates of members are checked against. */
  ca_tls_container_ref: field(certificate, { guarded: true, since: "clientTls", ovn: [] }),
  crl_container_ref: field(certificate, { guarded: true, since: "clientTls", ovn: [] }),
  tls_ciphers: field(text(2048), { configured: CONFIGURED.ciphers, since: "tlsCiphers", ovn: [] }),
  tls_versions: field(tlsVersions(), { configured: [...CONFIGURED.versions], since: "poolTlsVersions", ovn: [] }),
  alpn_protocols: field(alpn(), { configured: [...CONFIGURED.alpn], reset: [...CONFIGURED.alpn], since: "poolAlpn", ovn: [] }),
  members: field(list(member, "objects"), { below: "member" }),
  healthmonitor: field(healthMonitor, { below: "healthmonitor" }),
});

/** A pool where it is used: spelt out, or named because it is defined elsewhere. */
export const poolOrRef = () =>
  z.custom<PoolRef | PoolBody>().superRefine((value, context) => {
    if (typeof value === "object" && value !== null && "name" in value && isPoolRef(value)) return;
    for (const issue of pool.safeParse(value).error?.issues ?? []) context.addIssue({ ...issue });
  });

/** `{ name }` alone refers to a pool that is defined elsewhere. */
export function isPoolRef(value: object): value is PoolRef {
  return Object.keys(value).every((key) => key === "name");
}
