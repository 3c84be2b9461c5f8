import type { ConnectionPort, ConnectionRoute, GatewayPort, RequestPort, RequestRule } from "../../../routing/gateway/model";
import { bySeniority } from "../../../specs";
import { byHost, except } from "./hostnames";
import { type Listener, mayBeServed } from "./listeners";
import { byRank } from "./rank";

/** A rule on a listener, for one effective host. */
export interface RuleOnListener extends Omit<RequestRule, "except"> {
  listener: Listener;
}

/** A route of connections on a listener. */
export interface ConnectionOnListener extends ConnectionRoute {
  listener: Listener;
}

/** Ports of a Gateway from the listeners that are served. */
export function portsOf(
  listeners: readonly Listener[],
  rules: readonly RuleOnListener[],
  connections: readonly ConnectionOnListener[],
): GatewayPort[] {
  const byPort = new Map<string, Listener[]>();
  for (const listener of listeners.filter(mayBeServed)) {
    const key = `${listener.spec.protocol} ${listener.spec.port}`;
    byPort.set(key, [...(byPort.get(key) ?? []), listener]);
  }
  return [...byPort.values()].map((on) => portOf(on, rules, connections)).sort((a, b) => a.port - b.port || rankOf(a) - rankOf(b));
}

const rankOf = ({ protocol }: GatewayPort) => Number(protocol === "UDP");

function portOf(on: readonly Listener[], rules: readonly RuleOnListener[], connections: readonly ConnectionOnListener[]): GatewayPort {
  const [first] = on;
  const { port = 0, protocol = "" } = first?.spec ?? {};
  if (protocol === "HTTP" || protocol === "HTTPS") return requestPort(protocol, port, on, rules);
  const routes = connections.filter(({ listener }) => on.includes(listener));
  return { protocol: protocol as ConnectionPort["protocol"], port, routes: protocol === "TLS" ? byName(routes) : oldest(routes) };
}

function requestPort(protocol: "HTTP" | "HTTPS", port: number, on: readonly Listener[], rules: readonly RuleOnListener[]): RequestPort {
  const hostnames = on.map(({ hostname }) => hostname);
  const found = rules
    .filter(({ listener }) => on.includes(listener))
    .flatMap(({ listener, ...rule }): RequestRule[] => {
      const others = except(rule.host, listener.hostname, hostnames);
      return others ? [{ ...rule, except: others }] : [];
    });
  const clients = on.find((listener) => listener.clients)?.clients;
  return {
    protocol,
    port,
    certificates: distinct(on),
    ...(on.some(({ lost }) => lost) ? { keepsCertificates: true } : {}),
    ...(clients ? { clients } : {}),
    rules: found.sort(byRank),
  };
}

/** Certificates in the order of the listeners, each Secret once. */
function distinct(on: readonly Listener[]): RequestPort["certificates"] {
  const all = on.flatMap(({ certificates }) => certificates);
  return [...new Map(all.map((one) => [`${one.source.namespace}/${one.source.name}`, one])).values()];
}

/** Of several Routes on one port the oldest gets the connections. */
const oldest = (routes: readonly ConnectionOnListener[]): ConnectionRoute[] =>
  routes
    .toSorted((a, b) => bySeniority(a.owner, b.owner))
    .slice(0, 1)
    .map(({ listener: _listener, ...route }) => ({ ...route, hosts: [] }));

/** One entry for each Route, the one with the narrowest host first. */
const byName = (routes: readonly ConnectionOnListener[]): ConnectionRoute[] =>
  routes
    .toSorted((a, b) => byHost(a.hosts[0] ?? "", b.hosts[0] ?? "") || bySeniority(a.owner, b.owner))
    .map(({ listener: _listener, ...route }) => route);
