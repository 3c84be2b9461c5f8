// Handles Services with `externalTrafficPolicy: Local`.

import type { Diagnostic } from "../../../../../resources/diagnostic";
import { isLocal, localNodes, type MovingSpecs } from "../../../../routing";
import { diagnose, type Service, type ServicePort } from "../../../../specs";
import type { OctaviaLowering } from "../context";
import { annotationName, annotations } from "./annotations";

/**
 * True if a health monitor asks kube-proxy on each node whether it has Pods of the Service, at its healthCheckNodePort. The provider ovn
 * has no monitor for HTTP.
 */
export function asksKubeProxy({ settings, can }: Pick<OctaviaLowering, "settings" | "can">, service: Service, port: ServicePort): boolean {
  if (!isLocal(service) || service.healthCheckNodePort === undefined || can.ovn) return false;
  if (port.protocol === "UDP" && !can.has("udpMonitors")) return false;
  return annotations(service, () => {}).flag("enable-health-monitor", settings.create_monitor);
}

/** The nodes that get traffic of the port; undefined for all, which is reported where some of them would drop it. */
export function nodesFor(
  specs: MovingSpecs,
  service: Service,
  port: ServicePort,
  report: (diagnostic: Diagnostic) => void,
): ReadonlySet<string> | undefined {
  if (!isLocal(service)) return undefined;
  const nodes = localNodes(specs, service, port, { byName: true });
  if (nodes) return nodes;
  const message =
    "externalTrafficPolicy Local: nodes without Pods get traffic too and drop it, as neither endpoints among the specs nor a health monitor at healthCheckNodePort tell them apart";
  const remedy = `Add the EndpointSlices of the Service, or set healthCheckNodePort and ${annotationName("enable-health-monitor")}.`;
  report(diagnose("LB1302", service.ref, "/spec/externalTrafficPolicy", message, { remedy }));
  return undefined;
}
