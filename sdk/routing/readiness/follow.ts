// Derives a health check from the readiness probes of the Pods behind a Service.

import { type Diagnostic, describeObject } from "../../../resources/diagnostic";
import { diagnose, type Service, type ServicePort, type Unknown } from "../../specs";
import { type PodCheck, type PodChecks, targetPort } from "./pod-checks";
import type { Readiness, ServerReach } from "./readiness";

/** A check that a load balancer takes over from the Pods of a Service. */
export interface FollowedCheck extends Omit<PodCheck, "port" | "obstacle"> {
  /** Checked port of the servers, if it is not the one that gets requests. */
  port?: number | Unknown;
}

const ADD_WORKLOADS = "Add the workloads to the specs; for a live cluster set readWorkloads: true.";

/**
 * The check that decides about the readiness of Pods behind a port of a Service, as this load balancer can reach them; undefined if there
 * is none, with a diagnostic if a health monitor should follow it and cannot. Only TCP ports have one.
 */
export function followedCheck(
  readiness: Readiness,
  ref: { namespace: string; name: string },
  port: ServicePort | undefined,
  reach: ServerReach,
  report: (diagnostic: Diagnostic) => void,
): FollowedCheck | undefined {
  const service = readiness.follows && port?.protocol === "TCP" ? readiness.service(ref) : undefined;
  if (!service || !port) return undefined;
  const cannot = (because: string, extra: { severity?: "notice"; remedy?: string } = {}) => {
    const message = `the health monitor of port ${port.port} does not follow what makes Pods ready: ${because}`;
    report(diagnose("LB1321", service.ref, "/spec/selector", message, extra));
    return undefined;
  };
  const all = readiness.checks(ref, port);
  if (all.length === 0) return cannot("no workload among the specs has Pods of the Service", { severity: "notice", remedy: ADD_WORKLOADS });
  const reachable: FollowedCheck[] = [];
  for (const workloadChecks of all) {
    const { workload, checks, without } = workloadChecks;
    const [check] = checks;
    if (!check) return cannot(`${describeObject(workload)} ${without}`, { severity: "notice" });
    if (check.obstacle !== undefined) return cannot(`the readinessProbe of ${describeObject(workload)} ${check.obstacle}`);
    const reached = withPort(check, workloadChecks, { readiness, service, reach });
    if (typeof reached === "string") return cannot(`the readinessProbe of ${describeObject(workload)} ${reached}`);
    reachable.push(reached);
  }
  const [first, ...others] = reachable;
  const differing = all.filter((_one, index) => first && reachable[index] && requestOf(reachable[index]) !== requestOf(first))[0];
  if (all[0] && differing) {
    const both = [all[0], differing].map(({ workload }) => describeObject(workload)).join(" and ");
    return cannot(`${both} are ready by different requests`);
  }
  return first && slowest(first, others);
}

/** The check with the server port that leads to the probed port, or the reason why none does. */
function withPort(
  { port, obstacle: _none, ...check }: PodCheck,
  { workload }: PodChecks,
  { readiness, service, reach }: { readiness: Readiness; service: Service; reach: ServerReach },
): FollowedCheck | string {
  if (port === undefined) return check;
  if (reach === "pods") return { ...check, port };
  if (reach === "ports of one Pod") return `asks port ${port}, and a health monitor cannot ask another port of each node`;
  const { containers } = readiness.workloads(service.ref).find(({ ref }) => ref === workload) ?? { containers: [] };
  const mapped = service.ports.find((one) => one.protocol === "TCP" && one.nodePort !== undefined && targetPort(containers, one) === port);
  return mapped ? { ...check, port: mapped.nodePort } : `asks port ${port}, to which no node port of the Service leads`;
}

/** One check for several pools or Services; undefined if they differ. */
export function sharedCheck(checks: readonly (FollowedCheck | undefined)[]): FollowedCheck | undefined {
  const [first, ...others] = checks;
  const rest = others.flatMap((one) => (first && one && requestOf(one) === requestOf(first) ? [one] : []));
  return first && rest.length === others.length ? slowest(first, rest) : undefined;
}

/** Key of a check without its times. */
const requestOf = ({ type, path, host, port }: FollowedCheck): string =>
  JSON.stringify(type === "TCP" ? [type, port] : [type, path, host, port]);

/** The longest of the times, so that no Pod is removed before Kubernetes removes it. */
function slowest(first: FollowedCheck, others: readonly FollowedCheck[]): FollowedCheck {
  const most = (field: "periodSeconds" | "timeoutSeconds" | "successThreshold" | "failureThreshold") =>
    Math.max(...[first, ...others].map((one) => one[field]));
  return {
    ...first,
    periodSeconds: most("periodSeconds"),
    timeoutSeconds: most("timeoutSeconds"),
    successThreshold: most("successThreshold"),
    failureThreshold: most("failureThreshold"),
  };
}

/** Limits of a load balancer API: seconds between and for checks, and counts. */
export interface CheckLimits {
  interval: number;
  timeout: number;
  count: number;
}

/** Times of a check within the limits. A check must end before the next one begins. */
export function timesWithin({ periodSeconds, timeoutSeconds, successThreshold, failureThreshold }: FollowedCheck, limits: CheckLimits) {
  const interval = Math.min(limits.interval, periodSeconds);
  return {
    interval,
    timeout: Math.min(limits.timeout, timeoutSeconds, interval),
    healthy: Math.min(limits.count, successThreshold),
    unhealthy: Math.min(limits.count, failureThreshold),
  };
}
