import { OCTAVIA_SINCE, type OctaviaFeature } from "../../../kinds/octavia/versions";
import type { ApiVersion } from "./version";

/** The objects of a load balancer's tree. */
export type Part = "loadbalancer" | "listener" | "pool" | "member" | "healthmonitor" | "l7policy" | "rule";

/** What makes a body need a feature: one of these fields set, or `field` with one of these values. */
export type Sign = { in: Part; fields: readonly string[] } | { in: Part; field: string; values: readonly string[] };

interface FeatureEntry {
  /** How a sentence calls it. */
  words: string;
  signs: readonly Sign[];
}

const TAGGED = ["loadbalancer", "listener", "pool", "member", "healthmonitor", "l7policy", "rule"] as const;

/**
 * What came when. There are no microversions: a server has everything up to its version, and answers 400 "Unknown attribute" to
 * a field from a later one.
 */
export const FEATURES = {
  timeouts: {
    words: "listener timeouts",
    signs: [{ in: "listener", fields: ["timeout_client_data", "timeout_member_connect", "timeout_member_data", "timeout_tcp_inspect"] }],
  },
  backup: { words: "backup members", signs: [{ in: "member", fields: ["backup"] }] },
  tags: { words: "tags", signs: TAGGED.map((part) => ({ in: part, fields: ["tags"] })) },
  flavors: { words: "flavors", signs: [{ in: "loadbalancer", fields: ["flavor_id"] }] },
  clientTls: {
    words: "TLS towards members and client certificates",
    signs: [
      { in: "listener", fields: ["client_authentication", "client_ca_tls_container_ref", "client_crl_container_ref"] },
      { in: "pool", fields: ["tls_enabled", "tls_container_ref", "ca_tls_container_ref", "crl_container_ref"] },
    ],
  },
  redirectCode: { words: "redirect_http_code", signs: [{ in: "l7policy", fields: ["redirect_http_code"] }] },
  monitorHost: {
    words: "http_version and domain_name of health monitors",
    signs: [{ in: "healthmonitor", fields: ["http_version", "domain_name"] }],
  },
  additiveMembers: { words: "additive batch member updates", signs: [] },
  allowedCidrs: { words: "allowed_cidrs", signs: [{ in: "listener", fields: ["allowed_cidrs"] }] },
  sourceIpPort: {
    words: "the algorithm SOURCE_IP_PORT",
    signs: [{ in: "pool", field: "lb_algorithm", values: ["SOURCE_IP_PORT"] }],
  },
  /** Found by comparing listeners, see refusals.ts. */
  samePort: { words: "listeners of different protocols on one port", signs: [] },
  availabilityZones: { words: "availability zones", signs: [{ in: "loadbalancer", fields: ["availability_zone"] }] },
  tlsCiphers: {
    words: "tls_ciphers",
    signs: [
      { in: "listener", fields: ["tls_ciphers"] },
      { in: "pool", fields: ["tls_ciphers"] },
    ],
  },
  /** HTTP and TCP monitors of UDP pools; found by comparing pool and monitor, see refusals.ts. */
  udpMonitors: { words: "HTTP and TCP health monitors on UDP pools", signs: [] },
  listenerTlsVersions: { words: "tls_versions of listeners", signs: [{ in: "listener", fields: ["tls_versions"] }] },
  poolTlsVersions: { words: "tls_versions of pools", signs: [{ in: "pool", fields: ["tls_versions"] }] },
  listenerAlpn: { words: "alpn_protocols of listeners", signs: [{ in: "listener", fields: ["alpn_protocols"] }] },
  proxyV2: { words: "the protocol PROXYV2", signs: [{ in: "pool", field: "protocol", values: ["PROXYV2"] }] },
  sctp: {
    words: "SCTP",
    signs: [
      { in: "listener", field: "protocol", values: ["SCTP"] },
      { in: "pool", field: "protocol", values: ["SCTP"] },
      { in: "healthmonitor", field: "type", values: ["SCTP"] },
    ],
  },
  poolAlpn: { words: "alpn_protocols of pools", signs: [{ in: "pool", fields: ["alpn_protocols"] }] },
  prometheus: { words: "PROMETHEUS listeners", signs: [{ in: "listener", field: "protocol", values: ["PROMETHEUS"] }] },
  additionalVips: { words: "additional_vips", signs: [{ in: "loadbalancer", fields: ["additional_vips"] }] },
  hsts: {
    words: "HSTS",
    signs: [{ in: "listener", fields: ["hsts_max_age", "hsts_include_subdomains", "hsts_preload"] }],
  },
  vipSecurityGroups: { words: "vip_sg_ids", signs: [{ in: "loadbalancer", fields: ["vip_sg_ids"] }] },
  memberVnic: { words: "request_sriov", signs: [{ in: "member", fields: ["request_sriov"] }] },
} as const satisfies Record<OctaviaFeature, FeatureEntry>;

export type Feature = OctaviaFeature;

/** The version that brought a feature. */
export function versionOf(feature: Feature): ApiVersion {
  return { major: 2, minor: OCTAVIA_SINCE[feature] };
}
