// Lowers Services of type LoadBalancer to layer 4 virtual services.

import type { L4VSInputs, PoolInputs } from "../../../../resources/avi";
import type { AviBody } from "../../../../resources/avi/body";
import type { Diagnostic, ObjectRef } from "../../../../resources/diagnostic";
import type { Json } from "../../../../resources/kind";
import { compare, diagnose, pointer, type Service, type ServicePort } from "../../../specs";
import type { ServiceExtension } from "../extensions";
import { refTo } from "../names";
import { SERVICE_ANNOTATIONS } from "../rules/service";
import type { AviLowering } from "./context";
import { ownDomain, serviceName, withDomain } from "./fqdn";
import type { Lowered } from "./lowered";
import { lowerVsVip, useVsVip } from "./network";
import { lowerPool } from "./pools";
import { agree, keyOfPort, type VipGroup, type VipMember, withPortsOnce } from "./vip-groups";

interface L4Listener {
  owner: Service;
  port: ServicePort;
  pool: Lowered<PoolInputs>;
}

/** A VIP of layer 4 with its virtual service: a pool per port (ako.md 1.1, ako-2x.md 4). */
export function lowerL4(all: AviLowering, group: VipGroup): { vs: Lowered<L4VSInputs>; pools: Lowered<PoolInputs>[] } | undefined {
  const [{ service: first, extension }] = group.members;
  const cx = all.from(first.owner, ...group.members.map(({ service }) => service));
  if (!agree(cx, group)) return undefined;
  const members = withPortsOnce(cx, group);
  const { akoVersion, names } = cx;
  const { ref } = first.owner;
  const name = cx.name(names.l4(ref.namespace, group.name), ref);
  const listeners = members.flatMap((member) => (akoVersion.rules ? asWritten : tcpFirst)(cx, group, member));
  if (listeners.length === 0) return undefined;
  for (const { owner, port, pool } of listeners)
    cx.sources.note(`pool/${pool.name}`, { owner, at: `/spec/ports/${owner.ports.indexOf(port)}` });
  const { profile, overrides } = profilesOf(cx, listeners);
  const fqdns = members.flatMap(({ service, extension: memberExtension }) => fqdnsOf(cx, service.owner.ref, memberExtension, group.key));
  const address = members.find((member) => member.extension.address !== undefined)?.extension.address;
  const vsVip = lowerVsVip(cx, name, [...new Set(fqdns)], address);
  const tls = extension.tlsListeners;
  const chosen = tls ? poolOf(listeners) : akoVersion.l4Policies ? policyOf(cx, name, listeners) : groupsOf(cx, listeners);
  const virtualService = cx.body("virtualservice", name, {
    tenant_ref: refTo.tenant(cx.settings.tenant),
    application_profile_ref: refTo.applicationProfile(extension.applicationProfile ?? "System-L4-Application"),
    network_profile_ref: refTo.networkProfile(extension.networkProfile ?? NETWORK_PROFILES[profile]),
    services: [...listeners].sort(byPortName).map(({ port }) => ({
      port: port.port,
      enable_ssl: tls?.has(keyOfPort(port)) ?? false,
      ...(overrides.has(port.protocol) ? { override_network_profile_ref: refTo.networkProfile(NETWORK_PROFILES[port.protocol]) } : {}),
    })),
    ...chosen.fields,
    ...useVsVip(cx, name),
    ...(akoVersion.l4Policies && !tls ? { remove_listening_port_on_vs_down: true } : {}),
    ...(akoVersion.rules && group.key === undefined ? { traffic_enabled: extension.trafficEnabled ?? true } : {}),
    ...extension.fields,
  });
  const inputs: L4VSInputs = { owner: cx.owner, vsVip, ...chosen.parts, virtualService };
  return {
    vs: { name, inputs, owners: members.map(({ service }) => service.owner.ref) },
    pools: listeners.map(({ pool }) => pool),
  };
}

const NETWORK_PROFILES = { TCP: "System-TCP-Proxy", UDP: "System-UDP-Fast-Path", SCTP: "System-SCTP-Proxy" } as const;

type Protocol = ServicePort["protocol"];

/** The profile of the virtual service: that of TCP if there is a TCP port, else that of UDP. Ports that are not TCP override it. */
function profilesOf(
  { akoVersion }: AviLowering,
  listeners: readonly L4Listener[],
): { profile: Protocol; overrides: ReadonlySet<Protocol> } {
  const protocols = new Set(listeners.map(({ port }) => port.protocol));
  const [only = "TCP"] = protocols;
  if (protocols.size <= 1) return { profile: only, overrides: new Set() };
  const profile = protocols.has("TCP") || !akoVersion.rules ? "TCP" : "UDP";
  return { profile, overrides: new Set([...protocols].filter((protocol) => protocol !== "TCP")) };
}

/** In the order of the manifest, which the rules of the policy keep. */
function asWritten(cx: AviLowering, { key }: VipGroup, { service: { owner, ports }, extension: { pools } }: VipMember): L4Listener[] {
  const { ref } = owner;
  const called = key === undefined ? ref.name : `${ref.name}-${key}`;
  return ports.map(({ port, ...members }) => {
    const long = cx.names.l4Port(ref.namespace, called, port.port, port.protocol);
    return { owner, port, pool: lowerPool(cx, long, ref, { service: ref, port, ...members }, {}, pools?.get(keyOfPort(port))) };
  });
}

