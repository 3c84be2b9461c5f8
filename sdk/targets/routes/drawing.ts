// Draws the routes of the specs as a graph, without a target.

import { Canvas } from "../../graph/canvas";
import type { FaultSources } from "../../graph/faults";
import { drawGateway } from "./gateway-drawing";
import type { ShownCluster } from "./lower/clusters";
import type { ShownRoute, ShownVirtualHost } from "./lower/virtual-hosts";
import { drawService } from "./service-drawing";
import type { RoutesView } from "./translate";

/** Hosts, ports, paths and Services, whatever load balancer will serve them. */
export function drawRoutes(
  { objects: { virtualHosts, gateways = [] }, statuses }: Pick<RoutesView, "objects" | "statuses">,
  sources: FaultSources,
): Canvas {
  const canvas = new Canvas("Hosts, paths and Services");
  for (const virtualHost of virtualHosts) drawVirtualHost(canvas, virtualHost);
  for (const gateway of gateways) drawGateway(canvas, gateway);
  canvas.leftOut(statuses, sources);
  return canvas;
}

function drawVirtualHost(canvas: Canvas, { fqdn, port, tls, passthrough, tcpProxy, routes }: ShownVirtualHost): void {
  const how = passthrough ? "passthrough" : port === 80 ? "clear text" : "TLS";
  const listener = canvas.listener(`${fqdn}/${port === 80 ? "clear" : "tls"}`, `port ${port}, ${how}`, {
    details: tls ? [`Secret ${tls.secret}`] : [],
  });
  canvas.edge(canvas.host(fqdn), listener);
  if (tcpProxy) drawClusters(canvas, listener, tcpProxy.clusters, "TCP proxy");
  const whole = routes.length > 0 && routes.every(({ redirectToHttps }) => redirectToHttps);
  if (whole) canvas.redirect(listener, undefined, undefined);
  for (const route of whole ? [] : routes) {
    if (route.redirectToHttps) canvas.redirect(listener, undefined, pathOf(route));
    else drawClusters(canvas, listener, route.clusters, pathOf(route));
  }
}

const pathOf = ({ prefix, segments, exact }: ShownRoute) => (exact === undefined ? (prefix ?? segments ?? "") || "/" : `${exact} (exact)`);

function drawClusters(canvas: Canvas, from: string, clusters: readonly ShownCluster[], label: string): void {
  for (const cluster of clusters)
    canvas.edge(from, drawService(canvas, cluster), { label, ...(clusters.length > 1 ? { share: cluster.share } : {}) });
}
