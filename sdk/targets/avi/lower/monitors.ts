// Lowers probes and health checks to health monitors.

import type { AviBody } from "../../../../resources/avi/body";
import type { ObjectRef } from "../../../../resources/diagnostic";
import {
  type Backend,
  completeHealthCheck,
  type FollowedCheck,
  followedCheck,
  type HealthCheck,
  monitorDifference,
  type ServerReach,
  speaksTls,
  timesWithin,
} from "../../../routing";
import { asKnown } from "../../../specs";
import type { PoolExtension } from "../extensions";
import { SKIP_NODE_PORT } from "../members";
import { refTo } from "../names";
import type { AviLowering } from "./context";

/** Limits of a monitor: seconds between and for checks, and counts of checks. */
export const MONITOR_LIMITS = { interval: 3600, timeout: 2400, count: 50 } as const;

/**
 * The health monitor of a pool that has one of its own: from the health check of its spec, else from the readiness probes of its Pods if the
 * settings ask for that. Monitors of an AKO rule replace both, and are compared with the probes too.
 */
export function poolMonitor(
  cx: AviLowering,
  long: string,
  owner: ObjectRef,
  backend: Backend,
  extension?: PoolExtension,
): AviBody | undefined {
  const name = () => cx.name(cx.names.healthMonitor(long), owner);
  for (const monitor of extension?.monitors ?? []) reportDifference(cx, monitor, backend);
  if (backend.healthCheck) {
    if (!extension?.fields.health_monitor_refs) reportDifference(cx, requestsOf(backend, backend.healthCheck), backend);
    return lowerMonitor(cx, name(), backend, backend.healthCheck);
  }
  if (extension?.fields.health_monitor_refs) return undefined;
  const { readiness, report } = cx;
  const check = followedCheck(readiness, backend.service, backend.port, reachOf(cx, backend), report);
  return check && lowerFollowed(cx, name(), backend, check);
}

/** Every answer of this class counts (see {@link lowerMonitor}). */
const SUCCESS = { codes: [[200, 299]], wants: "2xx" } as const;

function requestsOf(backend: Backend, check: HealthCheck): Parameters<typeof reportDifference>[1] {
  const { healthCheckSource: source } = backend;
  const scheme = speaksTls(backend) ? "HTTPS" : "HTTP";
  return source && { ...source, method: "GET", scheme, path: completeHealthCheck(check).path, ...SUCCESS };
}

function reportDifference(
  { readiness, report }: AviLowering,
  monitor: Parameters<typeof monitorDifference>[1] | undefined,
  { service, port }: Backend,
): void {
  const difference = monitor && monitorDifference(readiness, monitor, service, port);
  if (difference) report(difference);
}

function reachOf({ settings, readiness }: AviLowering, { service }: Backend): ServerReach {
  if (settings.serviceType === "NodePortLocal") return "ports of one Pod";
  if (settings.serviceType !== "NodePort") return "pods";
  const { type, meta } = readiness.service(service) ?? {};
  return type === "LoadBalancer" && meta && SKIP_NODE_PORT in meta.annotations ? "pods" : "node ports";
}

/** The monitor of a pool with its own health check. 503 disables a server at once, as in Contour. */
function lowerMonitor(cx: AviLowering, name: string, backend: Backend, healthCheck: HealthCheck): AviBody {
  const check = completeHealthCheck(healthCheck);
  const secure = speaksTls(backend);
  return cx.body("healthmonitor", name, {
    type: secure ? "HEALTH_MONITOR_HTTPS" : "HEALTH_MONITOR_HTTP",
    send_interval: Math.min(MONITOR_LIMITS.interval, check.interval),
    receive_timeout: Math.min(MONITOR_LIMITS.timeout, check.timeout),
    failed_checks: Math.min(MONITOR_LIMITS.count, check.unhealthy),
    successful_checks: Math.min(MONITOR_LIMITS.count, check.healthy),
    [secure ? "https_monitor" : "http_monitor"]: {
      http_request: requestLine(check),
      http_response_code: ["HTTP_2XX"],
      maintenance_code: [503],
    },
  });
}

const requestLine = ({ path, host }: { path: string; host?: string }) => `GET ${path} HTTP/1.1${host ? `\r\nHost: ${host}` : ""}`;

/** The monitor that sends the request of a readiness probe. It has its own TLS settings if the pool has no TLS. */
function lowerFollowed(cx: AviLowering, name: string, backend: Backend, check: FollowedCheck): AviBody {
  const { type, port } = check;
  const times = timesWithin(check, MONITOR_LIMITS);
  const ownTls =
    type === "HTTPS" && !speaksTls(backend) ? { ssl_attributes: { ssl_profile_ref: refTo.sslProfile("System-Standard") } } : {};
  const httpMonitor = { http_request: requestLine(check), http_response_code: ["HTTP_2XX", "HTTP_3XX"], ...ownTls };
  const how = type === "TCP" ? { tcp_monitor: {} } : { [type === "HTTPS" ? "https_monitor" : "http_monitor"]: httpMonitor };
  return cx.body("healthmonitor", name, {
    type: `HEALTH_MONITOR_${type}`,
    send_interval: times.interval,
    receive_timeout: times.timeout,
    failed_checks: times.unhealthy,
    successful_checks: times.healthy,
    ...(port === undefined ? {} : { monitor_port: asKnown<number>(port) }),
    ...how,
  });
}
