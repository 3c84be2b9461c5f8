import type { Diagnostic, ObjectRef } from "../../kinds/diagnostic";
import { diagnose, keyOf, type PortRef, type Service, type ServicePort, type SpecSet } from "../specs";
import type { MemberSource } from "./members";
import type { Backend, HealthCheck } from "./model";

/** Looks up Services, ports and servers for the front ends. */
export interface BackendResolver {
  /**
   * @param preferTarget a number is first looked for among target ports (OpenShift Route), not only service ports
   * @param at JSON pointer of the backend, for messages
   */
  resolve(
    owner: ObjectRef,
    at: string,
    service: string,
    port: PortRef,
    report: (diagnostic: Diagnostic) => void,
    preferTarget?: boolean,
  ): Backend;
}

export function backendResolver(specs: SpecSet, members: MemberSource): BackendResolver {
  return {
    resolve(owner, at, name, portRef, report, preferTarget = false) {
      const ref = { namespace: owner.namespace, name };
      const service = specs.services.get(keyOf(ref));
      if (!service) {
        const remedy = "Add the Service and its Endpoints to the specs.";
        report(diagnose("LB1101", owner, at, `Service ${keyOf(ref)} is not among the specs; its pool has no servers`, { remedy }));
        return { service: ref, servers: [] };
      }
      const port = findPort(service, portRef, preferTarget);
      if (typeof port === "string") {
        report(diagnose(portRef ? "LB1102" : "LB1103", owner, at, port));
        return { service: ref, servers: [] };
      }
      return { service: ref, port, ...members(service, port, report) };
    },
  };
}

/** The port of the Service that is meant, or why there is none. */
function findPort(service: Service, wanted: PortRef, preferTarget: boolean): ServicePort | string {
  const { ports } = service;
  const offer = ports.map((port) => (port.name ? `${port.name} (${port.port})` : port.port)).join(", ") || "none";
  const name = keyOf(service.ref);
  const [only, ...others] = ports;
  if (!wanted)
    return only && others.length === 0
      ? only
      : `Service ${name} has ${ports.length} ports and the backend names none of: ${offer}; its pool has no servers`;
  if ("name" in wanted) {
    return (
      ports.find((port) => port.name === wanted.name) ??
      `Service ${name} has no port named ${wanted.name}, it has: ${offer}; the pool has no servers`
    );
  }
  const byTarget = preferTarget ? ports.find((port) => port.targetPort === wanted.number) : undefined;
  return (
    byTarget ??
    ports.find((port) => port.port === wanted.number) ??
    `Service ${name} has no port ${wanted.number}, it has: ${offer}; the pool has no servers`
  );
}

/** Whether the servers are spoken to over TLS. */
export const speaksTls = ({ protocol, validation }: Backend) => validation !== undefined || protocol === "tls" || protocol === "h2";

/** One backend per Service and port: where one stands twice, the first with the weights of all. */
export function mergeBackends(backends: readonly Backend[]): Backend[] {
  const keyOf = ({ service, port }: Backend) => [service.namespace, service.name, port?.protocol, port?.port].join("/");
  if (new Set(backends.map(keyOf)).size === backends.length) return [...backends];
  const merged = new Map<string, Backend>();
  for (const backend of backends) {
    const first = merged.get(keyOf(backend));
    merged.set(keyOf(backend), { ...(first ?? backend), weight: (first?.weight ?? 0) + (backend.weight ?? 1) });
  }
  return [...merged.values()];
}

/**
 * Contour's defaults where a check leaves something out (contour.md 1.2, "Health check"). A check must have ended before the next one
 * begins, so a timeout longer than the interval is cut to it.
 */
export function completeHealthCheck({
  path,
  host,
  intervalSeconds = 10,
  timeoutSeconds = 2,
  unhealthyThresholdCount = 3,
  healthyThresholdCount = 2,
}: HealthCheck) {
  const [interval, timeout] = [Math.max(1, intervalSeconds), Math.max(1, timeoutSeconds)];
  return {
    path: path || "/",
    host,
    interval,
    timeout: Math.min(timeout, interval),
    /** Whether the timeout was cut. */
    cut: timeout > interval,
    unhealthy: Math.max(1, unhealthyThresholdCount),
    healthy: Math.max(1, healthyThresholdCount),
  };
}
