import type { AviBody } from "../../../../kinds/avi/body";
import { fqdnsOf } from "../../../../kinds/avi/body";
import type { CertificateInputs, GatewayVSInputs, PoolInputs } from "../../../../kinds/avi/resources";
import type { ObjectRef } from "../../../../kinds/diagnostic";
import type { Json } from "../../../../kinds/kind";
import { type ConnectionPort, familyOf, type GatewayModel, type RequestPort, readsRequests, type Termination } from "../../../routing";
import { compare, diagnose, isUnknown } from "../../../specs";
import { lowerCertificate } from "../lower/certificates";
import type { AviLowering } from "../lower/context";
import { attachPolicies } from "../lower/extended";
import { lowerAddress } from "../lower/ip-bodies";
import type { Lowered } from "../lower/lowered";
import { lowerVsVip, useVsVip } from "../lower/network";
import { refTo } from "../names";
import { type AviSettings, isAtLeast } from "../settings";
import { lowerConnections, lowerPassthroughPorts } from "./connections";
import { certificateName, gatewayNames } from "./names";
import { lowerRequests } from "./requests";

/** A Gateway as its resource, and the hosts that its address answers for. */
export interface LoweredGateway extends Lowered<GatewayVSInputs> {
  hosts: { fqdn: string; owners: ObjectRef[] }[];
}

/** Everything that a Gateway means on Avi. */
export interface GatewayObjects {
  vs: LoweredGateway;
  pools: Lowered<PoolInputs>[];
  certificates: Lowered<CertificateInputs>[];
}

/**
 * One address with a virtual service for requests, one for connections and one for TLS that is handed through, each only where the Gateway
 * has such ports.
 *
 * @param taken names that are in the DNS of another address already; those of this Gateway are added
 */
export function lowerGateway(all: AviLowering, model: GatewayModel, taken: Set<string>): GatewayObjects {
  const cx = all.plainly();
  const { ref } = model.owner;
  const names = gatewayNames(cx.settings.clusterName, model);
  const name = cx.name(names.gateway, ref);
  const ports = model.ports.filter(readsRequests);
  const hosts = hostsOf(model);
  const dns = hosts.map(({ fqdn }) => fqdn).filter((fqdn) => isInDomains(fqdn, cx.settings) && !taken.has(fqdn));
  for (const fqdn of dns) taken.add(fqdn);
  const marked = markers(cx, model);
  const vsVip: AviBody = { ...addressed(cx, lowerVsVip(cx, name, dns), model), ...marked };
  const certificates = certificatesOf(cx, ports, ref);
  const requests = lowerRequests(cx, names, ports, ref);
  const virtualService =
    requests && cx.body("virtualservice", name, { ...requestBody(cx, name, ports, certificates, requests.policy), ...marked });
  const connections = lowerConnections(cx, names, name, model.ports.filter(isL4), ref);
  const passthrough = lowerPassthroughPorts(
    cx,
    names,
    name,
    model.ports.filter((port): port is ConnectionPort => port.protocol === "TLS"),
    ref,
  );
  const parts = [requests, connections, passthrough];
  const inputs: GatewayVSInputs = {
    owner: cx.owner,
    vsVip,
    poolGroups: parts.flatMap((part) => part?.poolGroups ?? []),
    ...(requests ? { policy: requests.policy } : {}),
    ...(passthrough ? { dataScriptSet: passthrough.dataScriptSet } : {}),
    ...(virtualService ? { virtualService } : {}),
    ...(connections ? { connectionService: { ...connections.virtualService, ...marked } } : {}),
    ...(passthrough ? { passthroughService: { ...passthrough.virtualService, ...marked } } : {}),
  };
  const owners = model.owners.map((owner) => owner.ref);
  return { vs: { name, inputs, owners, hosts }, pools: parts.flatMap((part) => part?.pools ?? []), certificates };
}

const isL4 = (port: GatewayModel["ports"][number]): port is ConnectionPort & { protocol: "TCP" | "UDP" } =>
  port.protocol === "TCP" || port.protocol === "UDP";

function requestBody(
  cx: AviLowering,
  name: string,
  ports: readonly RequestPort[],
  certificates: readonly Lowered<CertificateInputs>[],
  policy: AviBody,
): { [field: string]: Json | undefined } {
  return {
    tenant_ref: refTo.tenant(cx.settings.tenant),
    type: "VS_TYPE_NORMAL",
    application_profile_ref: refTo.applicationProfile("System-HTTP"),
    network_profile_ref: refTo.networkProfile("System-TCP-Proxy"),
    services: ports.map(({ port, protocol }) => ({ port, enable_ssl: protocol === "HTTPS" })),
    ssl_key_and_certificate_refs:
      certificates.length > 0 ? certificates.map((certificate) => refTo.certificate(certificate.name)) : undefined,
    ...useVsVip(cx, name),
    http_policies: attachPolicies([policy]),
  };
}

