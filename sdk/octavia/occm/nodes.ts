import ipaddr from "ipaddr.js";
import type { MemberBody } from "../../../kinds/octavia/pool";
import { type MemberSource, type Server, withoutNodes } from "../../routing";
import { asKnown, diagnose, isUnknown, type Node, type Service, type SpecSet } from "../../specs";

const EXCLUDED = "node.kubernetes.io/exclude-from-external-load-balancers";
const SELECTOR = "loadbalancer.openstack.org/node-selector";

/** Every ready node that is not excluded and has the wanted labels, at the node port (octavia.md 3.2). Endpoints are not looked at. */
export function nodeMembers(specs: SpecSet, selector: string): MemberSource {
  const nodes = specs.nodes.filter((node) => node.ready && !(EXCLUDED in node.meta.labels));
  return (service, port, report) => {
    const { nodePort } = port;
    if (nodePort === undefined) {
      report(
        diagnose("LB1105", service.ref, "/spec/ports", `${service.ref.namespace}/${service.ref.name} port ${port.port} has no node port`, {
          remedy: "Kubernetes gives one unless allocateLoadBalancerNodePorts is false.",
        }),
      );
      return { servers: [] };
    }
    const wanted = labels(service.meta.annotations[SELECTOR] ?? selector);
    const servers = nodes
      .filter((node) => wanted.every(([key, value]) => key in node.meta.labels && (!value || node.meta.labels[key] === value)))
      .flatMap((node): Server[] => {
        const address = addressOf(node, service);
        if (address === undefined)
          report(diagnose("LB1106", node.ref, "/status/addresses", `node ${node.ref.name} has no usable address and is passed over`));
        return address === undefined ? [] : [{ address, port: nodePort, node: node.ref.name }];
      });
    return servers.length === 0 ? withoutNodes(service, report) : { servers };
  };
}

/** `key=value,key2`; a key alone asks for the label whatever its value. */
function labels(selector: string): [string, string][] {
  return selector
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [key = "", ...value] = part.split("=");
      return [key.trim(), value.join("=").trim()];
    });
}

/** InternalIP before ExternalIP, of the first IP family of the Service. */
function addressOf(node: Node, service: Service): Server["address"] | undefined {
  const family = service.ipFamilies[0];
  const fits = (address: Server["address"]) => isUnknown(address) || !family || familyOf(address) === family;
  for (const type of ["InternalIP", "ExternalIP"]) {
    const found = node.addresses.find((candidate) => candidate.type === type && fits(candidate.address));
    if (found) return found.address;
  }
  return undefined;
}

/** One node at the node port. */
export function nodeMember(server: Server, subnet: string | undefined, monitorPort?: number): MemberBody {
  return {
    ...(server.node ? { name: server.node } : {}),
    address: asKnown(server.address),
    protocol_port: asKnown(server.port),
    ...(subnet ? { subnet_id: subnet } : {}),
    ...(monitorPort === undefined ? {} : { monitor_port: monitorPort }),
  };
}

function familyOf(address: string): "IPv4" | "IPv6" | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  return ipaddr.parse(address).kind() === "ipv4" ? "IPv4" : "IPv6";
}
