// Reports virtual services that ask for an address that another one has.

import { describeObject, type ObjectRef } from "../../../../resources/diagnostic";
import type { GatewayModel } from "../../../routing";
import { bySeniority, diagnose, type Spec, type Unknown } from "../../../specs";
import type { AviLowering } from "./context";
import { keyOfPort, type VipGroup } from "./vip-groups";

/** A virtual service that must have a certain address. */
export interface Claim {
  vs: string;
  address: string | Unknown | undefined;
  /** `PROTOCOL port` */
  ports: string[];
  by: ObjectRef;
  pointer: string;
}

/** The claim of a Service, whose age decides. */
export interface ServiceClaim extends Claim {
  owner: Spec;
}

/** A Service of type LoadBalancer, or several that share a VIP. */
export function claimOfServices(vs: string, { members: [first, ...rest] }: VipGroup): ServiceClaim {
  const members = [first, ...rest];
  const asking = members.find(({ extension }) => extension.address !== undefined) ?? first;
  const { owner } = asking.service;
  const ports = members.flatMap(({ service }) => service.ports.map(({ port }) => keyOfPort(port)));
  return { vs, address: asking.extension.address, ports, owner, by: owner.ref, pointer: "/spec" };
}

/** A HostRule that gives hosts, or a shared virtual service, an address. */
export function claimOfRule(vs: string, ports: readonly { port: number }[], rule?: { ref: ObjectRef; address?: string }): Claim[] {
  if (!rule?.address) return [];
  const portKeys = ports.map(({ port }) => keyOfPort({ port, protocol: "TCP" }));
  return [{ vs, address: rule.address, ports: portKeys, by: rule.ref, pointer: "/spec/virtualhost/tcpSettings/loadBalancerIP" }];
}

/** A Gateway that asks for addresses. */
export function claimOfGateway(vs: string, { owner, addresses, ports }: GatewayModel): Claim[] {
  const portKeys = ports.map(({ port, protocol }) => keyOfPort({ port, protocol: protocol === "UDP" ? "UDP" : "TCP" }));
  return addresses.map((address) => ({ vs, address, ports: portKeys, by: owner.ref, pointer: "/spec/addresses" }));
}

/**
 * Reports virtual services that a controller refuses, because another one has their address and port. Services come first, older objects
 * before younger ones.
 */
export function reportTakenAddresses(cx: AviLowering, services: readonly ServiceClaim[], rules: readonly Claim[]): void {
  const claimByAddress = new Map<string, Claim>();
  const ordered = [...services.toSorted((a, b) => bySeniority(a.owner, b.owner)), ...rules];
  for (const claim of ordered) {
    const { vs, address, ports, by, pointer } = claim;
    if (typeof address !== "string") continue;
    const taken = ports.find((port) => claimByAddress.has(`${address} ${port}`));
    const first = claimByAddress.get(`${address} ${taken}`);
    for (const port of ports) if (!first) claimByAddress.set(`${address} ${port}`, claim);
    if (!first) continue;
    const message = `${address} has port ${taken} for ${first.vs} of ${describeObject(first.by)} already: a controller refuses ${vs}`;
    const remedy =
      "Use another address or port. Services share an address with ako.vmware.com/enable-shared-vip; a HostRule gives one virtual service its address.";
    cx.report(diagnose("LB1408", by, pointer, message, { remedy }));
  }
}
