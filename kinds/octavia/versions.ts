/** Which minor version of the Octavia API 2 brought what (octavia.md 1.0); the translation and the provider both judge by it. */
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
