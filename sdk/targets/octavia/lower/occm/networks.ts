// Chooses subnets, floating IP and members for a Service.

import ipaddr from "ipaddr.js";
import type { FloatingIp, LoadBalancerBody, MemberBody } from "../../../../../resources/octavia/types";
import { ownValue } from "../../../../../resources/own-value";
import { type MemberServer, type MemberSource, type MovingSpecs, withoutNodePort, withoutNodes, withoutReady } from "../../../../routing";
import { asKnown, diagnose, isUnknown, keyOf, type Node, type Service, type ServicePort } from "../../../../specs";
import { cut } from "../../names";
import type { OctaviaSettings } from "../../settings";
import { DiagnosticError, floatingAddress, type OctaviaLowering } from "../context";
import { type Annotations, annotationAt } from "./annotations";
import { nodesFor } from "./local-traffic";

type LoadBalancerClass = OctaviaSettings["load_balancer_classes"][string];

/** The class the Service asks for. */
export function classOf(cx: OctaviaLowering, service: Service, annotations: Annotations): LoadBalancerClass | undefined {
  const name = annotations.text("class");
  if (!name) return undefined;
  const lbClass = ownValue(cx.settings.load_balancer_classes, name);
  if (lbClass) return lbClass;
  const classNames = Object.keys(cx.settings.load_balancer_classes).sort().join(" or ");
  const remedy = `Add it to the setting load_balancer_classes${classNames ? `, or name ${classNames}` : ", which has none"}.`;
  throw new DiagnosticError("LB1402", service.ref, annotationAt("class"), `invalid loadbalancer class "${name}"`, { remedy });
}

/** True without a floating IP: by setting, by annotation, or because floating IPs are IPv4. */
function isInternal(cx: OctaviaLowering, service: Service, annotations: Annotations): boolean {
  return cx.settings.internal_lb || service.ipFamilies[0] === "IPv6" || annotations.internal(false);
}

/**
 * Place of the VIP: a port, else subnet and network of the class, the annotations or the settings. For an internal Service the annotations
 * come before the class (checkService and createFullyPopulatedOctaviaLoadBalancer of the cloud provider).
 */
export function vipOf(
  cx: OctaviaLowering,
  service: Service,
  annotations: Annotations,
  lbClass: LoadBalancerClass | undefined,
): Partial<LoadBalancerBody> {
  const address =
    isInternal(cx, service, annotations) && service.loadBalancerIP !== undefined
      ? { vip_address: asKnown<string>(service.loadBalancerIP) }
      : {};
  const port = annotations.text("port-id");
  if (port) return { vip_port_id: port, ...address };
  const first = cx.settings.internal_lb || annotations.internal(false) ? undefined : lbClass;
  const subnet = first?.subnet_id || annotations.text("subnet-id") || lbClass?.subnet_id || cx.settings.subnet_id;
  const network = first?.network_id || annotations.text("network-id") || lbClass?.network_id || cx.settings.network_id;
  if (!subnet && !network && !annotations.text("load-balancer-id")) {
    const remedy = "Set subnet_id or network_id, or the annotation loadbalancer.openstack.org/subnet-id.";
    throw new DiagnosticError("LB1405", service.ref, "/metadata/annotations", "no subnet or network is set for the virtual IP", { remedy });
  }
  return { ...(subnet ? { vip_subnet_id: subnet } : {}), ...(network ? { vip_network_id: network } : {}), ...address };
}

/**
 * Subnet of the members; undefined leaves it to Octavia. The cloud's subnet goes before the subnet of the VIP: a Service or a class that
 * has its VIP elsewhere does not move the nodes (checkService of the cloud provider).
 */
export function memberSubnetOf(cx: OctaviaLowering, annotations: Annotations, lbClass: LoadBalancerClass | undefined): string | undefined {
  const memberSubnet = annotations.text("member-subnet-id") || lbClass?.member_subnet_id || cx.settings.member_subnet_id;
  return memberSubnet || cx.settings.subnet_id || annotations.text("subnet-id") || lbClass?.subnet_id || undefined;
}

