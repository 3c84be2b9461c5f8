// Health of each object of the specs: served rules, joined with the pools of the load balancer.

import { listenerText, requestsText } from "../messages";
import type { RoutingTable, ServedAddress, ServedPort, ServedRule } from "../table/routing-table";
import { PoolFinder, type PoolOwners } from "./find";
import { type AddressHealth, type Health, type ServerHealth, serverName, takesRequests, worseServer, worstFirst } from "./health";
import { partsHealth } from "./route";

/**
 * `down`: no server gets requests; `degraded`: some do not; `unknown`: the state of some servers is not known; `unmonitored`: all get requests
 * without a monitor.
 */
export type RouteState = "down" | "degraded" | "unknown" | "unmonitored" | "up";

/** All states of routes, the worst first. */
const ROUTE_STATES = ["down", "degraded", "unknown", "unmonitored", "up"] as const satisfies readonly RouteState[];

/** A rule that leads to servers. */
export interface RouteHealth {
  /** `https://shop.example.com/cart`, `tcp://default/db:5432` */
  route: string;
  /** Name of the virtual service or load balancer. */
  address: string;
  state: RouteState;
  /** Services that it leads to, `default/web:80`. */
  services: string[];
  servers: ServerHealth[];
}

/** All routes of one object of the specs. */
export interface ObjectHealth {
  /** `Ingress default/shop`; the address where no object is known. */
  object: string;
  /** The worst state of its routes and addresses. */
  state: RouteState;
  addresses: AddressHealth[];
  /** Each server once, with its worst state. */
  servers: ServerHealth[];
  /** Worst first. */
  routes: RouteHealth[];
}

/**
 * State of a route by the states of its servers.
 *
 * @param isOpen some of its servers are unknown
 */
export function routeState(servers: readonly ServerHealth[], isOpen = false): RouteState {
  if (servers.length === 0 && isOpen) return "unknown";
  if (!servers.some(takesRequests)) return "down";
  if (servers.some((one) => !takesRequests(one))) return "degraded";
  if (servers.some(({ state }) => state === "unknown")) return "unknown";
  return servers.every(({ state }) => state === "unmonitored") ? "unmonitored" : "up";
}

/**
 * Health by object of the specs, worst first.
 *
 * @param rules served rules, with owners as far as known
 * @param objectOf object of an API object, for rules without an owner
 */
export function healthByObject(
  rules: RoutingTable,
  health: Health,
  ownersOf: PoolOwners = () => [],
  objectOf: (on: string) => string | undefined = () => undefined,
): ObjectHealth[] {
  const finder = new PoolFinder(health, ownersOf);
  const byObject = new Map<string, RouteHealth[]>();
  for (const address of rules.addresses)
    for (const port of address.ports)
      for (const [host, entry] of Object.entries(port.hosts))
        for (const rule of entry.rules) {
          const route = routeHealth({ address, port, host, rule }, finder, rules, objectOf);
          if (!route) continue;
          const list = byObject.get(route.object);
          if (list) list.push(route.route);
          else byObject.set(route.object, [route.route]);
        }
  const addresses = new Map(health.addresses.map((one) => [one.name, one]));
  return [...byObject].map(([object, routes]) => objectHealth(object, routes, addresses)).sort(byState);
}

/** A rule of a host at a port of an address. */
interface HostedRule {
  address: ServedAddress;
  port: ServedPort;
  host: string;
  rule: ServedRule;
}

function routeHealth(
  { address, port, host, rule }: HostedRule,
  finder: PoolFinder,
  rules: RoutingTable,
  objectOf: (on: string) => string | undefined,
): { object: string; route: RouteHealth } | undefined {
  const { to, on, by } = rule;
  if (!("forward" in to) || to.forward.every(({ weight, status }) => weight === 0 || status !== undefined)) return undefined;
  const declaredObject = by?.object ?? (on === undefined ? undefined : objectOf(on));
  const object = declaredObject ?? (/^\w+ \S+\/\S+$/.test(address.group) ? address.group : address.name);
  const query = {
    ...(on === undefined ? {} : { on }),
    ...{ address: address.name, port: port.port },
    ...(declaredObject === undefined ? {} : { owner: declaredObject.replace(" ", "/") }),
  };
  const parts = partsHealth(to, query, finder, rules.servers);
  const servers = worstFirst(eachOnce(parts.flatMap((part) => part.servers)));
  const entrance = listenerText({ protocol: port.protocol, port: port.port, host, group: address.group });
  const reads = port.protocol === "http" || port.protocol === "https";
  const route = `${entrance}${reads ? requestsText(rule, host) : ""}`;
  const services = [...new Set(parts.flatMap(({ service }) => service ?? []))];
  return {
    object,
    route: {
      route,
      address: address.name,
      state: routeState(
        servers,
        parts.some(({ kept }) => kept),
      ),
      services,
      servers,
    },
  };
}

function objectHealth(object: string, listenerRoutes: readonly RouteHealth[], addresses: ReadonlyMap<string, AddressHealth>): ObjectHealth {
  const routes = worstOfEach(listenerRoutes);
  const at = [...new Set(routes.map(({ address }) => address))].map((name) => addresses.get(name) ?? { name, state: "unknown" as const });
  const states = [...routes.map(({ state }) => state), ...at.flatMap((one) => stateOfAddress(one))];
  const state = ROUTE_STATES.find((one) => states.includes(one)) ?? "unknown";
  return { object, state, addresses: at, servers: worstFirst(eachOnce(routes.flatMap(({ servers }) => servers))), routes };
}

/** Each route of an address once, with its worst state, worst first: a host without TLS has the same route at several listeners. */
function worstOfEach(listenerRoutes: readonly RouteHealth[]): RouteHealth[] {
  const sorted = [...listenerRoutes].sort((a, b) => ROUTE_STATES.indexOf(a.state) - ROUTE_STATES.indexOf(b.state));
  const routes = new Map<string, RouteHealth>();
  for (const route of sorted) {
    const key = `${route.route} ${route.address}`;
    if (!routes.has(key)) routes.set(key, route);
  }
  return [...routes.values()];
}

/** States of an address that say something about this object; `degraded` may come from servers of other objects. */
function stateOfAddress({ state }: AddressHealth): RouteState[] {
  return state === "down" || state === "disabled" ? ["down"] : [];
}

function eachOnce(servers: readonly ServerHealth[]): ServerHealth[] {
  const byName = new Map<string, ServerHealth>();
  for (const server of servers) {
    const other = byName.get(serverName(server));
    byName.set(serverName(server), other ? worseServer(other, server) : server);
  }
  return [...byName.values()];
}

/** Order of objects: worst first, then by name. */
export function byState(object: Pick<ObjectHealth, "state" | "object">, other: Pick<ObjectHealth, "state" | "object">): number {
  const difference = ROUTE_STATES.indexOf(object.state) - ROUTE_STATES.indexOf(other.state);
  return difference || (object.object < other.object ? -1 : object.object > other.object ? 1 : 0);
}
