// The servers of a Service on Avi, by the setting `serviceType`.

import {
  type AddressFamily,
  endpointMembers,
  familyOf,
  inFamilies,
  type MemberServer,
  type MemberSource,
  type MovingSpecs,
  nodePortMembers,
} from "../../routing";
import {
  annotatedAddresses,
  isAddress,
  isUnknown,
  keyOf,
  type Node,
  type PortRef,
  type Service,
  type ServicePort,
  SPEC_CODES,
  type Unknown,
} from "../../specs";
import { nodePortLocalMembers } from "./node-port-local";
import { type AviSettings, akoVersionOf } from "./settings";

/** Annotation of a Service whose servers are its endpoints for every `serviceType` (ConstructAviL4PolPoolNodes). */
export const SKIP_NODE_PORT = "skipnodeport.ako.vmware.com/enabled";

/** Servers may be nodes instead, which needs no endpoints. */
const WITHOUT_ENDPOINTS = `${SPEC_CODES.LB1112.remedy} With \`serviceType: NodePort\`, the servers are nodes.`;

/**
 * Source of servers (ako.md 1.5, ako-2x.md 4).
 *
 * @param takeOver takes servers as AKO has left them, even if we would make others
 */
export function membersOf(specs: MovingSpecs, settings: AviSettings, { takeOver = false } = {}): MemberSource {
  const { unreadyServers, strictClasses, rules } = akoVersionOf(settings);
  const endpoints = endpointMembers(specs, { unready: unreadyServers, remedy: WITHOUT_ENDPOINTS });
  const cluster = familyOfCluster(specs);
  if (!rules && settings.serviceType !== "NodePort") return inFamilies(endpoints, (service, servers) => firstOf(service, servers, cluster));
  if (!rules) return nodePortMembers(specs, selectorOf(settings), { local: takeOver ? false : "known" });
  const addressOf = (node: Node, service: Service) => {
    const { v4, v6 } = addressesOf(node, settings);
    const families = familiesOf(service, settings);
    return (families.includes("IPv4") ? v4 : undefined) ?? (families.includes("IPv6") ? v6 : undefined);
  };
  const nodes = nodePortMembers(specs, selectorOf(settings), { local: strictClasses && (takeOver ? "any" : "ready"), addressOf });
  const ofFamily = (source: MemberSource) => inFamilies(source, (service) => servedIn(service, settings));
  if (settings.serviceType === "NodePortLocal") return ofFamily(nodePortLocalMembers(specs));
  const inside = ofFamily(endpoints);
  return (service, port, report) => {
    const onNodes = settings.serviceType === "NodePort" && !(service.type === "LoadBalancer" && SKIP_NODE_PORT in service.meta.annotations);
    return (onNodes ? nodes : inside)(service, port, report);
  };
}

/**
 * The port that serves a route whatever port it names: the only one of a Service with node ports (PopulateServersForNodePort), of the only
 * EndpointSlice otherwise (PopulateServers). A number that the Service lacks has no name there, and so it is the port without a name in all
 * slices. A port of a node that leads to a Pod is known by its target port alone.
 */
export function onlyPortOf(
  { ref, ports }: Service,
  named: PortRef,
  { endpoints }: MovingSpecs,
  { serviceType }: AviSettings,
): ServicePort | undefined {
  const only = <T>(list: readonly T[] = []): T | undefined => (list.length === 1 ? list[0] : undefined);
  if (serviceType !== "ClusterIP") return serviceType === "NodePort" ? only(ports) : undefined;
  const subsets = endpoints.get(keyOf(ref))?.subsets ?? [];
  const open = only(only(subsets)?.ports);
  if (open) return ports.find(({ name }) => name === open.name) ?? ports[0];
  const isNumber = named !== undefined && "number" in named;
  const hasUnnamed = subsets.some((subset) => subset.ports.some(({ name }) => name === ""));
  return isNumber && hasUnnamed ? ports.find(({ name }) => name === "") : undefined;
}

function selectorOf({ nodePortSelectorKey: key, nodePortSelectorValue: value }: AviSettings) {
  return key ? { key, value } : undefined;
}

/** Families of the setting that the Service has too; a manifest without families may be of any. */
function familiesOf({ ipFamilies }: Pick<Service, "ipFamilies">, { ipFamily }: AviSettings): readonly string[] {
  const enabled: readonly AddressFamily[] = ipFamily === "V4" ? ["IPv4"] : ipFamily === "V6" ? ["IPv6"] : ["IPv4", "IPv6"];
  return enabled.filter((family) => ipFamilies.length === 0 || ipFamilies.includes(family));
}

/**
 * AKO 1.2 reads Endpoints, which have the first family of a Service alone, where EndpointSlices have both. A manifest that leaves out what the
 * API server fills in has the first family of the cluster, else that of its first endpoint.
 */
function firstOf({ ipFamilies, clusterIP }: Service, servers: readonly MemberServer[], cluster?: AddressFamily) {
  const families = servers.flatMap(({ address }) => (isUnknown(address) ? [] : [familyOf(address)]));
  const clusterFamily = typeof clusterIP === "string" && isAddress(clusterIP) ? familyOf(clusterIP) : undefined;
  const usual = cluster && families.includes(cluster) ? cluster : families[0];
  const first = ipFamilies[0] ?? clusterFamily ?? usual ?? "IPv4";
  return { families: [first], because: `AKO 1.2 takes those of ${first}` };
}

/** First family of a cluster: that of the Pod network of its Nodes. */
function familyOfCluster({ nodes }: MovingSpecs): AddressFamily | undefined {
  const ranges = nodes.map(({ podCIDR }) => podCIDR).filter((range) => typeof range === "string");
  return ranges[0] === undefined ? undefined : familyOf(ranges[0]);
}

/** Families of the servers of a Service (PopulateServers). */
function servedIn(service: Service, settings: AviSettings): { families: readonly string[]; because: string } {
  const families = familiesOf(service, settings);
  return { families, because: settings.ipFamily ? `the setting ipFamily is ${settings.ipFamily}` : `it is of ${families.join(" and ")}` };
}

/** The address of a node in each family. The network plugin's own annotations win over the first InternalIP (GetIPFromNode). */
export function addressesOf({ internalIPs, meta: { annotations } }: Node, { ipFamily, cniPlugin }: AviSettings) {
  const annotated = {
    calico: ["projectcalico.org/IPv4Address", "projectcalico.org/IPv6Address"].flatMap((name) => annotatedAddresses(annotations[name])),
    antrea: annotatedAddresses(annotations["node.antrea.io/transport-addresses"]),
  };
  const addresses: readonly (string | Unknown)[] = [
    ...(cniPlugin === "calico" || cniPlugin === "antrea" ? annotated[cniPlugin] : []),
    ...internalIPs,
  ];
  const first = (family: AddressFamily) =>
    addresses.find((address) => (isUnknown(address) ? family === "IPv4" : familyOf(address) === family));
  return { v4: ipFamily === "V6" ? undefined : first("IPv4"), v6: ipFamily === "V4" ? undefined : first("IPv6") };
}
