// Lowers probes and annotations to health monitors.

import type { HealthMonitorBody, MemberBody } from "../../../../resources/octavia/types";
import {
  type Backend,
  completeHealthCheck,
  type FollowedCheck,
  followedCheck,
  monitorDifference,
  READY_CODES,
  sharedCheck,
  speaksTls,
  timesWithin,
} from "../../../routing";
import { asKnown, diagnose } from "../../../specs";
import type { OctaviaLowering, Profile } from "./context";

/** The greatest count of checks that Octavia takes. */
export const MAX_COUNT = 10;

/** Seconds are whole numbers of 32 bits. */
const LIMITS = { interval: 2_147_483_647, timeout: 2_147_483_647, count: MAX_COUNT };

type MonitoredBackend = Pick<Backend, "service" | "port" | "protocol" | "validation">;

/** The check of all backends of a pool, which has one monitor; undefined where the monitor is to be the usual one. */
export function checkOfPool(
  cx: OctaviaLowering,
  { reach }: Pick<Profile, "reach">,
  backends: readonly MonitoredBackend[],
): FollowedCheck | undefined {
  if (!cx.readiness.follows) return undefined;
  const checks = backends.map(({ service, port }) => followedCheck(cx.readiness, service, port, reach, cx.report));
  const check = sharedCheck(checks);
  const because = check
    ? obstacleTo(cx, check, backends)
    : checks.length > 1 && checks.every(Boolean)
      ? "its Pods and those of other Services of the pool are ready by different requests"
      : undefined;
  if (because !== undefined) reportUnfollowed(cx, backends, because);
  return because === undefined ? check : undefined;
}

/** Reason why this cloud, or this pool, cannot have the monitor. */
function obstacleTo(
  { can }: OctaviaLowering,
  { type, host, port }: FollowedCheck,
  backends: readonly MonitoredBackend[],
): string | undefined {
  if (can.ovn && type !== "TCP") return "the provider ovn checks TCP and UDP only";
  if (host && !can.has("monitorHost")) return `the Host header of the readinessProbe is left out: ${can.missing("monitorHost")}`;
  // HAProxy checks a server of TLS over TLS, unless another port is asked
  if (type === "HTTP" && port === undefined && backends.some(speaksTls))
    return "the readinessProbe asks without TLS, and the servers speak TLS";
  return undefined;
}

function reportUnfollowed({ readiness, report }: OctaviaLowering, backends: readonly MonitoredBackend[], because: string): void {
  for (const { service: ref, port } of backends) {
    const service = readiness.service(ref);
    const message = `the health monitor of port ${port?.port} does not follow what makes Pods ready: ${because}`;
    if (service) report(diagnose("LB1321", service.ref, "/spec/selector", message));
  }
}

/** The monitor that asks what makes Pods ready. A port that it asks is a field of the members: see {@link memberFields}. */
export function followedMonitor(name: string, check: FollowedCheck): HealthMonitorBody {
  const { type, path, host } = check;
  const { interval, timeout, healthy, unhealthy } = timesWithin(check, LIMITS);
  const times = { delay: interval, timeout, max_retries: healthy, max_retries_down: unhealthy };
  if (type === "TCP") return { name, type, ...times };
  return {
    name,
    type,
    ...times,
    http_method: "GET",
    url_path: path,
    expected_codes: READY_CODES.join("-"),
    ...(host ? { http_version: 1.1, domain_name: host } : {}),
  };
}

/** Fields of the members for a check of another port. */
export const memberFields = (check: FollowedCheck | undefined): Pick<MemberBody, "monitor_port"> =>
  check?.port === undefined ? {} : { monitor_port: asKnown<number>(check.port) };

/** Compares the health check of a spec with what makes the Pods ready. Octavia takes the answer 200 alone (see `monitorOf` of the pools). */
export function compareMonitors(cx: OctaviaLowering, backends: readonly Backend[]): void {
  for (const { service, port, healthCheck, healthCheckSource, ...backend } of backends) {
    if (!healthCheck || !healthCheckSource) continue;
    const { path } = completeHealthCheck(healthCheck);
    const scheme = speaksTls(backend) ? "HTTPS" : "HTTP";
    const monitor = { ...healthCheckSource, method: "GET", scheme, path, codes: [[200, 200]], wants: "200" } as const;
    const difference = monitorDifference(cx.readiness, monitor, service, port);
    if (difference) cx.report(difference);
  }
}
