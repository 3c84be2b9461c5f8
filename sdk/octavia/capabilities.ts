/** From which API version a feature is there (octavia.md 1.0). */
const SINCE = {
  timeouts: 1,
  tags: 5,
  providers: 6,
  poolTls: 8,
  redirectCode: 9,
  monitorHost: 10,
  allowedCidrs: 12,
  protocolsOnOnePort: 13,
  availabilityZones: 14,
  httpMonitorsOnUdp: 16,
  listenerTlsVersions: 17,
  proxyV2: 22,
  sctp: 23,
  poolAlpn: 24,
} as const;

export type Feature = keyof typeof SINCE;

/** What the OVN provider does not do whatever the version (octavia.md 1.14). */
const NOT_OVN: ReadonlySet<Feature> = new Set(["timeouts", "allowedCidrs", "availabilityZones", "httpMonitorsOnUdp", "poolTls"]);

/** What may be sent to this API version and provider. */
export interface Capabilities {
  version: string;
  ovn: boolean;
  has(feature: Feature): boolean;
  /** Why not, for messages. */
  missing(feature: Feature): string;
}

/** @param version `2.26` or `v2.26`; anything else counts as the newest */
export function capabilities(version: string, provider: string): Capabilities {
  const match = /^v?2\.(\d+)$/.exec(version);
  const minor = match ? Number(match[1]) : Number.POSITIVE_INFINITY;
  const ovn = provider === "ovn";
  return {
    version,
    ovn,
    has: (feature) => minor >= SINCE[feature] && !(ovn && NOT_OVN.has(feature)),
    missing: (feature) =>
      minor < SINCE[feature] ? `it needs Octavia API 2.${SINCE[feature]}, the cloud has ${version}` : "the provider ovn cannot do it",
  };
}
