import type { Diagnostic, ObjectRef } from "../../kinds/diagnostic";
import { diagnose, keyOf, type Service, type ServicePort, type SpecSet } from "../specs";
import type { PortRef } from "../specs/kinds/ingress";
import type { MemberSource } from "./members";
import type { Backend } from "./model";

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
  if (!wanted)
    return ports.length === 1
      ? ports[0]!
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
