// Static routes of a VRF context: whose each route is, and what remains when ours are written.

import type { StaticRoute } from "../../resources/avi/static-routes";
import type { Json } from "../../resources/kind";
import { addTo } from "../../resources/lists";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import { stable } from "../lifecycle/bodies/shape";
import type { UndeclaredFields } from "../lifecycle/bodies/undeclared-fields";
import { compareVersions } from "./client/version";

/** From here on routes carry labels. */
const LABELS_SINCE = "20.1.1";

/** The route as a text, without its position in the list. */
export function routeKey({ prefix, nextHop }: StaticRoute): string {
  return `${prefix} ${nextHop}`;
}

/** The routes of a VRF context as it holds them. */
export function allRoutes({ static_routes }: JsonObject): JsonObject[] {
  return Array.isArray(static_routes) ? static_routes.filter(isObject) : [];
}

/**
 * Our routes as the controller holds them, in the declared order, unknown ones behind; and those that were declared and are there under
 * the id of somebody else.
 */
export function clusterRoutes(vrf: JsonObject, clusterName: string, declared: readonly StaticRoute[]): StaticRoute[] {
  const position = new Map(declared.map((route, index) => [routeKey(route), index]));
  const byPrefix = new Map<string, StaticRoute>();
  for (const wire of allRoutes(vrf)) {
    const route = toRoute(wire);
    if (isOurs(wire, clusterName) || position.has(routeKey(route))) byPrefix.set(routeKey(route), route);
  }
  const at = (route: StaticRoute) => position.get(routeKey(route)) ?? declared.length;
  return [...byPrefix.values()].sort((one, other) => at(one) - at(other));
}

/** Fields that others set on our routes besides prefix and next hop, and labels that we did not give them. */
export function othersOfRoutes(vrf: JsonObject, clusterName: string): UndeclaredFields {
  const fields = allRoutes(vrf)
    .filter((route) => isOurs(route, clusterName))
    .flatMap(({ route_id: _id, prefix, next_hop, labels, ...rest }) => {
      const at = `static_routes[${toRoute({ prefix: prefix ?? null, next_hop: next_hop ?? null }).prefix}]`;
      const ownLabels = [{ key: "clustername", value: clusterName }];
      const labelled = labels === undefined || stable(labels) === stable(ownLabels) ? rest : { ...rest, labels };
      return Object.entries(labelled).flatMap(([field, value]) => (value ? [[`${at}.${field}`, stable(value)] as const] : []));
    });
  return Object.fromEntries(fields);
}

/** A route of this cluster that AKO wrote, or that cannot be distinguished from one. */
interface RouteOfAko {
  route: StaticRoute;
  /** Its label, `clustername=lab`; "" where only the id names the owner. */
  mark: string;
  /** `<clusterName>-<i>`, the form of AKO 1.2.1 and of this package. */
  isNumbered: boolean;
}

/** The routes of this cluster in a VRF context. */
export const routesOfAko = (vrf: JsonObject, clusterName: string): RouteOfAko[] =>
  allRoutes(vrf).flatMap((wire) => routeOfAko(wire, clusterName) ?? []);

/** The route if AKO made it: it has the label of the cluster, or its id where the route has no labels (AKO sets them since 1.2.1). */
function routeOfAko(wire: JsonObject, clusterName: string): RouteOfAko | undefined {
  const labels = stable(wire.labels ?? []);
  const isLabelled = labels === stable([{ key: "clustername", value: clusterName }]);
  const isNumbered = isOurs(wire, clusterName);
  if (!isLabelled && !(isNumbered && labels === "[]")) return undefined;
  return { route: toRoute(wire), mark: isLabelled ? `clustername=${clusterName}` : "", isNumbered };
}

/** The list without these routes of AKO; everything else as it is. */
export function withoutRoutesOfAko(vrf: JsonObject, clusterName: string, gone: readonly StaticRoute[]): JsonObject[] {
  const keys = new Set(gone.map(routeKey));
  return allRoutes(vrf).filter((wire) => !routeOfAko(wire, clusterName) || !keys.has(routeKey(toRoute(wire))));
}

