// Lowers Services as Kuryr does.

import type { FloatingIp, ListenerBody, MemberBody } from "../../../../resources/octavia/types";
import { endpointMembers, inFamilies, type L4Service, type MemberServer } from "../../../routing";
import {
  asKnown,
  diagnose,
  ignoredAnnotations,
  isUnknown,
  keyOf,
  pointer,
  type Service,
  type ServicePort,
  unusedFields,
} from "../../../specs";
import { kuryrNames } from "../names";
import type { LoweredLoadBalancer } from "../plan";
import type { OctaviaSettings } from "../settings";
import { floatingAddress, handling, keepParts, LONGEST_TIMEOUT, type OctaviaLowering, type Profile, poolsOfPorts } from "./context";
import { checkOfPool, followedMonitor, memberFields } from "./monitors";
import { INTERNAL_SERVICE_ANNOTATION, inNetwork, listenerAcl, restriction, SOURCE_RANGES_ANNOTATION } from "./source-ranges";

const TIMEOUT_ANNOTATIONS = {
  timeout_client_data: "openstack.org/kuryr-timeout-client-data",
  timeout_member_data: "openstack.org/kuryr-timeout-member-data",
} as const;

const USED = [...Object.values(TIMEOUT_ANNOTATIONS), SOURCE_RANGES_ANNOTATION, INTERNAL_SERVICE_ANNOTATION];

/** True for the annotation value `true`, in any case. */
const isTrue = (value: string | undefined) => value?.trim().toLowerCase() === "true";

/** Kuryr-Kubernetes (seed kuryr-services.rst). */
export const kuryr: Profile = {
  services: {
    concerns: () => true,
    skips({ ref, type, clusterIP, loadBalancerClass }) {
      if (clusterIP === "None") return `Skipping headless Service ${keyOf(ref)}.`;
      if (type !== "ClusterIP" && type !== "LoadBalancer") return `Skipping service ${keyOf(ref)} of unsupported type.`;
      if (ref.namespace === "default" && ref.name === "kubernetes") return `Skipping default service ${keyOf(ref)}.`;
      if (type === "LoadBalancer" && loadBalancerClass)
        return `Skipping service ${keyOf(ref)} of load balancer class ${loadBalancerClass}.`;
      return undefined;
    },
    unused(service) {
      return [
        ...ignoredAnnotations(service.ref, service.meta.annotations, USED),
        ...unusedFields(service, {
          ipFamilyPolicy: "RequireDualStack is not met: the load balancer has one address",
          sessionAffinity: "session affinity is not used by the profile kuryr",
        }),
      ];
    },
  },
  members: (specs) => inFamilies(endpointMembers(specs, { byName: true }), servedIn),
  reach: "pods",
  provider: kuryrProvider,
  algorithm: kuryrAlgorithm,
  service: lowerKuryrService,
  member: kuryrMember,
  hosts({ settings }) {
    const { project_id, service_subnet_id: subnet, external_svc_net: network, external_svc_subnet } = settings;
    const floatingIp = network
      ? { floating_network_id: network, ...(external_svc_subnet ? { subnet_ids: [external_svc_subnet] } : {}), description: "kuryr_lb" }
      : undefined;
    const vip = { ...(project_id ? { project_id } : {}), ...(subnet ? { vip_subnet_id: subnet } : {}) };
    return { vip, ...(floatingIp ? { floatingIp } : {}) };
  },
};

/**
 * A Service of two families is served in the first, that of its clusterIP: Kuryr reads Endpoints, which have that family alone, where
 * EndpointSlices have both.
 */
function servedIn({ ipFamilies: [first, second] }: Service): { families: readonly string[]; because: string } {
  return first && second ? { families: [first], because: `its VIP is ${first}` } : { families: ["IPv4", "IPv6"], because: "" };
}

