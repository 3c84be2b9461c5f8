import {
  type ConnectionPort,
  type ConnectionRoute,
  type GatewayForward,
  type GatewayModel,
  type GatewayRules,
  type HandshakeName,
  type HeaderChanges,
  type RequestPort,
  type RequestRule,
  readsRequests,
  refusedFilter,
} from "../../../routing";
import { isUnknown, keyOf } from "../../../specs";
import { shownClusters } from "./clusters";
import type { ShownConnections, ShownGateway, ShownGatewayPort, ShownRequests } from "./gateway-types";

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

function showRule({ host, except, match, request, response, to, owner, at, name }: RequestRule): ShownRequests {
  const { path, method, headers, queryParams } = match;
  return {
    host: host || "*",
    ...(except.length > 0 ? { except } : {}),
    path,
    ...(method === undefined ? {} : { method }),
    ...(headers.length > 0 ? { headers } : {}),
    ...(queryParams.length > 0 ? { queryParams } : {}),
    ...("backends" in to ? forwardOf(to) : to),
    ...(request ? { requestHeaders: changes(request) } : {}),
    ...(response ? { responseHeaders: changes(response) } : {}),
    from: placeOf(owner, name === undefined ? at : `${at} (${name})`),
  };
}

function forwardOf({ backends, rewrite, timeouts, retry }: GatewayForward) {
  return {
    clusters: shownClusters(backends),
    ...(rewrite ? { rewrite } : {}),
    ...(timeouts ? { timeouts } : {}),
    ...(retry ? { retry } : {}),
  };
}

/** The changes that there are. */
const changes = (given: HeaderChanges): Partial<HeaderChanges> =>
  Object.fromEntries(Object.entries(given).filter(([, list]) => list.length > 0));

function showConnections({ protocol, port, routes, names }: ConnectionPort): ShownGatewayPort {
  const shown = names ? byRoute(names) : routes.map((route) => ({ hosts: route.hosts, route }));
  return { port, protocol, routes: shown.map(showConnection) };
}

/** Names in their order; those that follow each other and are of one Route are together. */
function byRoute(names: readonly HandshakeName[]): { hosts: string[]; route?: ConnectionRoute | undefined }[] {
  const found: { hosts: string[]; route?: ConnectionRoute | undefined }[] = [];
  for (const { host, route } of names) {
    const last = found.at(-1);
    if (last && last.route === route) last.hosts.push(host);
    else found.push({ hosts: [host], route });
  }
  return found;
}

const showConnection = ({ hosts, route }: ReturnType<typeof byRoute>[number]): ShownConnections => ({
  ...(hosts.length > 0 ? { hosts: hosts.map((host) => host || "*") } : {}),
  clusters: route ? shownClusters(route.backends) : [],
  ...(route ? { from: placeOf(route.owner, route.at) } : {}),
});

const placeOf = ({ ref }: ConnectionRoute["owner"], at: string) => `${ref.kind} ${keyOf(ref)} ${at}`;
