// Lowers Services as the OpenStack cloud provider (OCCM) does.

import type { L4Service } from "../../../../routing";
import { diagnose, isSubdomain, keyOf, shown, unusedFields } from "../../../../specs";
import { cut, occmNames, octaviaLoadBalancerName } from "../../names";
import type { LoweredLoadBalancer } from "../../plan";
import { DiagnosticError, handling, keepParts, type OctaviaLowering, type Profile, poolsOfPorts } from "../context";
import { sharingConflict } from "../sharing";
import { restriction } from "../source-ranges";
import { type Annotations, annotationAt, annotationName, annotations, unusedAnnotations } from "./annotations";
import { lowerPort, type PortOptions, protocolsOf } from "./listener";
import { asksKubeProxy } from "./local-traffic";
import { classOf, floatingIpOf, memberSubnetOf, nodeMember, nodeMembers, subnetsOf, vipOf } from "./networks";

/** Profile of the OpenStack cloud provider, for clusters that used it. */
export const occm: Profile = {
  services: {
    concerns: () => true,
    skips({ ref, type, loadBalancerClass }) {
      if (type !== "LoadBalancer") return `Service ${keyOf(ref)} is not of type LoadBalancer.`;
      return loadBalancerClass
        ? `Service ${keyOf(ref)} is of load balancer class ${loadBalancerClass}, which another controller serves.`
        : undefined;
    },
    unused(service) {
      return [
        ...unusedAnnotations(service),
        ...unusedFields(service, {
          ipFamilyPolicy: "RequireDualStack is not met: the load balancer has one address",
          sessionAffinityConfig: "timeoutSeconds is not used: Octavia decides how long a client stays with its server",
        }),
      ];
    },
  },
  members: (specs, settings) => nodeMembers(specs, settings.node_selector),
  ownMembers: (specs, cx) => nodeMembers(specs, cx.settings.node_selector, (service, port) => asksKubeProxy(cx, service, port)),
  reach: "node ports",
  provider: (settings) => settings.lb_provider,
  algorithm: (settings) => settings.lb_method,
  service: lowerOccmService,
  member: ({ settings }, server) => nodeMember(server, settings.member_subnet_id || settings.subnet_id || undefined),
  hosts({ settings }, description) {
    const { project_id, subnet_id, network_id, floating_network_id: network, internal_lb, flavor_id, availability_zone } = settings;
    return {
      vip: {
        ...(project_id ? { project_id } : {}),
        ...(subnet_id ? { vip_subnet_id: subnet_id } : {}),
        ...(network_id ? { vip_network_id: network_id } : {}),
        ...(flavor_id ? { flavor_id } : {}),
        ...(availability_zone ? { availability_zone } : {}),
      },
      ...(network && !internal_lb
        ? { floatingIp: { floating_network_id: network, ...subnetsOf(settings), description: cut(`Floating IP for ${description}`) } }
        : {}),
    };
  },
};

/** A Service of type LoadBalancer as the OpenStack cloud provider maps it: members are nodes at the node port (octavia.md 3.2). */
function lowerOccmService(cx: OctaviaLowering, { owner: service, ports }: L4Service): LoweredLoadBalancer {
  const { settings, can } = cx;
  const { ref } = service;
  const name = octaviaLoadBalancerName(settings.cluster_name, ref.namespace, ref.name);
  const serviceAnnotations = annotations(service, cx.report);
  const lbClass = classOf(cx, service, serviceAnnotations);
  const protocols = protocolsOf(cx, service, serviceAnnotations);
  const vip = vipOf(cx, service, serviceAnnotations, lbClass);
  const shared = serviceAnnotations.text("load-balancer-id");
  const internal = settings.internal_lb || serviceAnnotations.internal(false);
  if (shared) assertShareable(service, { id: shared, service: name, internal, owner: serviceAnnotations.served });
  // without tags there is no sharing: the load balancer is that of the Service
  const required = internal || (serviceAnnotations.served && !can.has("tags"));
  const { allowedCidrs, securityGroup } = restriction(cx, service, name);
  const everybody = can.has("allowedCidrs") ? [service.ipFamilies[0] === "IPv6" ? "::/0" : "0.0.0.0/0"] : undefined;
  const options: PortOptions = {
    loadBalancer: name,
    memberSubnet: memberSubnetOf(cx, serviceAnnotations, lbClass),
    allowedCidrs: allowedCidrs ?? everybody,
    algorithm: algorithmOf(cx, service, serviceAnnotations),
    ...protocols,
  };
  const floatingIp = floatingIpOf(cx, service, serviceAnnotations, lbClass);
  const tags = can.has("tags") ? { tags: [name] } : {};
  const lowered = ports.map((entry, index) => lowerPort(cx, service, serviceAnnotations, entry, index, options));
  const listeners = lowered.map(({ listener }) => listener);
  const ownFields = {
    description: cut(`Kubernetes external service ${keyOf(ref)} from cluster ${settings.cluster_name}`),
    ...(settings.project_id ? { project_id: settings.project_id } : {}),
    ...vip,
    provider: settings.lb_provider,
    ...placement(cx, service, serviceAnnotations),
  };
  const hostname = hostnameOf(cx, service, serviceAnnotations);
  return {
    name,
    identity: `kube_service_${ref.namespace}_${ref.name}`,
    inputs: {
      owner: cx.owner,
      loadBalancer: { name, ...(shared ? { id: shared } : ownFields), ...tags, listeners },
      // the name of the load balancer identifies its owner on the server
      ...(shared ? { own: { loadBalancer: ownFields, ...(floatingIp ? { floatingIp } : {}), ...(required ? { required } : {}) } } : {}),
      ...keepParts(ports.flatMap(({ missing }, index) => (missing ? [occmNames.pool(index, name)] : []))),
      ...(floatingIp && !shared ? { floatingIp } : {}),
      ...(securityGroup ? { securityGroup } : {}),
      ...handling(settings),
    },
    owners: [ref],
    hosts: [],
    moving: poolsOfPorts(lowered.map(({ member }, index) => ({ name: occmNames.pool(index, name), source: ports[index]?.source, member }))),
    status: {
      ...(hostname ? { hostname } : {}),
      ...(protocols.proxy ? { proxy: true } : {}),
      ...(settings.enable_ingress_hostname ? { suffix: settings.ingress_hostname_suffix } : {}),
    },
  };
}

