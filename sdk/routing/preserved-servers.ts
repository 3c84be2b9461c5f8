// Reports faults that hide the servers of a Service, so that existing pools preserve theirs.

import type { Diagnostic } from "../../resources/diagnostic";
import { diagnose, keyOf, type Service, type ServicePort } from "../specs";
import type { Members } from "./model";

/** Reports a fault that hides the servers: an existing pool preserves its servers, and a new one has none. */
export function preserveServers(report: (diagnostic: Diagnostic) => void, because: Diagnostic): Required<Omit<Members, "source">> {
  report(because);
  return { servers: [], missing: true, because };
}

/**
 * A missing node port does not empty a pool, unless the Service wants none: the cluster may not have assigned it yet, or a file lost it.
 *
 * @param at JSON pointer of the faulty field
 * @param otherWay alternative of the target without a node port: ", or ..."
 */
export function withoutNodePort(
  service: Service,
  { port }: ServicePort,
  report: (diagnostic: Diagnostic) => void,
  at: string,
  otherWay = "",
): Members {
  const { ref, wantsNodePorts } = service;
  const until = wantsNodePorts ? " Until then servers stay as they are, and new pools have none." : "";
  const remedy = `${wayToNodePort(service, otherWay)}${until}`;
  const fault = diagnose("LB1105", ref, at, `${keyOf(ref)} port ${port} has no node port`, { remedy });
  if (wantsNodePorts) return preserveServers(report, fault);
  report(fault);
  return { servers: [] };
}

/** How to get a node port, by the type of the Service. */
function wayToNodePort({ type, wantsNodePorts }: Service, otherWay: string): string {
  if (type === "ExternalName") return `Use a Service with a selector: one of type ExternalName has no node ports${otherWay}.`;
  if (type === "ClusterIP") return `Give the Service type NodePort or LoadBalancer${otherWay}.`;
  if (!wantsNodePorts) return `Set spec.ports[].nodePort, or leave out allocateLoadBalancerNodePorts: false${otherWay}.`;
  return `Set spec.ports[].nodePort, or read the Service from its cluster, which gives one${otherWay}.`;
}
