// Translates readiness probes of Pods into checks of a Service port.

import type { ObjectRef } from "../../../resources/diagnostic";
import { isHostHeader, type ProbedContainer, type ReadinessProbe, type ServicePort, type Workload } from "../../specs";

/** Request that decides about the readiness of Pods, seen from the target port of a Service. */
export interface PodCheck {
  type: "HTTP" | "HTTPS" | "TCP";
  /** Probed port, if it is not the target port. */
  port?: number;
  path: string;
  /** Host header. */
  host?: string;
  periodSeconds: number;
  timeoutSeconds: number;
  successThreshold: number;
  failureThreshold: number;
  /** Reason why a health monitor cannot send this request. */
  obstacle?: string;
}

/** Checks of the Pods of one workload; a Pod that fails one is not ready. The first is that of the port itself. */
export interface PodChecks {
  workload: ObjectRef;
  checks: readonly PodCheck[];
  /** Reason why there are none. */
  without?: string;
}

/** Statuses that make a Pod ready. */
export const READY_CODES: readonly [number, number] = [200, 399];

/** Checks of a workload that decide whether this port of a Service gets requests. */
export function podChecks({ ref: workload, containers }: Workload, port: ServicePort): PodChecks {
  const target = targetPort(containers, port);
  if (target === undefined) return { workload, checks: [], without: `has no port named ${String(port.targetPort)}` };
  const probed = containers.flatMap((container) => (container.probe ? [{ container, probe: container.probe }] : []));
  const serving = containers.find(({ ports }) => ports.some(({ number, protocol }) => number === target && protocol === port.protocol));
  const servingProbe = probed.find(({ container }) => container === serving);
  const asked = [...(servingProbe ? [servingProbe] : []), ...probed.filter((one) => one !== servingProbe)];
  const atPort = asked.filter(({ container, probe }) => probe.host === undefined && probedPort(container, probe) === target);
  const byRequest = atPort.filter(({ probe }) => probe.type === "httpGet");
  const only = containers.length === 1 ? probed : [];
  const chosen =
    byRequest.length > 0 ? byRequest : servingProbe ? [servingProbe] : atPort.length > 0 ? atPort.slice(0, 1) : serving ? [] : only;
  if (chosen.length > 0) return { workload, checks: chosen.map(({ container, probe }) => checkOf(container, probe, target)) };
  return { workload, checks: [], without: probed.length > 0 ? `has no readinessProbe for port ${target}` : "has no readinessProbe" };
}

/** The Pod port of a Service port; undefined for an unknown name. */
export function targetPort(
  containers: readonly ProbedContainer[],
  { targetPort: podPort, port, protocol }: ServicePort,
): number | undefined {
  if (podPort === undefined) return port;
  if (typeof podPort === "number" || /^\d+$/.test(podPort)) return Number(podPort);
  return containers.flatMap(({ ports }) => ports).find((one) => one.name === podPort && one.protocol === protocol)?.number;
}

/** Probed port; a name means a port of the same container. */
function probedPort({ ports }: ProbedContainer, { port }: ReadinessProbe): number | undefined {
  if (typeof port !== "string") return port;
  return /^\d+$/.test(port) ? Number(port) : ports.find(({ name }) => name === port)?.number;
}

function checkOf(container: ProbedContainer, probe: ReadinessProbe, target: number): PodCheck {
  const { type, scheme, path, headers, periodSeconds, timeoutSeconds, successThreshold, failureThreshold } = probe;
  const port = probedPort(container, probe);
  const host = headers.find(({ name }) => isHostHeader(name))?.value;
  const obstacle = obstacleOf(probe, port);
  return {
    type: type === "httpGet" ? scheme : "TCP",
    ...(port === undefined || port === target ? {} : { port }),
    path,
    ...(host ? { host } : {}),
    periodSeconds,
    timeoutSeconds,
    successThreshold,
    failureThreshold,
    ...(obstacle === undefined ? {} : { obstacle }),
  };
}

/** A path in URL characters that no API could read as a host name. */
const PLAIN_PATH = /^\/(?!\/)[!$-;=?-Z_a-z~]*$/;

/** The longest path that Octavia stores. */
const LONGEST_PATH = 255;

const HOST = /^[A-Za-z0-9.:_[\]-]{1,255}$/;

function obstacleOf({ type, host, port: written, path, headers }: ReadinessProbe, port: number | undefined): string | undefined {
  if (type === "exec") return "runs a command in the Pod";
  if (type === "grpc") return "is a call of gRPC";
  if (host !== undefined) return "asks another host than the Pod";
  if (port === undefined) return `names a port that its container does not have: ${String(written)}`;
  if (type !== "httpGet") return undefined;
  // without this header the response may differ, and every server would be removed
  const header = headers.find(({ name }) => !isHostHeader(name));
  if (header) return `sends the header ${header.name.slice(0, 60)}`;
  if (headers.some(({ value }) => !HOST.test(value))) return "sends an invalid Host header";
  if (!PLAIN_PATH.test(path) || path.length > LONGEST_PATH) return "has a path that is not plain";
  return undefined;
}
