import type { FloatingIp, ListenerBody } from "../../../kinds/octavia/inputs";
import type { L4Service } from "../../routing";
import { diagnose, isUnknown, pointer, type Service, type ServicePort } from "../../specs";
import { inNetwork } from "../addresses";
import type { Lowering } from "../context";
import { handling, keepMembers } from "../handling";
import { known } from "../known";
import { kuryrNames } from "../names";
import type { PlannedLoadBalancer } from "../plan";
import { restriction } from "../source-ranges";
import { listenerAcl } from "./acl";
import { kuryrAlgorithm, kuryrProvider, kuryrTags } from "./common";
import { kuryrMember } from "./member";

export const TIMEOUT_ANNOTATIONS = {
  timeout_client_data: "openstack.org/kuryr-timeout-client-data",
  timeout_member_data: "openstack.org/kuryr-timeout-member-data",
} as const;

/** A Service as Kuryr maps it: VIP on the clusterIP, listener and pool per port, members are the endpoints (seed, octavia.md 3.1). */
export function lowerKuryrService(cx: Lowering, { owner: service, ports }: L4Service): PlannedLoadBalancer {
  const { settings } = cx;
  const { ref } = service;
  const name = kuryrNames.loadBalancer(ref);
  const { allowedCidrs, securityGroup } = restriction(cx, service, name);
  const sent = sendable(cx, service, ports);
  const listeners = sent.map(({ port, servers }): ListenerBody => {
    const portName = kuryrNames.port(ref, port.protocol, port.port);
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
        members: servers.map((server) => kuryrMember(cx, server, ref)),
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
      ...keepMembers(sent.filter(({ missing }) => missing).map(({ port }) => kuryrNames.port(ref, port.protocol, port.port))),
      ...(floatingIp ? { floatingIp } : {}),
      ...(securityGroup ? { securityGroup } : {}),
      ...handling(settings),
    },
    owners: [ref],
    hosts: [],
  };
}

/** Sorted by protocol, as Kuryr does; what the API cannot take is left out and named. */
function sendable(cx: Lowering, service: Service, ports: L4Service["ports"]): L4Service["ports"] {
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

function timeouts(cx: Lowering, service: Service): Partial<ListenerBody> {
  const found: Partial<ListenerBody> = {};
  for (const field of ["timeout_client_data", "timeout_member_data"] as const) {
    const annotation = TIMEOUT_ANNOTATIONS[field];
    const given = service.meta.annotations[annotation];
    const usable = given === undefined || /^\d+$/.test(given.trim());
    if (!usable) {
      const at = pointer("metadata", "annotations", annotation);
      cx.report(
        diagnose("LB1403", service.ref, at, `${given} is not a number of milliseconds; ${cx.settings[field] || "the default"} is used`),
      );
    }
    const value = given !== undefined && usable ? Number(given) : cx.settings[field];
    if (value === 0) continue;
    if (cx.can.has("timeouts")) found[field] = value;
    else cx.report(diagnose("LB1404", service.ref, "/metadata/annotations", `${field} is left out: ${cx.can.missing("timeouts")}`));
  }
  return found;
}

/** The clusterIP, without leading zeros; none where the cluster has not given one: Octavia takes an address of the subnet. */
function vipAddress(cx: Lowering, service: Service): { vip_address?: string } {
  const { clusterIP } = service;
  if (clusterIP === undefined) return {};
  if (isUnknown(clusterIP)) return { vip_address: known(clusterIP) };
  const address = clusterIP.includes(":") ? clusterIP : clusterIP.split(".").map(Number).join(".");
  const cidr = cx.settings.service_subnet_cidr;
  if (cidr && !inNetwork(address, cidr))
    cx.report(diagnose("LB1406", service.ref, "/spec/clusterIP", `clusterIP ${address} is outside the service subnet ${cidr}`));
  return { vip_address: address };
}

/**
 * The floating IP Kuryr gives a Service of type LoadBalancer: the address it names, which must exist and is given back to the
 * project, or a new one of `external_svc_net`, which goes with the Service.
 */
function kuryrFloatingIp(service: Service, cx: Pick<Lowering, "settings" | "report">): FloatingIp | undefined {
  if (service.type !== "LoadBalancer") return undefined;
  const { external_svc_net: network, external_svc_subnet: subnet } = cx.settings;
  if (service.loadBalancerIP !== undefined) return { floating_ip_address: known(service.loadBalancerIP), keep: true };
  if (!network) {
    const remedy = "Set external_svc_net, or spec.loadBalancerIP to a floating IP of the project.";
    cx.report(
      diagnose("LB1409", service.ref, "/spec/type", "no network for floating IPs is set; the Service has no address outside", { remedy }),
    );
    return undefined;
  }
  return { floating_network_id: network, ...(subnet ? { subnet_ids: [subnet] } : {}), description: "kuryr_lb" };
}
