import type { Diagnostic } from "../../kinds/diagnostic";
import { compare, diagnose, isUnknown, keyOf, type Service, type ServicePort, type SpecSet, type Unknown } from "../specs";
import type { Members, Server } from "./model";

/** Where the servers of a Service port come from; chosen by the target. Problems go to `report`, about the Service. */
export type MemberSource = (service: Service, port: ServicePort, report: (diagnostic: Diagnostic) => void) => Members;

/**
 * The ready endpoints of the Service: every subset with a port of the wanted name, or the only port of the only subset
 * whatever its name (ako.md 1.1). Each server gets the port of its own subset.
 *
 * @param byName insist on the name, as kube-proxy does
 */
export function endpointMembers(specs: SpecSet, { byName = false } = {}): MemberSource {
  return (service, port, report) => {
    const subsets = specs.endpoints.get(keyOf(service.ref))?.subsets;
    if (!subsets) return withoutEndpoints(service, report);
    const [first, ...others] = subsets;
    const single = !byName && others.length === 0 && first?.ports.length === 1 ? first.ports[0] : undefined;
    const servers = subsets.flatMap((subset) => {
      const match = subset.ports.find((candidate) => candidate.name === port.name) ?? single;
      return match ? subset.addresses.map(({ ip, nodeName, target }) => ({ address: ip, port: match.port, node: nodeName, target })) : [];
    });
    if (servers.length === 0)
      report(diagnose("LB1104", service.ref, "", `${service.ref.namespace}/${service.ref.name} has no ready endpoints`));
    return { servers: sortServers(servers) };
  };
}

/** Kubernetes keeps Endpoints for a Service without Pods too: where there are none at all, something is missing. */
function withoutEndpoints({ ref, type }: Service, report: (diagnostic: Diagnostic) => void): Members {
  const what = type === "ExternalName" ? "Service of type ExternalName" : "Service";
  report(
    diagnose("LB1112", ref, "", `${what} ${keyOf(ref)} has no Endpoints or EndpointSlice among the specs`, {
      remedy:
        "Add them; for a Service without selector, or of type ExternalName, write them. Until then servers stay as they are, and new pools have none; Endpoints without addresses take the servers out.",
    }),
  );
  return { servers: [], missing: true };
}

/** Said in the words of the OpenStack cloud provider, whoever lacks the nodes. */
export function withoutNodes({ ref }: Service, report: (diagnostic: Diagnostic) => void): Members {
  report(
    diagnose("LB1111", ref, "", `there are no available nodes for LoadBalancer service ${keyOf(ref)}`, {
      remedy:
        "Add the Nodes to the specs, or correct their selector, conditions or addresses. Until then servers stay as they are, and new pools have none.",
    }),
  );
  return { servers: [], missing: true };
}

/** Every node (with the label, where one is asked for) at the node port (ako.md 1.5). Endpoints are not looked at. */
export function nodePortMembers(specs: SpecSet, selector: { key: string; value: string } | undefined): MemberSource {
  const nodes = specs.nodes.filter((node) => !selector || node.meta.labels[selector.key] === selector.value);
  return (service, port, report) => {
    if (port.nodePort === undefined || (service.type !== "NodePort" && service.type !== "LoadBalancer")) {
      const message = `${service.ref.namespace}/${service.ref.name} port ${port.port} has no node port`;
      report(
        diagnose("LB1105", service.ref, "/spec/type", message, {
          remedy: "In NodePort mode a Service must be of type NodePort or LoadBalancer.",
        }),
      );
      return { servers: [] };
    }
    const nodePort = port.nodePort;
    const servers = nodes.flatMap((node) => {
      const address = node.internalIPs.at(-1);
      if (address === undefined)
        report(diagnose("LB1106", node.ref, "/status/addresses", `node ${node.ref.name} has no InternalIP and is passed over`));
      return address === undefined ? [] : [{ address, port: nodePort }];
    });
    return servers.length === 0 ? withoutNodes(service, report) : { servers: sortServers(servers) };
  };
}

const text = (value: string | number | Unknown) => (isUnknown(value) ? "" : String(value));

/** By address and port, each once. */
function sortServers(servers: Server[]): Server[] {
  const unique = new Map(
    servers.map((server) => [`${text(server.address)} ${text(server.port)} ${isUnknown(server.address) ? server.node : ""}`, server]),
  );
  return [...unique.entries()].sort(([a], [b]) => compare(a, b)).map(([, server]) => server);
}