/** The exact hosts of requests and handshakes, with the Routes that have rules for each. */
function hostsOf({ ports }: GatewayModel): LoweredGateway["hosts"] {
  const found = new Map<string, Set<ObjectRef>>();
  const note = (host: string, owner: ObjectRef) => {
    if (host && !host.startsWith("*.")) found.set(host, (found.get(host) ?? new Set()).add(owner));
  };
  for (const port of ports) {
    if (readsRequests(port)) for (const { host, owner } of port.rules) note(host, owner.ref);
    else for (const { hosts, owner } of port.routes) for (const host of hosts) note(host, owner.ref);
  }
  return [...found].sort(([a], [b]) => compare(a, b)).map(([fqdn, owners]) => ({ fqdn, owners: [...owners] }));
}

/** The controller takes only names within the domains of its DNS. */
const isInDomains = (fqdn: string, { subDomains }: AviSettings) =>
  subDomains.length === 0 || subDomains.some((domain) => fqdn.endsWith(domain));

/** A VIP with the addresses that the Gateway asks for, one of each family. */
function addressed(cx: AviLowering, vsVip: AviBody, { owner, addresses }: GatewayModel): AviBody {
  if (addresses.length === 0) return vsVip;
  const isV6 = (address: GatewayModel["addresses"][number]) => !isUnknown(address) && familyOf(address) === "IPv6";
  const v4 = addresses.filter((address) => !isV6(address));
  const v6 = addresses.filter(isV6);
  if (v4.length > 1 || v6.length > 1) {
    const message = "a VIP of Avi has one address of each family: the first of each is used";
    cx.report(diagnose("LB1302", owner.ref, "/spec/addresses", message, { remedy: "Ask for one address of each family." }));
  }
  const [first4, first6] = [v4[0], v6[0]];
  const own = {
    ...(first4 === undefined ? {} : { ip_address: lowerAddress(first4) }),
    ...(first6 === undefined ? {} : { ip6_address: lowerAddress(first6) }),
    ...(first4 !== undefined && first6 !== undefined ? { auto_allocate_ip_type: "V4_V6" } : {}),
    ...(first4 === undefined ? { auto_allocate_ip_type: "V6_ONLY" } : {}),
  };
  const vips = Array.isArray(vsVip.vip) ? vsVip.vip : [];
  return { ...vsVip, vip: vips.map((vip) => ({ ...(vip as { [field: string]: Json }), ...own })) };
}

/** Every certificate once. A virtual service has one order for all of its ports: the first answers clients that name no host. */
function certificatesOf(cx: AviLowering, ports: readonly RequestPort[], about: ObjectRef): Lowered<CertificateInputs>[] {
  const found = new Map<string, Lowered<CertificateInputs>>();
  const firsts = new Set<string>();
  for (const { certificates } of ports) {
    for (const [i, termination] of certificates.entries()) {
      const one = certificateOf(cx, termination, about);
      if (i === 0) firsts.add(one.name);
      if (!found.has(one.name)) found.set(one.name, one);
    }
  }
  if (firsts.size > 1) {
    const [first] = firsts;
    const message = `clients that name no host get the certificate ${first} at every port: a virtual service of Avi has one list of certificates`;
    cx.report(diagnose("LB1302", about, "/spec/listeners", message, { remedy: "Name the same certificate first at every port." }));
  }
  return [...found.values()];
}

function certificateOf(cx: AviLowering, termination: Termination, about: ObjectRef): Lowered<CertificateInputs> {
  const { source } = termination;
  const inputs = lowerCertificate(cx, certificateName(cx.settings.clusterName, source), termination, about);
  return { name: inputs.certificate.name, inputs: { owner: cx.owner, ...inputs }, owners: [about] };
}

/** First release that keeps markers on all of these objects. */
const MARKERS = [20, 1, 5] as const;

/** Whose the object is, and what the Gateway wants on what is made for it. */
function markers({ settings }: AviLowering, { owner, labels, annotations }: GatewayModel): { markers?: Json } {
  if (!isAtLeast(settings.controllerVersion, MARKERS)) return {};
  const own = { clustername: settings.clusterName, GatewayNamespace: owner.ref.namespace, GatewayName: owner.ref.name };
  const all = Object.entries({ ...annotations, ...labels, ...own });
  return { markers: all.sort(([a], [b]) => compare(a, b)).map(([key, value]) => ({ key, values: [value] })) };
}

/** Names that the addresses of other resources have in DNS. */
export const namesInDns = (vsVips: readonly AviBody[]): Set<string> =>
  new Set(vsVips.flatMap((vsVip) => fqdnsOf(vsVip).map((fqdn) => fqdn.toLowerCase())));