/** A Service as Kuryr maps it: VIP on the clusterIP, listener and pool per port, members are the endpoints (seed, octavia.md 3.1). */
function lowerKuryrService(cx: OctaviaLowering, { owner: service, ports }: L4Service): LoweredLoadBalancer {
  const { settings } = cx;
  const { ref } = service;
  const name = kuryrNames.loadBalancer(ref);
  const { allowedCidrs, securityGroup } = restriction(cx, service, name);
  const sent = sendable(cx, service, ports);
  const checks = new Map(sent.map(({ port }) => [port, checkOfPool(cx, kuryr, [{ service: ref, port }])]));
  const memberOf = (port: ServicePort) => (server: MemberServer) => ({
    ...kuryrMember(cx, server, ref),
    ...memberFields(checks.get(port)),
  });
  const listeners = sent.map(({ port, servers }): ListenerBody => {
    const portName = kuryrNames.port(ref, port.protocol, port.port);
    const check = checks.get(port);
    return {
      name: portName,
      protocol: port.protocol,
      protocol_port: port.port,
      ...timeouts(cx, service),
      ...(allowedCidrs ? listenerAcl(allowedCidrs) : {}),
      ...kuryrTags(cx),
      default_pool: {
        name: portName,
        protocol: port.protocol,
        lb_algorithm: kuryrAlgorithm(settings),
        ...kuryrTags(cx),
        members: servers.map(memberOf(port)),
        ...(check ? { healthmonitor: followedMonitor(portName, check) } : {}),
      },
    };
  });
  const floatingIp = kuryrFloatingIp(service, cx);
  return {
    name,
    identity: name,
    inputs: {
      owner: cx.owner,
      loadBalancer: {
        name,
        ...(settings.project_id ? { project_id: settings.project_id } : {}),
        ...vipAddress(cx, service),
        ...(settings.service_subnet_id ? { vip_subnet_id: settings.service_subnet_id } : {}),
        ...(cx.can.has("flavors") ? { provider: kuryrProvider(settings) } : {}),
        ...kuryrTags(cx),
        listeners,
      },
      ...keepParts(sent.filter(({ missing }) => missing).map(({ port }) => kuryrNames.port(ref, port.protocol, port.port))),
      ...(floatingIp ? { floatingIp } : {}),
      ...(securityGroup ? { securityGroup } : {}),
      ...handling(settings),
    },
    owners: [ref],
    hosts: [],
    moving: poolsOfPorts(
      sent.map(({ port, source }) => ({
        name: kuryrNames.port(ref, port.protocol, port.port),
        source,
        member: memberOf(port),
      })),
    ),
  };
}

/** Ports sorted by protocol, as in Kuryr; reports ports that the API does not support. */
function sendable(cx: OctaviaLowering, service: Service, ports: L4Service["ports"]): L4Service["ports"] {
  const used = new Set<number>();
  const leaveOut = (port: ServicePort, why: string) => {
    cx.report(diagnose("LB1404", service.ref, "/spec/ports", `port ${port.port}/${port.protocol} is left out: ${why}`));
    return false;
  };
  return [...ports]
    .sort(({ port: a }, { port: b }) => (a.protocol < b.protocol ? -1 : a.protocol > b.protocol ? 1 : 0))
    .filter(({ port }) => {
      if (port.protocol === "SCTP" && !cx.can.has("sctp")) return leaveOut(port, cx.can.missing("sctp"));
      if (used.has(port.port) && !cx.can.has("samePort")) return leaveOut(port, `two protocols on one port: ${cx.can.missing("samePort")}`);
      used.add(port.port);
      return true;
    });
}

function timeouts(cx: OctaviaLowering, service: Service): Partial<ListenerBody> {
  const fields: Partial<ListenerBody> = {};
  for (const field of ["timeout_client_data", "timeout_member_data"] as const) {
    const annotation = TIMEOUT_ANNOTATIONS[field];
    const text = service.meta.annotations[annotation];
    const usable = text === undefined || (/^\d+$/.test(text.trim()) && Number(text) <= LONGEST_TIMEOUT);
    if (!usable) {
      const at = pointer("metadata", "annotations", annotation);
      cx.report(
        diagnose("LB1403", service.ref, at, `${text} is not a number of milliseconds; ${cx.settings[field] || "the default"} is used`),
      );
    }
    const value = text !== undefined && usable ? Number(text) : cx.settings[field];
    if (value === 0) continue;
    if (cx.can.has("timeouts")) fields[field] = value;
    else cx.report(diagnose("LB1404", service.ref, "/metadata/annotations", `${field} is left out: ${cx.can.missing("timeouts")}`));
  }
  return fields;
}

