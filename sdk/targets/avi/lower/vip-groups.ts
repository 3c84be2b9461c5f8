// Groups Services that share a VIP.

import { describeObject } from "../../../../resources/diagnostic";
import type { L4Service } from "../../../routing";
import { bySeniority, diagnose, type ServicePort } from "../../../specs";
import type { ServiceExtension } from "../extensions";
import type { AviLowering } from "./context";

/** Services with one VIP: one of type LoadBalancer, or those of a namespace that name the same key. */
export interface VipGroup {
  /** The Service, or the key. */
  name: string;
  /** The key, where they share. */
  key?: string;
  members: [VipMember, ...VipMember[]];
}

export interface VipMember {
  service: L4Service;
  extension: ServiceExtension;
}

/** The Services by the VIP that each has, in their order. */
export function byVip(services: readonly L4Service[], extensionOf: (service: L4Service) => ServiceExtension): VipGroup[] {
  const groups = new Map<string, VipGroup>();
  for (const service of services) {
    const { namespace, name } = service.owner.ref;
    const member = { service, extension: extensionOf(service) };
    const { sharedVip } = member.extension;
    const id = sharedVip === undefined ? `service ${namespace}/${name}` : `key ${namespace}/${sharedVip}`;
    const group = groups.get(id);
    if (group) group.members.push(member);
    else groups.set(id, { name: sharedVip ?? name, ...(sharedVip === undefined ? {} : { key: sharedVip }), members: [member] });
  }
  return [...groups.values()];
}

/** True if the Services that share the VIP agree on it. Otherwise none of them is served (ako.md 1.1, "shared VIP"). */
export function agree(cx: AviLowering, { key, members }: VipGroup): boolean {
  const words = members.flatMap(({ service, extension }) =>
    Object.entries(extension.alike ?? {}).map(([word, value]) => ({ word, value, name: service.owner.ref.name })),
  );
  const contradicted = words.find(({ word, value }) => words.some((other) => other.word === word && other.value !== value))?.word;
  if (contradicted === undefined) return true;
  const values = words.filter(({ word }) => word === contradicted).map(({ name, value }) => `${name} ${value || "(none)"}`);
  const message = `the Services that share the VIP ${key} differ in ${contradicted}: ${values.join(", ")}; AKO 2 serves none of them`;
  const remedy = `Give all of them the same ${contradicted}, or those that differ another key.`;
  for (const { service } of members) cx.report(diagnose("LB1401", service.owner.ref, "/metadata/annotations", message, { remedy }));
  return false;
}

/** Key of a listener among those of its VIP. */
export const keyOfPort = ({ protocol, port }: Pick<ServicePort, "port" | "protocol">) => `${protocol} ${port}`;

/** Those of a group that have a port: a virtual service has each once, and of several Services the older keeps it. */
export function withPortsOnce(cx: AviLowering, { key, members }: VipGroup): VipMember[] {
  if (key === undefined) return members;
  const holders = new Map<string, L4Service>();
  for (const { service } of members.toSorted((a, b) => bySeniority(a.service.owner, b.service.owner))) {
    for (const { port } of service.ports) if (!holders.has(keyOfPort(port))) holders.set(keyOfPort(port), service);
  }
  return members.flatMap(({ service, extension }) => {
    const ports = service.ports.filter(({ port }, i) => {
      const holder = holders.get(keyOfPort(port));
      if (holder === service || !holder) return true;
      const message = `the port is ignored: ${port.port}/${port.protocol} of the VIP ${key} belongs to ${describeObject(holder.owner.ref)}, which is older or comes first`;
      cx.report(diagnose("LB1408", service.owner.ref, `/spec/ports/${i}`, message));
      return false;
    });
    return ports.length > 0 ? [{ service: { ...service, ports }, extension }] : [];
  });
}
