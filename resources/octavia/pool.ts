// Schema of pools in the declaration of a load balancer.

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
  list,
  oneOf,
  type PoolRef,
  required,
  text,
  tlsVersions,
} from "./fields";
import { healthMonitor } from "./health-monitor";
import { member } from "./member";
import type { PoolBody } from "./types";

/** Pools differ by name. */
export const pool = body("pool", {
  ...described,
  name: required(text()),
  protocol: required(computed(oneOf("HTTP", "HTTPS", "PROXY", "PROXYV2", "SCTP", "TCP", "UDP")), {
    reviewed: true,
    fixed: true,
    since: { PROXYV2: "proxyV2", SCTP: "sctp" },
    ovn: ["TCP", "UDP", "SCTP"],
  }),
  lb_algorithm: required(computed(oneOf("ROUND_ROBIN", "LEAST_CONNECTIONS", "SOURCE_IP", "SOURCE_IP_PORT")), {
    reviewed: true,
    since: { SOURCE_IP_PORT: "sourceIpPort" },
    ovn: ["SOURCE_IP_PORT"],
  }),
  /** `{ type: "SOURCE_IP" | "HTTP_COOKIE" | "APP_COOKIE", cookie_name, persistence_timeout, persistence_granularity }`. */
  session_persistence: field(anyObject().nullable(), { whole: true, reviewed: true }),
  /** TLS towards the members. Default false. */
  tls_enabled: field(flag(), { default: false, guarded: true, since: "clientTls", ovn: [], reviewed: true }),
  /** The certificate with which the pool meets the members. */
  tls_container_ref: field(certificate, { guarded: true, since: "clientTls", ovn: [], reviewed: true }),
  /** The authorities that the certificates of members are checked against. */
  ca_tls_container_ref: field(certificate, { guarded: true, since: "clientTls", ovn: [], reviewed: true }),
  crl_container_ref: field(certificate, { guarded: true, since: "clientTls", ovn: [] }),
  tls_ciphers: field(text(2048), { configured: CONFIGURED.ciphers, since: "tlsCiphers", ovn: [] }),
  tls_versions: field(tlsVersions(), { key: [], configured: [...CONFIGURED.versions], since: "poolTlsVersions", ovn: [] }),
  alpn_protocols: field(alpn(), { configured: [...CONFIGURED.alpn], reset: [...CONFIGURED.alpn], since: "poolAlpn", ovn: [] }),
  members: field(list(member, "objects"), {
    below: "member",
    whole: true,
    key: ["address", "protocol_port"],
    element: "server",
    reviewed: true,
  }),
  healthmonitor: field(healthMonitor, { below: "healthmonitor", whole: true, word: "health monitor" }),
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