/** TCP keeps the plain name if two protocols share a port number. AKO 1.2 has no SCTP. Rules of a policy have the order of the manifest. */
function tcpFirst(cx: AviLowering, _group: VipGroup, { service: { owner, ports } }: VipMember): L4Listener[] {
  const { ref } = owner;
  const taken = new Set<number>();
  const ordered = ports
    .filter(({ port }) => isBalanced(cx, ref, port))
    .sort(byPortName)
    .sort((a, b) => Number(a.port.protocol !== "TCP") - Number(b.port.protocol !== "TCP"));
  const named = ordered.map(({ port, ...members }): L4Listener => {
    const long = cx.names.l4Port(ref.namespace, ref.name, port.port, taken.has(port.port) ? port.protocol : undefined);
    taken.add(port.port);
    return { owner, port, pool: lowerPool(cx, long, ref, { service: ref, port, ...members }) };
  });
  if (!cx.akoVersion.l4Policies) return named;
  const place = ({ port: of }: L4Listener) => ports.findIndex(({ port }) => port === of);
  return named.sort((a, b) => place(a) - place(b));
}

/** The order in which AKO lists listeners (ako.md, "Addition"). */
function byPortName({ port: a }: { port: ServicePort }, { port: b }: { port: ServicePort }): number {
  return compare(a.name, b.name) || a.port - b.port || compare(a.protocol, b.protocol);
}

function isBalanced(cx: AviLowering, ref: ObjectRef, { port, protocol }: ServicePort): boolean {
  if (protocol !== "SCTP") return true;
  cx.report(
    diagnose("LB1301", ref, "/spec/ports", `port ${port}: Avi does not balance ${protocol} in the form we follow; the port is left out`),
  );
  return false;
}

/** Choice of the pool of a listener, as objects of the resource and as fields of the virtual service. */
interface Chosen {
  parts: Pick<L4VSInputs, "poolGroups" | "policySet">;
  fields: { [field: string]: Json };
}

function groupsOf(cx: AviLowering, listeners: readonly L4Listener[]): Chosen {
  const poolGroup = ({ pool: { name } }: L4Listener): AviBody =>
    cx.body("poolgroup", name, { implicit_priority_labels: false, members: [{ pool_ref: refTo.pool(name) }] });
  const select = [...listeners].sort(byPortName).map(({ port, pool }) => ({
    service_port: port.port,
    service_pool_group_ref: refTo.poolGroup(pool.name),
    service_protocol: port.protocol === "UDP" ? "PROTOCOL_TYPE_UDP_FAST_PATH" : "PROTOCOL_TYPE_TCP_PROXY",
  }));
  return { parts: { poolGroups: listeners.map(poolGroup) }, fields: { service_pool_select: select } };
}

/** With TLS the virtual service has one port, and its pool itself. */
function poolOf(listeners: readonly L4Listener[]): Chosen {
  const [first] = listeners;
  return { parts: { poolGroups: [] }, fields: first ? { pool_ref: refTo.pool(first.pool.name) } : {} };
}

function policyOf(cx: AviLowering, name: string, listeners: readonly L4Listener[]): Chosen {
  const rules = listeners.map(({ port, pool }, index) => ({
    index,
    name: cx.names.l4Rule(name, port.port, pool.name),
    match: {
      port: { match_criteria: "IS_IN", ports: [port.port] },
      protocol: { match_criteria: "IS_IN", protocol: `PROTOCOL_${port.protocol}` },
    },
    action: { select_pool: { action_type: "L4_RULE_ACTION_SELECT_POOL", pool_ref: refTo.pool(pool.name) } },
  }));
  return {
    parts: { poolGroups: [], policySet: cx.body("l4policyset", name, { l4_connection_policy: { rules } }) },
    fields: { l4_policies: [{ index: 0, l4_policy_set_ref: refTo.l4PolicySet(name) }] },
  };
}

/** DNS names of a Service: those of its annotations, else one made from its own name. */
function fqdnsOf(
  { settings, akoVersion, report }: AviLowering,
  ref: ObjectRef,
  { fqdns }: ServiceExtension,
  sharedVip: string | undefined,
): readonly string[] {
  const { name, namespace } = ref;
  // ako-2x.md 13.5: a name that the Service gives itself counts only while names are made at all, except where it shares a VIP
  if (settings.autoFQDN === "disabled" && sharedVip === undefined) {
    if (fqdns) report(unusedNames(ref, fqdns));
    return [];
  }
  if (fqdns) return fqdns;
  const domain = ownDomain(settings);
  const made = akoVersion.rules ? serviceName(name, namespace, settings) : domain && withDomain(`${name}.${namespace}`, domain);
  return made ? [made] : [];
}

function unusedNames(ref: ObjectRef, fqdns: readonly string[]): Diagnostic {
  const { fqdn } = SERVICE_ANNOTATIONS;
  const message = `the virtual service does not get the DNS names ${fqdns.join(", ")}: AKO 2 makes none with autoFQDN disabled, not even those of ${fqdn}`;
  const remedy = "Set autoFQDN to default or flat.";
  return diagnose("LB1302", ref, pointer("metadata", "annotations", fqdn), message, { remedy });
}
