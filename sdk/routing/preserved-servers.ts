import type { Diagnostic } from "../../resources/diagnostic";
import { diagnose, keyOf, type Service, type ServicePort } from "../specs";
import type { Members } from "./model";

/** Reports a fault that hides which servers there are: a pool that exists keeps those that it has, and a new one has none. */
export function preserveServers(report: (diagnostic: Diagnostic) => void, because: Diagnostic): Required<Omit<Members, "source">> {
  report(because);
  return { servers: [], missing: true, because };
}

/**
 * A port that its cluster has not given yet, or that got lost on the way, empties no pool. It does where the Service wants none.
 *
 * @param at JSON pointer of the field that is wrong
 * @param otherWay a way of the target that needs no node port: ", or ..."
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

/** The way to a node port, which depends on the type of the Service. */
function wayToNodePort({ type, wantsNodePorts }: Service, otherWay: string): string {
  if (type === "ExternalName") return `Use a Service with a selector: one of type ExternalName has no node ports${otherWay}.`;
  if (type === "ClusterIP") return `Give the Service type NodePort or LoadBalancer${otherWay}.`;
  if (!wantsNodePorts) return `Set spec.ports[].nodePort, or leave out allocateLoadBalancerNodePorts: false${otherWay}.`;
  return `Set spec.ports[].nodePort, or read the Service from its cluster, which gives one${otherWay}.`;
}
