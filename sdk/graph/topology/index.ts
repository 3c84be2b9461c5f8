import type { AviPlan } from "../../avi/plan";
import type { OctaviaPlan } from "../../octavia/plan";
import type { ShownCluster, ShownRoute, ShownVirtualHost } from "../../routes/show";
import type { RoutesView } from "../../routes/translate";
import type { GraphOptions } from "../delegation";
import { only } from "../hosts";
import type { Graph } from "../model";
import { aviTopology } from "./avi";
import { Canvas } from "./canvas";
import { octaviaTopology } from "./octavia";

/**
 * The way of requests as a graph: host, virtual service or load balancer, priority label or policy, pool, servers; for the view of `translateToRoutes`
 * host, port, path, Service. Objects that are not served, or not as a whole, stand beside with their reason. Pure.
 *
 * @example
 * ```ts
 * import { parseManifests, readSpecs, toMermaid, topology, translateToAvi } from "pulumi-k8s-lb";
 *
 * const { objects, diagnostics } = parseManifests("apiVersion: v1\nkind: Service\nmetadata: { name: web }", "web.yaml");
 * const plan = translateToAvi(readSpecs(objects, diagnostics), { settings: { clusterName: "c1" } });
 * console.log(toMermaid(topology(plan, { hosts: ["*.example.com"] })));
 * ```
 */
export function topology(plan: AviPlan | OctaviaPlan | RoutesView, { hosts }: GraphOptions = {}): Graph {
  return only(canvasOf(plan).build(), hosts);
}

function canvasOf(plan: AviPlan | OctaviaPlan | RoutesView) {
  if ("sharedVs" in plan) return aviTopology(plan);
  return "loadBalancers" in plan ? octaviaTopology(plan) : routesTopology(plan);
}

/** Hosts, ports, paths and Services, whatever load balancer will serve them. */
function routesTopology({ objects: { virtualHosts }, statuses }: Pick<RoutesView, "objects" | "statuses">): Canvas {
  const canvas = new Canvas("Hosts, paths and Services");
  for (const virtualHost of virtualHosts) drawVirtualHost(canvas, virtualHost);
  canvas.leftOut(statuses);
  return canvas;
}

function drawVirtualHost(canvas: Canvas, { fqdn, port, tls, passthrough, tcpProxy, routes }: ShownVirtualHost): void {
  const how = passthrough ? "passthrough" : port === 80 ? "clear text" : "TLS";
  const listener = canvas.listener(`${fqdn}/${port === 80 ? "clear" : "tls"}`, `port ${port}, ${how}`, tls ? [`Secret ${tls.secret}`] : []);
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
  for (const { service, port, share } of clusters) {
    const name = port === undefined ? service : `${service}:${port}`;
    const id = canvas.node({
      id: `service/${name}`,
      kind: "service",
      label: name,
      ...(port === undefined ? { state: "missing", reason: "the Service or its port is missing" } : {}),
    });
    canvas.edge(from, id, { label, ...(clusters.length > 1 ? { share } : {}) });
  }
}
