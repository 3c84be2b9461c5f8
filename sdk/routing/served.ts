import { keyOf } from "../specs";
import { gatewayPlaces } from "./gateway/places";
import type { Backend, Members } from "./model";
import type { RoutedParts } from "./routing-model";

/**
 * Number of servers that answer at each place: `https://shop.example.com/cart`, `Service default/web TCP 80`. Places are named by specs and
 * not by objects of a target, so that other weights, shards or cluster names move none. `kept`: the specs lack the source of the servers,
 * which stay.
 *
 * @param isServed whether the target can keep the servers of a backend whose specs lack something; default: it can
 */
export function servedPlaces(
  { hosts, l4, defaults, gateways = [] }: RoutedParts,
  isServed: (backends: readonly Backend[]) => boolean = () => true,
): Record<string, number | "kept"> {
  const places = new Map<string, Members[]>();
  const add = (place: string, members: readonly Members[]) => places.set(place, [...(places.get(place) ?? []), ...members]);
  for (const { fqdn, routes, tcp } of hosts) {
    const host = fqdn.toLowerCase();
    for (const { on, match, to } of routes) {
      if ("backends" in to && isServed(to.backends)) add(`${on === "tls" ? "https" : "http"}://${host}${match.path || "/"}`, to.backends);
    }
    if (tcp && isServed(tcp.backends)) add(`tls://${host}`, tcp.backends);
  }
  for (const { owner, ports } of l4)
    for (const one of ports) add(`Service ${keyOf(owner.ref)} ${one.port.protocol} ${one.port.port}`, [one]);
  for (const { scope, backend } of defaults) if (isServed([backend])) add(`http://*/ of ${scope}`, [backend]);
  for (const { place, backends } of gateways.flatMap(gatewayPlaces)) if (backends.length > 0 && isServed(backends)) add(place, backends);
  return Object.fromEntries([...places].map(([place, members]) => [place, count(members)]));
}

function count(members: readonly Members[]): number | "kept" {
  return members.some(({ missing }) => missing) ? "kept" : members.reduce((sum, { servers }) => sum + servers.length, 0);
}
