// The context of a lowering: settings, names, diagnostics, and the capabilities of the provider.

import type { Diagnostic, ObjectRef, Severity } from "../../../../resources/diagnostic";
import type { FloatingIp, LoadBalancerBody, LoadBalancerInputs, MemberBody } from "../../../../resources/octavia/types";
import { ovnLacks } from "../../../../resources/octavia/unsupported";
import { OCTAVIA_SINCE, type OctaviaFeature } from "../../../../resources/octavia/versions";
import type { PoolOfPorts, PoolServers } from "../../../plan";
import {
  type GatewayLoss,
  type L4Service,
  type MemberServer,
  type MemberSource,
  type MovingSpecs,
  Readiness,
  type ReadServers,
  RuleSources,
  type ServerReach,
  type ServerSource,
  type ServiceRules,
  type StatusRecorder,
} from "../../../routing";
import { asKnown, compare, diagnose, type Service, type SpecCode, type SpecSet } from "../../../specs";
import type { LoweredLoadBalancer } from "../plan";
import type { OctaviaSettings } from "../settings";

/** Context of all parts of the lowering. */
export interface OctaviaLowering {
  settings: OctaviaSettings;
  /** Owner mark of every load balancer. */
  owner: string;
  can: OctaviaCapabilities;
  /** Readiness probes of the Pods of the specs. */
  readiness: Readiness;
  report(diagnostic: Diagnostic): void;
  /** Reports why nothing of an object is served. */
  refuse(diagnostic: Diagnostic): void;
  /** Notes a part of a Gateway that its load balancer does not have, for the statuses. */
  lose(loss: GatewayLoss): void;
  /** Sources of the rules, by {@link ruleKey}. */
  sources: RuleSources;
  /** True if nothing of the object may be served, because clients would not be restricted as it asks (setting lostRestrictions). */
  isUnrestricted(ref: ObjectRef): boolean;
}

/** The context of one lowering, whose diagnostics and outcomes go to the ledger. */
export const lowering = (ledger: StatusRecorder, specs: SpecSet, { settings, can }: Cloud, owner: string): OctaviaLowering => ({
  settings,
  owner,
  can,
  readiness: new Readiness(specs, settings.healthMonitor === "readiness"),
  report: (diagnostic) => ledger.report(diagnostic),
  refuse: (diagnostic) => ledger.refuse(diagnostic),
  lose: (loss) => ledger.lose(loss),
  sources: new RuleSources(),
  isUnrestricted: (ref) => ledger.isUnrestricted(ref),
});

/** Thrown where an object cannot have a load balancer at all; its diagnostic becomes the reason in its status. */
export class DiagnosticError extends Error {
  readonly diagnostic: Diagnostic;

  constructor(code: SpecCode, object: ObjectRef, at: string, message: string, extra: { remedy?: string; severity?: Severity } = {}) {
    super(message);
    this.diagnostic = diagnose(code, object, at, message, { severity: "error", ...extra });
  }
}

/** Features that this API version and provider support. */
export interface OctaviaCapabilities {
  ovn: boolean;
  has(feature: OctaviaFeature): boolean;
  /** Reason why the feature is missing, for messages. */
  missing(feature: OctaviaFeature): string;
}

/** @param version `2.26` or `v2.26`; anything else counts as the newest */
export function capabilities(version: string, provider: string): OctaviaCapabilities {
  const match = /^v?2\.(\d+)$/.exec(version);
  const minor = match ? Number(match[1]) : Number.POSITIVE_INFINITY;
  const ovn = provider === "ovn";
  return {
    ovn,
    has: (feature) => minor >= OCTAVIA_SINCE[feature] && !(ovn && ovnLacks(feature)),
    missing: (feature) =>
      minor < OCTAVIA_SINCE[feature]
        ? `it needs Octavia API 2.${OCTAVIA_SINCE[feature]}, the cloud has ${version}`
        : "the provider ovn cannot do it",
  };
}

/** The address that a Service wants as its floating IP; they are IPv4. */
export function floatingAddress({ ref, loadBalancerIP }: Service): Pick<FloatingIp, "floating_ip_address"> {
  if (loadBalancerIP === undefined) return {};
  if (typeof loadBalancerIP === "string" && loadBalancerIP.includes(":")) {
    const message = `spec.loadBalancerIP must be an IPv4 address, as floating IPs are, got ${loadBalancerIP}`;
    throw new DiagnosticError("LB1218", ref, "/spec/loadBalancerIP", message, { remedy: "Write an IPv4 address, or leave it out." });
  }
  return { floating_ip_address: asKnown(loadBalancerIP) };
}

/** The pools whose members stay, and the listeners whose certificates stay, because the specs lack their source. */
export function keepParts(entries: readonly string[]): Pick<LoadBalancerInputs, "keep"> {
  return entries.length > 0 ? { keep: [...entries].sort(compare) } : {};
}

/** The longest timeout Octavia takes, in milliseconds. */
export const LONGEST_TIMEOUT = 2_073_600_000;

/** The pools of the ports of a Service, whose members are those of one port each. */
export const poolsOfPorts = (
  pools: readonly { name: string; source: ServerSource | undefined; member: (server: MemberServer) => MemberBody }[],
): ReadonlyMap<string, PoolOfPorts> =>
  new Map(
    pools.flatMap(({ name, source, member }) => {
      if (!source) return [];
      const servers = (read: ReadServers): PoolServers => {
        const now = read(source);
        return now.missing ? "kept" : now.servers.map(member);
      };
      return [[name, { sources: [source], servers }] as const];
    }),
  );

/** Options for making and deleting load balancers, if the settings differ from the default. */
export function handling(settings: OctaviaSettings): Pick<LoadBalancerInputs, "serial" | "cascadeDelete"> {
  return {
    ...(settings.provider_requires_serial_api_calls ? { serial: true } : {}),
    ...(settings.cascade_delete ? {} : { cascadeDelete: false }),
  };
}

/** Settings, the naming scheme that they name, and what the cloud can do. */
export interface Cloud {
  settings: OctaviaSettings;
  profile: Profile;
  can: OctaviaCapabilities;
}

/** Mapping of Services by one tool: Kuryr, or the OpenStack cloud provider. */
export interface Profile {
  services: ServiceRules;
  /** Source of the servers of a Service port. */
  members(now: MovingSpecs, settings: OctaviaSettings): MemberSource;
  /** Names for the load balancer of the Service itself, if they differ. */
  ownMembers?(now: MovingSpecs, cx: Pick<OctaviaLowering, "settings" | "can">): MemberSource;
  /** Name of the Octavia provider. */
  provider(settings: OctaviaSettings): string;
  /** One Service; throws a `DiagnosticError` where it cannot have a load balancer. */
  service(cx: OctaviaLowering, service: L4Service): LoweredLoadBalancer;
  /** One server of a Service as a member. */
  member(cx: OctaviaLowering, server: MemberServer, service: { namespace: string; name: string }): MemberBody;
  /** Ways to Pods of its members. */
  reach: ServerReach;
  /** Algorithm of the pools. */
  algorithm(settings: OctaviaSettings): string;
  /** Place of the VIP of a load balancer for hosts, and its floating IP for access from outside. */
  hosts(cx: OctaviaLowering, description: string): { vip: Partial<LoadBalancerBody>; floatingIp?: FloatingIp };
}