/** The clusterIP; absent if the cluster has not assigned one: then Octavia uses an address of the subnet. */
function vipAddress(cx: OctaviaLowering, service: Service): { vip_address?: string } {
  const { clusterIP } = service;
  if (clusterIP === undefined) return {};
  if (isUnknown(clusterIP)) return { vip_address: asKnown<string>(clusterIP) };
  const cidr = cx.settings.service_subnet_cidr;
  if (cidr && !inNetwork(clusterIP, cidr))
    cx.report(diagnose("LB1406", service.ref, "/spec/clusterIP", `clusterIP ${clusterIP} is outside the service subnet ${cidr}`));
  return { vip_address: clusterIP };
}

/**
 * The floating IP Kuryr gives a Service of type LoadBalancer: the address it names, which must exist and is given back to the
 * project, or a new one of `external_svc_net`, which goes with the Service. A VIP of IPv6 has none: Neutron knows them for IPv4 alone.
 */
function kuryrFloatingIp(service: Service, cx: Pick<OctaviaLowering, "settings" | "report">): FloatingIp | undefined {
  if (service.type !== "LoadBalancer" || isTrue(service.meta.annotations[INTERNAL_SERVICE_ANNOTATION])) return undefined;
  const { clusterIP, ipFamilies } = service;
  if (typeof clusterIP === "string" ? clusterIP.includes(":") : ipFamilies[0] === "IPv6") {
    if (service.loadBalancerIP !== undefined)
      cx.report(diagnose("LB1006", service.ref, "/spec/loadBalancerIP", "an IPv6 Service has no floating IP, the address is not used"));
    return undefined;
  }
  const { external_svc_net: network, external_svc_subnet: subnet } = cx.settings;
  if (service.loadBalancerIP !== undefined) return { ...floatingAddress(service), keep: true };
  if (!network) {
    const remedy = "Set external_svc_net, or spec.loadBalancerIP to a floating IP of the project.";
    cx.report(diagnose("LB1409", service.ref, "/spec/type", "the Service gets no floating IP: no external network is set", { remedy }));
    return undefined;
  }
  return { floating_network_id: network, ...(subnet ? { subnet_ids: [subnet] } : {}), description: "kuryr_lb" };
}

/** The member of one endpoint, with the name of its Pod, else of the Service. */
function kuryrMember(cx: OctaviaLowering, server: MemberServer, service: { namespace: string; name: string }): MemberBody {
  const { target } = server;
  const behind = target ? { namespace: target.namespace ?? service.namespace, name: target.name } : service;
  const subnet = subnetOf(cx, server);
  return {
    name: kuryrNames.member(behind, asKnown(server.port)),
    address: asKnown(server.address),
    protocol_port: asKnown(server.port),
    ...(server.drained ? { weight: 0 } : {}),
    ...(subnet ? { subnet_id: subnet } : {}),
    // a member has no description, so below 2.5 it has no tags at all
    ...(cx.can.has("tags") ? kuryrTags(cx) : {}),
  };
}

/** L3: members are reached from the VIP's subnet; L2: on the Pods' subnet, or on the nodes' for Pods on the host network. */
function subnetOf({ settings }: OctaviaLowering, { address }: MemberServer): string {
  const { member_mode, pod_subnet_id, pod_subnet_cidr, node_subnet_id, service_subnet_id } = settings;
  if (member_mode === "L3") return service_subnet_id;
  const onPods = !pod_subnet_cidr || isUnknown(address) || inNetwork(address, pod_subnet_cidr);
  return (onPods ? pod_subnet_id : node_subnet_id) || service_subnet_id;
}

/** `default` means amphora. */
function kuryrProvider(settings: OctaviaSettings): string {
  return settings.provider === "default" ? "amphora" : settings.provider;
}

/** OVN knows one algorithm only. */
function kuryrAlgorithm(settings: OctaviaSettings): string {
  return settings.provider === "ovn" ? "SOURCE_IP_PORT" : settings.lb_algorithm;
}

/** `resource_tags` of load balancers, listeners and pools: as tags, below API 2.5 joined in the description. */
function kuryrTags({ settings, can }: OctaviaLowering): { tags?: string[]; description?: string } {
  const { resource_tags: tags } = settings;
  if (tags.length === 0) return {};
  return can.has("tags") ? { tags } : { description: tags.join(",") };
}
