// Filters servers: drained ones, and those of other address families.

import { diagnose, isUnknown, keyOf, pointer, type Service } from "../specs";
import type { MemberSource } from "./backends";
import type { MemberServer } from "./model";
import { preserveServers } from "./preserved-servers";

/** Annotation of a Service for draining servers: addresses, nodes or Pods, separated by commas. */
const DRAINED = "k8s-lb.io/drained";

/** Marks servers that the Service drains: they get no new connections, and no run enables them again. */
export function withDrained(members: MemberSource): MemberSource {
  return (service, port, report) => {
    const list = members(service, port, report);
    const text = service.meta.annotations[DRAINED];
    if (!text) return list;
    const named = text.split(",").map((name) => name.trim());
    const chosen = new Set(named.filter(Boolean));
    if (chosen.size === 0) return list;
    const servers = list.servers.map(
      (server): MemberServer => (namesOf(server).some((name) => chosen.has(name)) ? { ...server, drained: true } : server),
    );
    // an unknown address may be any of them
    const isOpen = list.missing === true || servers.some(({ address }) => isUnknown(address));
    const serverNames = new Set(servers.flatMap(namesOf));
    const unknown = isOpen ? [] : [...chosen].filter((name) => !serverNames.has(name));
    if (unknown.length > 0) {
      const message = `${unknown.join(", ")} ${unknown.length === 1 ? "is not a server" : "are not servers"} of port ${port.port}, nothing to drain`;
      report(diagnose("LB1113", service.ref, pointer("metadata", "annotations", DRAINED), message));
    }
    return { ...list, servers };
  };
}

function namesOf({ address, node, target }: MemberServer): string[] {
  return [isUnknown(address) ? undefined : address, node, target?.name].filter((name) => name !== undefined);
}

export type AddressFamily = "IPv4" | "IPv6";

export const familyOf = (address: string): AddressFamily => (address.includes(":") ? "IPv6" : "IPv4");

/** Removes servers of address families that the Service does not use; `because` has the reason if none remains. */
export function inFamilies(
  source: MemberSource,
  served: (service: Service, servers: readonly MemberServer[]) => { families: readonly string[]; because: string },
): MemberSource {
  return (service, port, report) => {
    const members = source(service, port, report);
    const { families, because } = served(service, members.servers);
    const servers = members.servers.filter(({ address }) => isUnknown(address) || families.includes(familyOf(address)));
    if (servers.length === 0 && members.servers.length > 0) {
      const message = `all endpoints of ${keyOf(service.ref)} are of another family: ${because}`;
      return preserveServers(report, diagnose("LB1413", service.ref, "/spec/ipFamilies", message));
    }
    return { ...members, servers };
  };
}