/** The floating IP of an external load balancer (octavia.md 3.2): class before annotation before settings. */
export function floatingIpOf(
  cx: OctaviaLowering,
  service: Service,
  annotations: Annotations,
  lbClass: LoadBalancerClass | undefined,
): FloatingIp | undefined {
  if (isInternal(cx, service, annotations)) return undefined;
  const { settings } = cx;
  const address = floatingAddress(service);
  const keep = annotations.flag("keep-floatingip", false) ? { keep: true } : {};
  // an empty annotation means no network, as in the cloud provider
  const network = lbClass?.floating_network_id || (annotations.text("floating-network-id") ?? settings.floating_network_id);
  if (!network && service.loadBalancerIP === undefined) {
    cx.report(diagnose("LB1409", service.ref, "/spec/type", "no network for floating IPs is set; the load balancer stays internal"));
    return undefined;
  }
  return {
    ...(network ? { floating_network_id: network } : {}),
    ...address,
    ...subnetsOf(settings, annotations, lbClass),
    description: cut(`Floating IP for Kubernetes external service ${keyOf(service.ref)} from cluster ${settings.cluster_name}`),
    ...keep,
  };
}

/** Subnet of the floating IP, from the first source that names any; an id comes before a pattern or tags. */
export function subnetsOf(settings: OctaviaSettings, annotations?: Annotations, lbClass?: LoadBalancerClass): Partial<FloatingIp> {
  const places = [
    { id: lbClass?.floating_subnet_id, name: lbClass?.floating_subnet, tags: lbClass?.floating_subnet_tags },
    {
      id: annotations?.text("floating-subnet-id"),
      name: annotations?.text("floating-subnet"),
      tags: annotations?.text("floating-subnet-tags"),
    },
    { id: settings.floating_subnet_id, name: settings.floating_subnet, tags: settings.floating_subnet_tags },
  ];
  const place = places.find(({ id, name, tags }) => id || name || tags);
  if (!place) return {};
  if (place.id) return { subnet_ids: [place.id] };
  return { ...(place.name ? { subnet_name: place.name } : {}), ...(place.tags ? { subnet_tags: place.tags } : {}) };
}

const EXCLUDED = "node.kubernetes.io/exclude-from-external-load-balancers";
const SELECTOR = "loadbalancer.openstack.org/node-selector";

/**
 * Every ready node that is neither excluded nor about to be deleted and has the wanted labels, at the node port (octavia.md 3.2); with
 * `externalTrafficPolicy: Local` only those with endpoints.
 *
 * @param isTold true if a health monitor shows which nodes have endpoints; default: false
 */
export function nodeMembers(
  specs: MovingSpecs,
  selector: string,
  isTold: (service: Service, port: ServicePort) => boolean = never,
): MemberSource {
  const nodes = specs.nodes.filter((node) => node.ready && !node.isLeaving && !(EXCLUDED in node.meta.labels));
  return (service, port, report) => {
    const { nodePort } = port;
    if (nodePort === undefined) return withoutNodePort(service, port, report, "/spec/ports");
    const selected = labels(service.meta.annotations[SELECTOR] ?? selector);
    const local = isTold(service, port) ? undefined : nodesFor(specs, service, port, report);
    if (local?.size === 0) return withoutReady(specs, service, port, report, { byName: true });
    const servers = nodes
      .filter(({ ref }) => !local || local.has(ref.name))
      .filter((node) =>
        selected.every(([key, value]) => Object.hasOwn(node.meta.labels, key) && (!value || node.meta.labels[key] === value)),
      )
      .flatMap((node): MemberServer[] => {
        const address = nodeAddress(node, service);
        if (address === undefined)
          report(diagnose("LB1106", node.ref, "/status/addresses", `node ${node.ref.name} has no usable address and is passed over`));
        return address === undefined ? [] : [{ address, port: nodePort, node: node.ref.name }];
      });
    return servers.length === 0 ? withoutNodes(service, report) : { servers };
  };
}

const never = () => false;

/** Labels in `key=value,key2`; a key without a value matches any value. */
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
function nodeAddress(node: Node, service: Service): MemberServer["address"] | undefined {
  const family = service.ipFamilies[0];
  const fits = (address: MemberServer["address"]) => isUnknown(address) || !family || familyOf(address) === family;
  for (const type of ["InternalIP", "ExternalIP"]) {
    const nodeAddress = node.addresses.find((candidate) => candidate.type === type && fits(candidate.address));
    if (nodeAddress) return nodeAddress.address;
  }
  return undefined;
}

/** One node at the node port. */
export function nodeMember(server: MemberServer, subnet: string | undefined, monitorPort?: number): MemberBody {
  return {
    ...(server.node ? { name: server.node } : {}),
    address: asKnown(server.address),
    protocol_port: asKnown(server.port),
    ...(server.drained ? { weight: 0 } : {}),
    ...(subnet ? { subnet_id: subnet } : {}),
    ...(monitorPort === undefined ? {} : { monitor_port: monitorPort }),
  };
}

function familyOf(address: string): "IPv4" | "IPv6" | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  return ipaddr.parse(address).kind() === "ipv4" ? "IPv4" : "IPv6";
}