/** The host name in the status of the Service; the API server accepts DNS names only. */
function hostnameOf({ report }: OctaviaLowering, { ref }: L4Service["owner"], serviceAnnotations: Annotations): string | undefined {
  const name = serviceAnnotations.text("hostname")?.toLowerCase();
  if (!name || isSubdomain(name)) return name || undefined;
  report(diagnose("LB1403", ref, annotationAt("hostname"), `${shown(name)} is not a DNS name; the address is shown`));
  return undefined;
}

/** Refuses to share the load balancer of an internal Service: its owner could become external and expose the Service. */
function assertShareable({ ref }: L4Service["owner"], at: { id: string; service: string; internal: boolean; owner: boolean }): void {
  const conflict = sharingConflict([], { ...at, present: [], shared: 0 });
  if (!conflict) return;
  const annotation = annotationName("load-balancer-id");
  const remedy = `Take out ${annotation}: the Service gets a load balancer of its own, or keeps the one that it has.`;
  throw new DiagnosticError("LB1408", ref, annotationAt("load-balancer-id"), conflict, { remedy });
}

const ALGORITHMS = ["ROUND_ROBIN", "LEAST_CONNECTIONS", "SOURCE_IP", "SOURCE_IP_PORT"];

/** The only algorithm of the provider ovn (octavia.md 1.14). */
const OF_OVN = "SOURCE_IP_PORT";

function algorithmOf(cx: OctaviaLowering, service: L4Service["owner"], serviceAnnotations: Annotations): string {
  const method = serviceAnnotations.text("lb-method");
  if (cx.can.ovn) {
    if (method !== undefined && method !== OF_OVN)
      cx.report(diagnose("LB1404", service.ref, annotationAt("lb-method"), `${OF_OVN} is used: the provider ovn knows no other algorithm`));
    return OF_OVN;
  }
  if (method === undefined || ALGORITHMS.includes(method)) return method ?? cx.settings.lb_method;
  const message = `${JSON.stringify(method)} is not ${ALGORITHMS.join(", ")}; ${cx.settings.lb_method} is used`;
  cx.report(diagnose("LB1403", service.ref, annotationAt("lb-method"), message));
  return cx.settings.lb_method;
}

/** Flavor and availability zone, if the API has them. */
function placement(
  cx: OctaviaLowering,
  service: L4Service["owner"],
  serviceAnnotations: Annotations,
): { flavor_id?: string; availability_zone?: string } {
  const flavor = serviceAnnotations.text("flavor-id") ?? cx.settings.flavor_id;
  const zone = serviceAnnotations.text("availability-zone") ?? cx.settings.availability_zone;
  const fields: { flavor_id?: string; availability_zone?: string } = {};
  if (flavor && cx.can.has("flavors") && !cx.can.ovn) fields.flavor_id = flavor;
  else if (flavor)
    cx.report(diagnose("LB1404", service.ref, annotationAt("flavor-id"), `the flavor is left out: ${cx.can.missing("flavors")}`));
  if (zone && cx.can.has("availabilityZones")) fields.availability_zone = zone;
  else if (zone)
    cx.report(
      diagnose("LB1404", service.ref, annotationAt("availability-zone"), `the zone is left out: ${cx.can.missing("availabilityZones")}`),
    );
  return fields;
}
