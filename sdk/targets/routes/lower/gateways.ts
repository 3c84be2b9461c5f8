// Gateways as `--to routes` prints them.

import {
  type ConnectionPort,
  type ConnectionRoute,
  type Forward,
  type GatewayModel,
  type GatewayRules,
  type HandshakeName,
  type HeaderChanges,
  type PathChange,
  type PathMatch,
  type RequestPort,
  type Rule,
  readsRequests,
  refusedFilter,
  type ValueMatch,
} from "../../../routing";
import { isUnknown, keyOf } from "../../../specs";
import { shownClusters } from "./clusters";
import type { ShownChange, ShownConnections, ShownGateway, ShownGatewayPort, ShownRequests, ShownValue } from "./gateway-types";

/**
 * Gateways of every class are shown, and everything that the model has words for: no load balancer is there to refuse it. It has none for
 * GRPCRoutes, and for TLSRoutes whose TLS ends at the load balancer.
 */
export const NEUTRAL_RULES: GatewayRules = {
  target: "routes",
  controllers: [],
  everyClass: true,
  features: [],
  routes: { HTTP: ["HTTPRoute"], HTTPS: ["HTTPRoute"], TCP: ["TCPRoute"], TLS: ["TLSRoute"], UDP: ["UDPRoute"] },
  refusesListener: ({ protocol, mode }) =>
    protocol === "TLS" && mode === "Terminate"
      ? { at: "/tls/mode", message: "mode Terminate of protocol TLS is not shown: write Passthrough, or protocol HTTPS" }
      : undefined,
  refusesRule: refusedFilter,
  speaks: ["ws", "wss", "tls", "h2c", "h2"],
  backendTls: true,
  clientValidation: "port",
  insecureFallback: true,
};

/** A Gateway as `--to routes` shows it. */
export function showGateway({ owner, addresses, ports }: GatewayModel): ShownGateway {
  const asText = (address: (typeof addresses)[number]) => (isUnknown(address) ? "(not known yet)" : address);
  return {
    gateway: keyOf(owner.ref),
    ...(addresses.length > 0 ? { addresses: addresses.map(asText) } : {}),
    ports: ports.map((port) => (readsRequests(port) ? showRequests(port) : showConnections(port))),
  };
}

function showRequests({ protocol, port, certificates, clients, rules }: RequestPort): ShownGatewayPort {
  return {
    port,
    protocol,
    ...(certificates.length > 0 ? { tls: { secrets: certificates.map(({ source }) => keyOf(source)) } } : {}),
    ...(clients ? { clientCertificates: clients.insecureFallback ? ("optional" as const) : ("required" as const) } : {}),
    routes: rules.map(showRule),
  };
}

function showRule({ host, except, match, request, response, to, owner, at, name }: Rule): ShownRequests {
  const { path, method, headers, queryParams } = match;
  return {
    host: host || "*",
    ...(except.length > 0 ? { except } : {}),
    path: shownPath(path),
    ...(method === undefined ? {} : { method }),
    ...(headers.length > 0 ? { headers: headers.map(shownValue) } : {}),
    ...(queryParams.length > 0 ? { queryParams: queryParams.map(shownValue) } : {}),
    ...("backends" in to ? forwardOf(to) : "redirect" in to ? { redirect: withShownPath(to.redirect) } : to),
    ...(request ? { requestHeaders: changes(request) } : {}),
    ...(response ? { responseHeaders: changes(response) } : {}),
    from: ruleLocation(owner, name === undefined ? at : `${at} (${name})`),
  };
}

function forwardOf({ backends, rewrite, timeouts, retry }: Forward): Partial<ShownRequests> {
  return {
    clusters: shownClusters(backends),
    ...(rewrite ? { rewrite: withShownPath(rewrite) } : {}),
    ...(timeouts ? { timeouts } : {}),
    ...(retry ? { retry: { codes: retry.on === "5xx" ? [] : retry.on, attempts: retry.attempts } } : {}),
  };
}

/** Parts with the change of the path in the form of Gateway API. */
const withShownPath = <P extends { path?: PathChange }>({ path, ...parts }: P) => ({
  ...parts,
  ...(path ? { path: shownChange(path) } : {}),
});

const PATHS = { exact: "Exact", segments: "PathPrefix", characters: "PathPrefix", regex: "RegularExpression" } as const;

const shownPath = ({ is, value }: PathMatch): ShownRequests["path"] => ({ type: PATHS[is], value });

const shownValue = ({ name, is, value }: ValueMatch): ShownValue => ({ name, type: is === "exact" ? "Exact" : "RegularExpression", value });

const shownChange = ({ replaces, value }: PathChange): ShownChange => ({
  type: replaces === "all" ? "ReplaceFullPath" : "ReplacePrefixMatch",
  value,
});

/** Changes of headers, without empty lists. */
const changes = (headerChanges: HeaderChanges): Partial<HeaderChanges> =>
  Object.fromEntries(Object.entries(headerChanges).filter(([, list]) => list.length > 0));

function showConnections({ protocol, port, routes, names }: ConnectionPort): ShownGatewayPort {
  const shown = names ? byRoute(names) : routes.map((route) => ({ hosts: route.hosts, route }));
  return { port, protocol, routes: shown.map(showConnection) };
}

/** Names in their order; those that follow each other and are of one Route are together. */
function byRoute(names: readonly HandshakeName[]): { hosts: string[]; route?: ConnectionRoute | undefined }[] {
  const connections: { hosts: string[]; route?: ConnectionRoute | undefined }[] = [];
  for (const { host, route } of names) {
    const last = connections.at(-1);
    if (last && last.route === route) last.hosts.push(host);
    else connections.push({ hosts: [host], route });
  }
  return connections;
}

const showConnection = ({ hosts, route }: ReturnType<typeof byRoute>[number]): ShownConnections => ({
  ...(hosts.length > 0 ? { hosts: hosts.map((host) => host || "*") } : {}),
  clusters: route ? shownClusters(route.backends) : [],
  ...(route ? { from: ruleLocation(route.owner, route.at) } : {}),
});

const ruleLocation = ({ ref }: ConnectionRoute["owner"], at: string) => `${ref.kind} ${keyOf(ref)} ${at}`;
