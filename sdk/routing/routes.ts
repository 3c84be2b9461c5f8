// Iterates over all routes of a model, and makes their keys.

import { connectionKey, handshakeKey, requestKey, serviceKey } from "../../resources/route-key";
import { keyOf, type Spec } from "../specs";
import type { ConnectionPort, ConnectionRoute, GatewayModel, RequestPort } from "./gateway/model";
import { readsRequests } from "./gateway/model";
import type { Backend } from "./model";
import type { RoutedParts } from "./routing-model";
import type { Rule, RuleAction, ValueMatch } from "./rule";

/** A route of a model: requests or connections with their key and answer. */
export interface Route {
  /** Key, see `resources/route-key.ts`. */
  key: string;
  to: RuleAction;
  /** Usable backends; empty for a redirect or fixed answer. */
  backends: readonly Backend[];
  /** Objects of the route: for a Gateway also those of its listeners. Empty for a Service, which the key names. */
  owners: readonly Spec[];
  /** Absent for connections. */
  rule?: Rule;
  gateway?: GatewayModel;
}

/** Every route of a model, in order; served, desired and reviewed routes are derived from these. */
export function* routesOf({ hosts, l4, defaults, gateways = [] }: RoutedParts): Generator<Route> {
  for (const { fqdn, routes, tcp } of hosts) {
    for (const rule of routes) yield { key: ruleKeyOf(fqdn, rule), rule, ...answering(rule.to, [rule.owner]) };
    if (tcp) yield { key: handshakeKey(fqdn.toLowerCase()), ...answering(tcp, [tcp.owner]) };
  }
  for (const { owner, ports } of l4)
    for (const { port, ...members } of ports)
      yield {
        key: serviceKey(keyOf(owner.ref), port.protocol, port.port),
        ...answering({ backends: [{ service: owner.ref, port, ...members }] }, []),
      };
  for (const { scope, backend, owner } of defaults) yield { key: defaultKey(scope), ...answering({ backends: [backend] }, [owner]) };
  for (const gateway of gateways) yield* routesOfGateway(gateway);
}

function* routesOfGateway(gateway: GatewayModel): Generator<Route> {
  const listening = gateway.owners.filter(({ ref }) => !ref.kind.endsWith("Route"));
  for (const port of gateway.ports) {
    if (readsRequests(port))
      for (const rule of port.rules)
        yield { key: gatewayRuleKey(gateway, port, rule), rule, gateway, ...answering(rule.to, [...listening, rule.owner]) };
    else
      for (const route of port.routes)
        yield { key: gatewayConnectionKey(gateway, port, route), gateway, ...answering(route, [...listening, route.owner]) };
  }
}

const answering = (to: RuleAction, owners: readonly Spec[]): Pick<Route, "to" | "backends" | "owners"> => ({
  to,
  backends: "backends" in to ? to.backends.filter(({ invalid }) => !invalid) : [],
  owners,
});

/**
 * Key of a rule of an Ingress or similar kind, with the host it is served on. Exact paths and prefixes share a key: changing one to the
 * other loses no route.
 */
export const ruleKeyOf = (fqdn: string, { listener, match: { path } }: Pick<Rule, "listener" | "match">): string =>
  requestKey({ scheme: listener.protocol === "HTTPS" ? "https" : "http", host: fqdn.toLowerCase(), path: path.value });

/** Key of the requests that match no host and path, by host group. */
export const defaultKey = (scope: string): string => requestKey({ scheme: "http", host: "*", path: "/", of: scope });

/** Key of a rule of a Route at a port of its Gateway. */
export function gatewayRuleKey({ owner }: Pick<GatewayModel, "owner">, at: Pick<RequestPort, "protocol" | "port">, rule: Rule): string {
  const { method, path, headers, queryParams } = rule.match;
  const written = ({ name, is, value }: ValueMatch) => `${name}${is === "exact" ? "=" : "~"}${value}`;
  const conditions = [
    ...(method === undefined ? [] : [`method ${method}`]),
    ...headers.map((header) => `header ${written({ ...header, name: header.name.toLowerCase() })}`),
    ...queryParams.map((param) => `query ${written(param)}`),
  ];
  return requestKey({
    ...{ scheme: at.protocol === "HTTPS" ? "https" : "http", host: rule.host || "*", port: at.port },
    ...{ path: path.value, is: path.is, conditions, of: `Gateway ${keyOf(owner.ref)}` },
  });
}

/** Key of the connections of a Route at a port of its Gateway. */
export const gatewayConnectionKey = (
  { owner }: Pick<GatewayModel, "owner">,
  { protocol, port }: Pick<ConnectionPort, "protocol" | "port">,
  { hosts }: Pick<ConnectionRoute, "hosts">,
): string => connectionKey(protocol, keyOf(owner.ref), port, hosts);
