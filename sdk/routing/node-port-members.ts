// Lists the servers of a Service as nodes with its node port (`serviceType: NodePort`).

import type { Diagnostic } from "../../resources/diagnostic";
import { diagnose, type Node, type Service, type ServicePort, type SpecSet, type Unknown } from "../specs";
import { endpointMembers, type MemberSource, sortServers, withoutEndpoints, withoutNodes } from "./backends";
import { isLocal, localNodes, nodesOfAll } from "./local-nodes";
import type { Members } from "./model";
import { withoutNodePort } from "./preserved-servers";

/**
 * Nodes of a Service with `externalTrafficPolicy: Local`: all; those with ready endpoints of the port; those, or all if the specs have no
 * endpoints; or those with any endpoint.
 */
export type NodesByEndpoints = false | "ready" | "known" | "any";

/**
 * Every node (with the label, if the target uses one) at the node port (ako.md 1.5). Endpoints are ignored.
 *
 * @param local nodes of a Service with `externalTrafficPolicy: Local`
 * @param addressOf address of a node for a Service; its last InternalIP by default
 */
export function nodePortMembers(
  specs: Pick<SpecSet, "endpoints" | "nodes">,
  selector: { key: string; value: string } | undefined,
  {
    local = false,
    addressOf = lastInternalIP,
  }: { local?: NodesByEndpoints; addressOf?: (node: Node, service: Service) => string | Unknown | undefined } = {},
): MemberSource {
  const selected = specs.nodes.filter((node) => !selector || node.meta.labels[selector.key] === selector.value);
  return (service, port, report) => {
    if (port.nodePort === undefined || (service.type !== "NodePort" && service.type !== "LoadBalancer")) {
      return withoutNodePort(service, port, report, "/spec/type", ", or use `serviceType: ClusterIP`");
    }
    const nodePort = port.nodePort;
    const byEndpoints = local !== false && isLocal(service);
    const hosts = byEndpoints ? (local === "any" ? nodesOfAll(specs, service) : localNodes(specs, service, port)) : undefined;
    if (byEndpoints && !hosts && local === "known") reportAllNodes(service, report);
    else if (byEndpoints && !hosts) return withoutEndpoints(service, report);
    if (hosts?.size === 0) return withoutReady(specs, service, port, report);
    const nodes = hosts ? selected.filter(({ ref }) => hosts.has(ref.name)) : selected;
    const servers = nodes.flatMap((node) => {
      const address = addressOf(node, service);
      if (address === undefined)
        report(diagnose("LB1106", node.ref, "/status/addresses", `node ${node.ref.name} has no InternalIP and is passed over`));
      return address === undefined ? [] : [{ address, port: nodePort }];
    });
    return servers.length === 0 ? withoutNodes(service, report) : { servers: sortServers(servers) };
  };
}

const lastInternalIP = ({ internalIPs }: Node) => internalIPs.at(-1);

/** Reports that all nodes are servers, although some drop the traffic. */
function reportAllNodes({ ref }: Service, report: (diagnostic: Diagnostic) => void): void {
  const message =
    "externalTrafficPolicy Local: nodes without Pods get traffic too and drop it, as no endpoints among the specs say which nodes have some";
  report(diagnose("LB1302", ref, "/spec/externalTrafficPolicy", message, { remedy: "Add the EndpointSlices of the Service." }));
}

/** Reports that no node has a ready endpoint of the port. */
export function withoutReady(
  specs: Pick<SpecSet, "endpoints">,
  service: Service,
  port: ServicePort,
  report: (diagnostic: Diagnostic) => void,
  names: { byName?: boolean } = {},
): Members {
  const { servers: _, ...kept } = endpointMembers(specs, names)(service, port, report);
  return { servers: [], ...kept };
}
