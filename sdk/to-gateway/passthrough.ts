// Writes TLSRoutes and TCPRoutes for hosts with TLS passthrough.

import type { TcpProxy, VirtualHost } from "../routing";
import { referencesOf } from "./backends";
import type { Writing } from "./context";
import { entryOf } from "./entries";
import { listener, WrittenGateway, type WrittenListener } from "./listeners";
import { gatewayManifest } from "./manifests";
import { httpRoutes } from "./routes";
import { loseRoute } from "./rules";

/** A host whose connections are handed on. */
type ProxiedHost = VirtualHost & { tcp: TcpProxy };

/**
 * A Gateway for hosts whose TLS ends at the servers: a TLSRoute each, or, where the target cannot tell such hosts apart, a TCPRoute for the
 * only one.
 *
 * @returns names by `namespace/name` of a Gateway whose connections are those of one host
 */
export function writePassthrough(cx: Writing, gatewayName: string, hosts: readonly ProxiedHost[]): Map<string, string> {
  const kind = kindOf(cx, hosts.length);
  const served = hosts.filter((host) => kind !== undefined && isServed(cx, host));
  if (!kind) for (const host of hosts) lose(cx, host, `${cx.view.rules.target} serves no listener for it`);
  for (const host of hosts) if (!served.includes(host)) loseClear(cx, host);
  if (!kind || served.length === 0) return new Map();
  const protocol = kind === "TLSRoute" ? "TLS" : "TCP";
  const connections = new Map(served.map((host) => [host, listener(protocol, 443, host.fqdn.toLowerCase())]));
  const entries = served.flatMap((host) => entryOf(cx, host, "HTTP", { anywhere: false }) ?? []);
  const clear = listener("HTTP", 80, "");
  const namespaces = new Set(
    served.flatMap(({ tcp, routes }) => [tcp.owner, ...routes.map(({ owner }) => owner)]).map(({ ref }) => ref.namespace),
  );
  const gateway = new WrittenGateway(cx, gatewayName, namespaces, [...(entries.length > 0 ? [clear] : []), ...connections.values()]);
  for (const [host, on] of connections) writeRoute(cx, gateway, kind, host, on);
  for (const entry of entries) cx.manifests.push(...httpRoutes(cx, gateway, entry, clear));
  cx.manifests.push(...gateway.manifests());
  const [only] = served;
  return kind === "TCPRoute" && only ? new Map([[`${gateway.namespace}/${gateway.name}`, only.fqdn.toLowerCase()]]) : new Map();
}

/** A TCPRoute is for all connections of a port, whatever name they ask for. */
function kindOf({ view: { rules } }: Writing, hosts: number): "TLSRoute" | "TCPRoute" | undefined {
  if (rules.routes.TLS?.includes("TLSRoute")) return "TLSRoute";
  return rules.routes.TCP?.includes("TCPRoute") && hosts === 1 ? "TCPRoute" : undefined;
}

function isServed(cx: Writing, host: ProxiedHost): boolean {
  const { tls, tcp } = host;
  if (tls) lose(cx, host, "TLS ends at the load balancer and connections go on, which no Route of a Gateway does here");
  else if (!tcp.backends.some(({ port }) => port)) lose(cx, host, "none of its Services can be referred to");
  else return true;
  return false;
}

function lose(cx: Writing, { fqdn, tcp }: ProxiedHost, why: string): void {
  cx.losses.add(tcp.owner.ref, tcp.at ?? "", `connections to ${fqdn} are not served: ${why}`);
}

function loseClear(cx: Writing, { fqdn, routes }: ProxiedHost): void {
  for (const route of routes) loseRoute(cx, { host: fqdn.toLowerCase(), protocol: "HTTP" }, route, "TLS of the host is not served");
}

function writeRoute(
  cx: Writing,
  gateway: WrittenGateway,
  kind: "TLSRoute" | "TCPRoute",
  { fqdn, tcp }: ProxiedHost,
  on: WrittenListener,
): void {
  const { namespace, name } = tcp.owner.ref;
  const backendRefs = referencesOf(cx, kind, tcp, tcp.backends);
  cx.manifests.push(
    gatewayManifest(kind, cx.names.take(kind, namespace, `${name}-${fqdn}-tls`, 253), namespace, {
      parentRefs: gateway.parents(namespace, [on]),
      ...(kind === "TLSRoute" ? { hostnames: [fqdn.toLowerCase()] } : {}),
      rules: [{ backendRefs }],
    }),
  );
}