/** Keys of the routes that exist under an id of another maker: AKO 2.x gives them new ids at every start. */
export function routesOfOthers(vrf: JsonObject, clusterName: string, routes: readonly StaticRoute[]): string[] {
  const keys = new Set(routes.map(routeKey));
  const others = allRoutes(vrf).filter((route) => !isOurs(route, clusterName));
  return others.map((route) => routeKey(toRoute(route))).filter((key) => keys.has(key));
}

/**
 * The list to write: routes of others as they are, ours as declared. A route that stays keeps its id, so that a node which
 * leaves does not renumber, and thereby rewrite, the routes of all others. What is there under the id of somebody else, say AKO's,
 * gets no twin.
 *
 * @param adopted routes that were taken over under the ids of others, by what they mean
 */
export function mergedRoutes(
  vrf: JsonObject,
  clusterName: string,
  desired: readonly StaticRoute[],
  version: string,
  adopted: readonly string[] = [],
): Json[] {
  const missing = new Map(desired.map((route) => [routeKey(route), route]));
  const isTheirs = (route: JsonObject) => !isOurs(route, clusterName) && !adopted.includes(routeKey(toRoute(route)));
  const kept = allRoutes(vrf).filter((route) => isTheirs(route) || missing.delete(routeKey(toRoute(route))));
  for (const route of kept) missing.delete(routeKey(toRoute(route)));
  const taken = new Set(kept.map(({ route_id }) => route_id));
  let index = 1;
  const added = [...missing.values()].map((route) => {
    while (taken.has(`${clusterName}-${index}`)) index++;
    return toWire(route, clusterName, index++, version);
  });
  return [...kept, ...added];
}

/**
 * The list without the routes of a cluster that goes. One that another cluster of the program needs too, and has not made because it was
 * there, becomes that one's.
 *
 * @param heirOf the cluster that needs a route
 */
export function inheritedRoutes(
  vrf: JsonObject,
  clusterName: string,
  version: string,
  adopted: readonly string[] | undefined,
  heirOf: (route: StaticRoute) => string | undefined,
): Json[] {
  const rest = mergedRoutes(vrf, clusterName, [], version, adopted);
  const present = new Set(rest.map((wire) => (isObject(wire) ? routeKey(toRoute(wire)) : "")));
  const gone = allRoutes(vrf).filter((wire) => !rest.includes(wire));
  const heirs = new Map<string, StaticRoute[]>();
  for (const route of gone.map(toRoute)) {
    const heir = present.has(routeKey(route)) ? undefined : heirOf(route);
    if (heir !== undefined) addTo(heirs, heir, route);
  }
  return [...heirs].reduce<Json[]>((list, [heir, routes]) => {
    const withRoutes = { ...vrf, static_routes: list };
    return mergedRoutes(withRoutes, heir, [...clusterRoutes(withRoutes, heir, []), ...routes], version);
  }, rest);
}

/** True for routes of this cluster: `<clusterName>-<i>`, and nothing longer; not where the label names another cluster. */
function isOurs({ route_id, labels }: JsonObject, clusterName: string): boolean {
  const id = typeof route_id === "string" ? route_id : "";
  const isOthers =
    Array.isArray(labels) && labels.some((label) => isObject(label) && label.key === "clustername" && label.value !== clusterName);
  return !isOthers && id.startsWith(`${clusterName}-`) && /^\d+$/.test(id.slice(clusterName.length + 1));
}

export function toRoute({ prefix, next_hop }: JsonObject): StaticRoute {
  const network = isObject(prefix) ? prefix : {};
  return { prefix: `${addressIn(network.ip_addr)}/${String(network.mask)}`, nextHop: addressIn(next_hop) };
}

function addressIn(ipAddr: Json | undefined): string {
  return isObject(ipAddr) && typeof ipAddr.addr === "string" ? ipAddr.addr : "";
}

function toWire({ prefix, nextHop }: StaticRoute, clusterName: string, index: number, version: string): JsonObject {
  const [address = "", mask] = prefix.split("/");
  return {
    route_id: `${clusterName}-${index}`,
    prefix: { ip_addr: ipAddr(address), mask: Number(mask) },
    next_hop: ipAddr(nextHop),
    ...(compareVersions(version, LABELS_SINCE) >= 0 ? { labels: [{ key: "clustername", value: clusterName }] } : {}),
  };
}

function ipAddr(addr: string): JsonObject {
  return { addr, type: addr.includes(":") ? "V6" : "V4" };
}
