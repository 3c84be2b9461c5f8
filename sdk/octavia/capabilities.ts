import { OCTAVIA_SINCE, type OctaviaFeature } from "../../kinds/octavia/versions";

/** What the OVN provider does not do whatever the version (octavia.md 1.14). */
const NOT_OVN: ReadonlySet<OctaviaFeature> = new Set(["timeouts", "allowedCidrs", "availabilityZones", "udpMonitors", "clientTls"]);

/** What may be sent to this API version and provider. */
export interface Capabilities {
  version: string;
  ovn: boolean;
  has(feature: OctaviaFeature): boolean;
  /** Why not, for messages. */
  missing(feature: OctaviaFeature): string;
}

/** @param version `2.26` or `v2.26`; anything else counts as the newest */
export function capabilities(version: string, provider: string): Capabilities {
  const match = /^v?2\.(\d+)$/.exec(version);
  const minor = match ? Number(match[1]) : Number.POSITIVE_INFINITY;
  const ovn = provider === "ovn";
  return {
    version,
    ovn,
    has: (feature) => minor >= OCTAVIA_SINCE[feature] && !(ovn && NOT_OVN.has(feature)),
    missing: (feature) =>
      minor < OCTAVIA_SINCE[feature]
        ? `it needs Octavia API 2.${OCTAVIA_SINCE[feature]}, the cloud has ${version}`
        : "the provider ovn cannot do it",
  };
}
