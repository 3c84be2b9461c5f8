import type { Canvas } from "../../graph/canvas";
import type { ShownCluster } from "./lower/clusters";
import type { ShownConnections, ShownGateway, ShownGatewayPort, ShownRequests } from "./lower/gateway-types";
import { drawService } from "./service-drawing";

/** Draws a Gateway: hosts, ports, rules by rank, and the Services behind them. */
export function drawGateway(canvas: Canvas, { gateway, addresses = [], ports }: ShownGateway): void {
  const group = canvas.group(`gateway/${gateway}`, `Gateway ${gateway}${addresses.length > 0 ? `, ${addresses.join(", ")}` : ""}`);
  for (const port of ports) drawPort(canvas, gateway, port, group);
}

function drawPort(canvas: Canvas, gateway: string, { port, protocol, tls, routes }: ShownGatewayPort, group: string): void {
  const identity = `gateway/${gateway}/${protocol}:${port}`;
  const details = (tls?.secrets ?? []).map((secret) => `Secret ${secret}`);
  const listen = (host: string) => {
    const id = canvas.listener(host ? `${identity}/${host}` : identity, `port ${port}, ${protocol}`, { details, group });
    if (host) canvas.edge(canvas.host(host, group), id);
    return id;
  };
  if (routes.length === 0) listen("");
  for (const [rank, route] of routes.entries()) {
    if ("host" in route) drawRequests(canvas, listen(route.host), route, { rank, group });
    else for (const host of route.hosts ?? [""]) drawShares(canvas, listen(host), route.clusters);
  }
}

function drawRequests(canvas: Canvas, listener: string, route: ShownRequests, { rank, group }: { rank: number; group: string }): void {
  const { clusters, redirect, answer } = route;
  const path = canvas.path(listener, `${listener}/${rank}`, titleOf(route), group);
  if (clusters) drawShares(canvas, path, clusters);
  const label = redirect ? redirectText(redirect) : answer === undefined ? undefined : `answer ${answer}`;
  if (label) canvas.edge(path, canvas.node({ id: `redirect/${path}`, kind: "redirect", label, group }));
}

function drawShares(canvas: Canvas, from: string, clusters: ShownConnections["clusters"]): void {
  const share = (cluster: ShownCluster) => (clusters.length > 1 ? { share: cluster.share } : {});
  for (const cluster of clusters) canvas.edge(from, drawService(canvas, cluster), share(cluster));
}

const PATHS = { Exact: " (exact)", PathPrefix: "", RegularExpression: " (regex)" };

/** Path and conditions: `/cart if method GET and header x-a=1`. */
function titleOf({ path: { type, value }, method, headers = [], queryParams = [] }: ShownRequests): string {
  const written = ({ name, type: how, value: text }: (typeof headers)[number]) => `${name}${how === "Exact" ? "=" : "~"}${text}`;
  const conditions = [
    ...(method === undefined ? [] : [`method ${method}`]),
    ...headers.map((header) => `header ${written(header)}`),
    ...queryParams.map((param) => `query ${written(param)}`),
  ];
  return `${value}${PATHS[type]}${conditions.length > 0 ? ` if ${conditions.join(" and ")}` : ""}`;
}

function redirectText({ statusCode, scheme, hostname, port, path }: NonNullable<ShownRequests["redirect"]>): string {
  const to = [
    ...(scheme ? [scheme] : []),
    ...(hostname ? [`host ${hostname}`] : []),
    ...(port === undefined ? [] : [`port ${port}`]),
    ...(path ? [`path ${path.value}`] : []),
  ];
  return `redirect to ${to.join(", ") || "the same URL"} (${statusCode})`;
}
