// Versions of the Octavia API, and the features that each introduced.

/**
 * Minor version of the Octavia API 2 that introduced each feature (octavia.md 1.0); the translation and the provider both use it. There are
 * no microversions: a server has everything up to its version, and answers 400 "Unknown attribute" to a field from a later one.
 */
export const OCTAVIA_SINCE = {
  timeouts: 1,
  backup: 1,
  tags: 5,
  /** Flavors, and the choice of a provider. */
  flavors: 6,
  /** TLS towards members and client certificates. */
  clientTls: 8,
  redirectCode: 9,
  monitorHost: 10,
  additiveMembers: 11,
  allowedCidrs: 12,
  sourceIpPort: 13,
  /** Listeners of different protocols on one port. */
  samePort: 13,
  availabilityZones: 14,
  tlsCiphers: 15,
  /** HTTP and TCP health monitors on UDP pools. */
  udpMonitors: 16,
  listenerTlsVersions: 17,
  poolTlsVersions: 18,
  listenerAlpn: 20,
  proxyV2: 22,
  sctp: 23,
  poolAlpn: 24,
  prometheus: 25,
  additionalVips: 26,
  hsts: 27,
  vipSecurityGroups: 29,
  memberVnic: 30,
} as const;

/** A feature of the Octavia API by its name in {@link OCTAVIA_SINCE}. */
export type OctaviaFeature = keyof typeof OCTAVIA_SINCE;

/** Name of each feature in a sentence. */
export const WORDS: { readonly [F in OctaviaFeature]: string } = {
  timeouts: "listener timeouts",
  backup: "backup members",
  tags: "tags",
  flavors: "flavors",
  clientTls: "TLS towards members and client certificates",
  redirectCode: "redirect_http_code",
  monitorHost: "http_version and domain_name of health monitors",
  additiveMembers: "additive batch member updates",
  allowedCidrs: "allowed_cidrs",
  sourceIpPort: "the algorithm SOURCE_IP_PORT",
  samePort: "listeners of different protocols on one port",
  availabilityZones: "availability zones",
  tlsCiphers: "tls_ciphers",
  udpMonitors: "HTTP and TCP health monitors on UDP pools",
  listenerTlsVersions: "tls_versions of listeners",
  poolTlsVersions: "tls_versions of pools",
  listenerAlpn: "alpn_protocols of listeners",
  proxyV2: "the protocol PROXYV2",
  sctp: "SCTP",
  poolAlpn: "alpn_protocols of pools",
  prometheus: "PROMETHEUS listeners",
  additionalVips: "additional_vips",
  hsts: "HSTS",
  vipSecurityGroups: "vip_sg_ids",
  memberVnic: "request_sriov",
};

/** A version of the Octavia API; a server has everything up to its version. */
export interface ApiVersion {
  readonly major: number;
  readonly minor: number;
}

/** Reads `2.26`, `v2.26`; undefined for anything else. */
export function parseVersion(text: string): ApiVersion | undefined {
  const match = /^v?(\d+)\.(\d+)$/i.exec(text.trim());
  return match ? { major: Number(match[1]), minor: Number(match[2]) } : undefined;
}

/** True when `version` is `least` or newer. */
export function atLeast(version: ApiVersion, least: ApiVersion): boolean {
  return version.major !== least.major ? version.major > least.major : version.minor >= least.minor;
}

/** The largest of several versions; as numbers, so that 2.10 is newer than 2.9. */
export function newest(versions: readonly ApiVersion[]): ApiVersion | undefined {
  return versions.reduce<ApiVersion | undefined>((best, version) => (best && atLeast(best, version) ? best : version), undefined);
}

/** The version that brought a feature. */
export function versionOf(feature: OctaviaFeature): ApiVersion {
  return { major: 2, minor: OCTAVIA_SINCE[feature] };
}
