import type { Json } from "../../../kinds/json";
import { isObject, type JsonObject } from "../../lifecycle/json";
import { compareVersions } from "../client/version";

/** One route of ours: the pods of a node are reached through the node. */
export interface Route {
  /** `10.244.1.0/24` */
  prefix: string;
  /** Address of the node. */
  nextHop: string;
}

/** From here on routes carry labels. */
const LABELS_SINCE = "20.1.1";

/** The well-formed routes of an input or an output. */
export function routesOf(value: Json | undefined): Route[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map(({ prefix, nextHop }) => ({ prefix: String(prefix), nextHop: String(nextHop) }));
}

/** What a route means, whatever its position. */
export function routeKey({ prefix, nextHop }: Route): string {
  return `${prefix} ${nextHop}`;
}

/** True for routes of this cluster: `<clusterName>-<i>`, and nothing longer. */
function isOurs(route: JsonObject, clusterName: string): boolean {
  const id = String(route.route_id ?? "");
  return id.startsWith(`${clusterName}-`) && /^\d+$/.test(id.slice(clusterName.length + 1));
}

/** Our routes as the controller holds them, and those that were declared and are there under the id of somebody else. */
export function heldRoutes(vrf: JsonObject, clusterName: string, declared: readonly Route[]): Route[] {
  const wanted = new Set(declared.map(routeKey));
  const held = allRoutes(vrf).map((wire) => ({ ours: isOurs(wire, clusterName), route: fromWire(wire) }));
  const counted = held.filter(({ ours, route }) => ours || wanted.has(routeKey(route)));
  return [...new Map(counted.map(({ route }) => [routeKey(route), route])).values()];
}

/**
 * The list to write: routes of others as they are, ours as declared. A route that stays keeps its id, so that a node which
 * leaves does not renumber, and thereby rewrite, the routes of all others. What is there under the id of somebody else, say AKO's,
 * gets no twin.
 */
export function mergedRoutes(vrf: JsonObject, clusterName: string, wanted: readonly Route[], version: string): Json[] {
  const all = allRoutes(vrf);
  const left = new Map(wanted.map((route) => [routeKey(route), route]));
  const kept = all.filter((route) => {
    if (!isOurs(route, clusterName)) return true;
    return left.delete(routeKey(fromWire(route)));
  });
  for (const route of kept) left.delete(routeKey(fromWire(route)));
  const taken = new Set(kept.map((route) => route.route_id));
  let index = 1;
  const added = [...left.values()].map((route) => {
    while (taken.has(`${clusterName}-${index}`)) index++;
    return toWire(route, clusterName, index++, version);
  });
  return [...kept, ...added];
}

function allRoutes(vrf: JsonObject): JsonObject[] {
  return Array.isArray(vrf.static_routes) ? vrf.static_routes.filter(isObject) : [];
}

function fromWire(route: JsonObject): Route {
  const prefix = isObject(route.prefix) ? route.prefix : {};
  const address = isObject(prefix.ip_addr) ? prefix.ip_addr.addr : "";
  const hop = isObject(route.next_hop) ? route.next_hop.addr : "";
  return { prefix: `${String(address)}/${String(prefix.mask)}`, nextHop: String(hop) };
}

function toWire({ prefix, nextHop }: Route, clusterName: string, index: number, version: string): JsonObject {
  const [address = "", mask] = prefix.split("/");
  const labels: JsonObject = compareVersions(version, LABELS_SINCE) >= 0 ? { labels: [{ key: "clustername", value: clusterName }] } : {};
  return {
    route_id: `${clusterName}-${index}`,
    prefix: { ip_addr: ipAddr(address), mask: Number(mask) },
    next_hop: ipAddr(nextHop),
    ...labels,
  };
}

function ipAddr(addr: string): JsonObject {
  return { addr, type: addr.includes(":") ? "V6" : "V4" };
}
