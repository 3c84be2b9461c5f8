// Decides which virtual service has each host name in DNS, and reports hosts with several addresses.

import { describeObject } from "../../../../resources/diagnostic";
import { groupBy } from "../../../../resources/lists";
import type { VirtualHost } from "../../../routing";
import { bySeniority, compare, diagnose } from "../../../specs";
import type { HostExtension } from "../extensions";
import type { AviLowering } from "./context";

/** A host, and the virtual service whose address serves it. */
export interface AddressedHost {
  host: VirtualHost;
  vs?: string;
}

/** A host with names of a HostRule. */
export interface AliasedHost {
  host: VirtualHost;
  extension: HostExtension;
}

/** The hosts by name, those of one name by seniority. */
export function addressed(hosts: readonly VirtualHost[], vsOf: (host: VirtualHost) => string | undefined): AddressedHost[] {
  const ordered = hosts.toSorted((a, b) => compare(a.fqdn, b.fqdn) || bySeniority(a.root, b.root));
  return ordered.map((host) => ({ host, vs: vsOf(host) }));
}

/**
 * Reports hosts with several addresses, once per host, to the youngest of their objects.
 *
 * @unverified avi/one-vip-in-dns
 */
export function reportSeveralAddresses(cx: AviLowering, served: readonly AddressedHost[]): void {
  for (const hosts of groupBy(served, ({ host }) => host.fqdn.toLowerCase()).values()) {
    const first = new Map(hosts.flatMap(({ host, vs }) => (vs === undefined ? [] : [[vs, host] as const])).toReversed());
    const places = [...first].reverse();
    const last = places.at(-1)?.[1];
    if (!last || places.length < 2) continue;
    const list = places.map(([vs, host]) => `that of ${vs}${networkOf(cx, host)} for ${describeObject(host.root.ref)}`);
    const message = `${last.fqdn} has ${places.length} addresses: ${list.join(", ")}; each serves only the paths of its own objects`;
    cx.report(diagnose("LB1211", last.root.ref, "/spec", message, { about: { host: last.fqdn } }));
  }
}

/** Reports hosts whose name a HostRule gives to a host at another address: clients connect to the address of the name in DNS. */
export function reportAliasesElsewhere(cx: AviLowering, served: readonly AddressedHost[], aliased: readonly AliasedHost[]): void {
  const vsOf = new Map(served.map(({ host, vs }) => [host, vs]));
  const remedy = "Give the host another name, or take the name out of the HostRule.";
  for (const { host: to, extension } of aliased) {
    const { aliases, globalName, ref } = extension;
    const at = vsOf.get(to);
    for (const name of [...aliases, ...(globalName ? [globalName] : [])]) {
      const taken = served.find(({ host, vs }) => host.fqdn.toLowerCase() === name.toLowerCase() && vs !== undefined && vs !== at);
      if (!taken || at === undefined) continue;
      const rule = describeObject(ref);
      const second =
        name === globalName
          ? `is also the name of ${to.fqdn} in global load balancing (${rule}): ${at} answers for ${to.fqdn} there`
          : `has a second address: ${rule} gives the name to ${to.fqdn}, and ${at} answers for ${to.fqdn} there`;
      const message = `${taken.host.fqdn} ${second}; only ${taken.vs} answers for this object`;
      cx.report(diagnose("LB1302", taken.host.root.ref, "/spec", message, { remedy, about: { host: taken.host.fqdn } }));
    }
  }
}

/** The network of the VIP, where the settings of its place name one. */
function networkOf(cx: AviLowering, { root }: VirtualHost): string {
  const { vipNetworkList, networkName } = cx.placed(cx.extensions.placement(root)).settings;
  const [network] = vipNetworkList;
  const name = network?.networkName ?? network?.networkUUID ?? networkName;
  return name ? ` (network ${name})` : "";
}
