// Lowers a Gateway to Avi: its VIP and a virtual service for each group of ports.

import type { CertificateInputs, GatewayVSInputs, PoolInputs } from "../../../../resources/avi";
import type { AviBody } from "../../../../resources/avi/body";
import type { ObjectRef } from "../../../../resources/diagnostic";
import type { Json } from "../../../../resources/kind";
import { type ConnectionPort, type GatewayModel, type RequestPort, readsRequests } from "../../../routing";
import { compare, diagnose } from "../../../specs";
import type { AviLowering } from "../lower/context";
import { attachPolicies } from "../lower/extended";
import type { Lowered, LoweredGateway } from "../lower/lowered";
import { lowerVsVip, useVsVip } from "../lower/network";
import { refTo } from "../names";
import { isAtLeast } from "../settings";
import { lowerCertificates } from "./certificates";
import { lowerConnections } from "./connections";
import { gatewayNames } from "./names";
import { lowerPassthroughPorts } from "./passthrough";
import { lowerRequests } from "./requests";
import { addressed, isInDomains } from "./vip";

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
 * @param taken names that another address has in DNS already, with its VsVip; those of this Gateway are added
 */
export function lowerGateway(all: AviLowering, model: GatewayModel, taken: Map<string, string>): GatewayObjects {
  const cx = all.plainly();
  const { ref } = model.owner;
  const names = gatewayNames(cx.settings.clusterName, model);
  const name = cx.name(names.gateway, ref);
  const ports = model.ports.filter(readsRequests);
  const hosts = hostsOf(model);
  const dns = hosts.map(({ fqdn }) => fqdn).filter((fqdn) => isInDomains(fqdn, cx.settings) && !taken.has(fqdn));
  reportNamesElsewhere(cx, hosts, taken, name);
  for (const fqdn of dns) taken.set(fqdn, name);
  const marked = markers(cx, model);
  const vsVip: AviBody = { ...addressed(cx, lowerVsVip(cx, name, dns), model), ...marked };
  const certificates = lowerCertificates(cx, names, ports, ref);
  const requests = lowerRequests(cx, names, model, ports);
  const virtualService =
    requests && cx.body("virtualservice", name, { ...requestBody(cx, name, ports, certificates, requests.policy), ...marked });
  const connections = lowerConnections(cx, names, name, model, model.ports.filter(isL4));
  const passthrough = lowerPassthroughPorts(
    cx,
    names,
    name,
    model,
    model.ports.filter((port): port is ConnectionPort => port.protocol === "TLS"),
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

/** Reports hosts that another address has in DNS: clients that use the name reach the Routes at that address. */
function reportNamesElsewhere(cx: AviLowering, hosts: LoweredGateway["hosts"], taken: ReadonlyMap<string, string>, vs: string): void {
  for (const { fqdn, owners } of hosts) {
    const other = taken.get(fqdn);
    if (other === undefined) continue;
    const message = `${fqdn} has 2 addresses, and its name leads to that of ${other} alone: ${vs} serves it for clients that connect by address`;
    const remedy = "Attach the Routes of the host to one Gateway, or give them different hosts.";
    for (const owner of owners) cx.report(diagnose("LB1211", owner, "/spec/hostnames", message, { remedy }));
  }
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
  const ownersByHost = new Map<string, Set<ObjectRef>>();
  const note = (host: string, owner: ObjectRef) => {
    if (host && !host.startsWith("*.")) ownersByHost.set(host, (ownersByHost.get(host) ?? new Set()).add(owner));
  };
  for (const port of ports) {
    if (readsRequests(port)) for (const { host, owner } of port.rules) note(host, owner.ref);
    else for (const { hosts, owner } of port.routes) for (const host of hosts) note(host, owner.ref);
  }
  return [...ownersByHost].sort(([a], [b]) => compare(a, b)).map(([fqdn, owners]) => ({ fqdn, owners: [...owners] }));
}

/** First release that keeps markers on all of these objects. */
const MARKERS = [20, 1, 5] as const;

/** Markers: the owner, and the labels and annotations of the Gateway for its objects. */
function markers({ settings }: AviLowering, { owner, labels, annotations }: GatewayModel): { markers?: Json } {
  if (!isAtLeast(settings.controllerVersion, MARKERS)) return {};
  const ownerMarkers = { clustername: settings.clusterName, GatewayNamespace: owner.ref.namespace, GatewayName: owner.ref.name };
  const all = Object.entries({ ...annotations, ...labels, ...ownerMarkers });
  return { markers: all.sort(([a], [b]) => compare(a, b)).map(([key, value]) => ({ key, values: [value] })) };
}
