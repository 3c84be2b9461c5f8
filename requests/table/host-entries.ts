// Finds the host entry of a routing table that a request reaches.

import { namesFor } from "./host-names";
import type { HostEntry, Protocol, RoutingTable, ServedAddress, ServedPort } from "./routing-table";

/** A host on a port of an address. */
export interface ServedHost {
  address: ServedAddress;
  port: ServedPort;
  /** The name of the entry. */
  name: string;
  /** Absent where no name matches: the port has one answer for all. */
  entry?: HostEntry;
}

/** All listeners at one port number of TCP or UDP, in the order of addresses. */
export interface Listeners {
  ports: { address: ServedAddress; port: ServedPort }[];
  names: Map<string, ServedHost[]>;
}

const listenersByTable = new WeakMap<RoutingTable, Map<string, Listeners>>();

/** TLS and HTTP use TCP, so they share port numbers. */
const wireOf = (protocol: Protocol): "tcp" | "udp" => (protocol === "udp" ? "udp" : "tcp");

const listeningKey = ({ protocol, port }: Pick<ServedPort, "protocol" | "port">, group: string | undefined): string =>
  `${wireOf(protocol)} ${port}${group === undefined ? "" : ` ${group}`}`;

/** Listeners that a request reaches. */
export const listenersAt = (rules: RoutingTable, target: { protocol: Protocol; port: number; group?: string }): Listeners | undefined =>
  listenersIn(rules).get(listeningKey(target, target.group));

/** All listeners by `tcp 443`, and by `tcp 443 hosts` for a group or IP address; cached per routing table. */
function listenersIn(rules: RoutingTable): Map<string, Listeners> {
  const cached = listenersByTable.get(rules);
  if (cached) return cached;
  const all = new Map<string, Listeners>();
  for (const address of rules.addresses)
    for (const port of address.ports) {
      const servedHosts = Object.entries(port.hosts).map(([name, entry]): ServedHost => ({ address, port, name, entry }));
      for (const group of new Set([undefined, address.group, ...(address.at ?? [])])) {
        const key = listeningKey(port, group);
        const listening: Listeners = all.get(key) ?? { ports: [], names: new Map() };
        all.set(key, listening);
        listening.ports.push({ address, port });
        for (const servedHost of servedHosts) {
          const others = listening.names.get(servedHost.name);
          if (others) others.push(servedHost);
          else listening.names.set(servedHost.name, [servedHost]);
        }
      }
    }
  listenersByTable.set(rules, all);
  return all;
}

/** True for an address that may answer. */
export type AddressFilter = (address: ServedAddress, port: ServedPort) => boolean;

/** The host entry that answers: that of the narrowest name, else the first port. Undefined where nothing listens. */
export function servedHostAt(listening: Listeners | undefined, host: string, among: AddressFilter): ServedHost | undefined {
  if (!listening) return undefined;
  for (const name of namesFor(host)) {
    const servedHost = listening.names.get(name)?.find(({ address, port }) => among(address, port));
    if (servedHost) return servedHost;
  }
  const first = listening.ports.find(({ address, port }) => among(address, port));
  return first && { ...first, name: "" };
}
