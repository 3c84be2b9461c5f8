// Builds the ports of a Gateway that forward connections.

import type { ConnectionPort, ConnectionRoute, HandshakeName } from "../../../routing/gateway/model";
import { bySeniority, keyOf } from "../../../specs";
import { byHost, except } from "./hostnames";
import type { Listener } from "./listeners";
import { type Report, reportOlderRule } from "./older-rule";

/** A Route for connections on a listener. */
export interface ConnectionOnListener extends ConnectionRoute {
  listener: Listener;
}

/** A port for connections, with the Routes that get some. */
export function connectionPort(
  protocol: ConnectionPort["protocol"],
  port: number,
  on: readonly Listener[],
  connections: readonly ConnectionOnListener[],
  report: Report,
): ConnectionPort {
  const onPort = connections.filter(({ listener }) => on.includes(listener)).sort((a, b) => bySeniority(a.owner, b.owner));
  const what = `connections of ${protocol} port ${port}`;
  if (protocol === "TLS") {
    const { routes, names, lost } = byName(on, onPort);
    for (const { host, route, older } of lost) reportOlderRule(report, route, older, `${what} for ${host || "every name"}`);
    return { protocol, port, routes, names };
  }
  const [oldest, ...younger] = onPort.map(({ listener: _, ...route }): ConnectionRoute => ({ ...route, hosts: [] }));
  if (!oldest) return { protocol, port, routes: [] };
  for (const route of younger) reportOlderRule(report, route, oldest, what);
  return { protocol, port, routes: [oldest] };
}

/** A server name that an older Route has. */
interface LostName {
  host: string;
  route: ConnectionRoute;
  older: ConnectionRoute;
}

/**
 * Server names of a TLS port by rank: exact before wildcard, longer before shorter, for one name the older Route. Names of a more specific
 * listener belong to its Routes alone (gateway-api.md 3.3), and are closed if it has none.
 */
function byName(on: readonly Listener[], connections: readonly ConnectionOnListener[]) {
  const hostnames = on.map(({ hostname }) => hostname);
  const routes = new Map<string, ConnectionRoute>();
  const taken = new Map<string, ConnectionRoute>();
  const apart = new Set<string>();
  const lost: LostName[] = [];
  for (const { listener, hosts, ...rest } of connections) {
    const key = keyOf(rest.owner.ref);
    const route = routes.get(key) ?? { ...rest, hosts: [] };
    for (const host of hosts) {
      const others = except(host, listener.hostname, hostnames);
      if (!others) continue;
      const older = taken.get(host);
      if (older) lost.push({ host, route, older });
      else route.hosts.push(host);
      taken.set(host, older ?? route);
      for (const other of others) apart.add(other);
    }
    if (route.hosts.length > 0) routes.set(key, route);
  }
  const closed = [...apart].filter((host) => !taken.has(host)).map((host): HandshakeName => ({ host }));
  const names = [...taken].map(([host, route]): HandshakeName => ({ host, route }));
  return { routes: [...routes.values()], names: [...names, ...closed].sort((a, b) => byHost(a.host, b.host)), lost };
}
