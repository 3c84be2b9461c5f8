import { describeObject, type ObjectRef } from "../../kinds/diagnostic";
import { keyOf, type Spec } from "../specs";
import { gatewayPlaces } from "./gateway/places";
import type { Backend, Members } from "./model";
import type { RoutedParts } from "./routing-model";
import type { RuleListener } from "./rule";

/**
 * Number of servers that are ready at each place: `https://shop.example.com/cart`, `Service default/web TCP 80`. Places are named by specs and
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
    for (const { listener, match, to } of routes) {
      if ("backends" in to && isServed(to.backends)) add(routePlace(fqdn, listener, match.path.value), to.backends);
    }
    if (tcp && isServed(tcp.backends)) add(`tls://${fqdn.toLowerCase()}`, tcp.backends);
  }
  for (const { owner, ports } of l4)
    for (const one of ports) add(`Service ${keyOf(owner.ref)} ${one.port.protocol} ${one.port.port}`, [one]);
  for (const { scope, backend } of defaults) if (isServed([backend])) add(`http://*/ of ${scope}`, [backend]);
  for (const { place, backends } of gateways.flatMap(gatewayPlaces)) if (backends.length > 0 && isServed(backends)) add(place, backends);
  return Object.fromEntries([...places].map(([place, members]) => [place, count(members)]));
}

function count(members: readonly Members[]): number | "kept" {
  return members.some(({ missing }) => missing)
    ? "kept"
    : members.reduce((sum, { servers }) => sum + servers.filter(({ ready }) => ready !== false).length, 0);
}

/**
 * The places that each object asks for, as {@link servedPlaces} names them: by its routes, of a Gateway all that is on its ports. A Service is
 * named by its places.
 */
export function askedPlaces({ hosts, defaults, gateways = [] }: RoutedParts): Record<string, string[]> {
  const byObject = new Map<string, Set<string>>();
  const add = ({ ref }: { ref: ObjectRef }, place: string) => {
    const known = byObject.get(describeObject(ref));
    if (known) known.add(place);
    else byObject.set(describeObject(ref), new Set([place]));
  };
  for (const { fqdn, routes, tcp } of hosts) {
    for (const { owner, listener, match, to } of routes) if ("backends" in to) add(owner, routePlace(fqdn, listener, match.path.value));
    if (tcp) add(tcp.owner, `tls://${fqdn.toLowerCase()}`);
  }
  for (const { owner, scope } of defaults) add(owner, `http://*/ of ${scope}`);
  for (const gateway of gateways)
    for (const { place, backends, owner } of gatewayPlaces(gateway))
      if (backends.length > 0) for (const one of [...gateway.owners.filter(hasListeners), owner]) add(one, place);
  return Object.fromEntries([...byObject].map(([object, places]) => [object, [...places]]));
}

/** A Gateway, or a ListenerSet of it. */
const hasListeners = ({ ref }: Spec): boolean => !ref.kind.endsWith("Route");

const routePlace = (fqdn: string, { protocol }: RuleListener, path: string): string =>
  `${protocol.toLowerCase()}://${fqdn.toLowerCase()}${path || "/"}`;
