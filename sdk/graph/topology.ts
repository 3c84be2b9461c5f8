import type { PoolRef } from "../../kinds/octavia/fields";
import { LOAD_BALANCER } from "../../kinds/octavia/load-balancer";
import type { L7PolicyBody, ListenerBody, PoolBody } from "../../kinds/octavia/types";
import type { AviPlan } from "../avi/plan";
import type { MizarPlan } from "../mizar/plan";
import type { OctaviaPlan, PlannedLoadBalancer } from "../octavia/plan";
import type { RoutesView, ShownCluster, ShownRoute, ShownVirtualHost } from "../routes";
import { ownerNames } from "../specs";
import { Canvas, items, text } from "./canvas";
import type { GraphOptions } from "./delegation";
import type { FaultSources } from "./faults";
import { type Graph, only } from "./model";
import { aviTopology } from "./topology-avi";
import { mizarTopology } from "./topology-mizar";

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
export function topology(plan: AviPlan | OctaviaPlan | MizarPlan | RoutesView, { hosts, ...sources }: GraphOptions = {}): Graph {
  return only(canvasOf(plan, sources).build(), hosts);
}

function canvasOf(plan: AviPlan | OctaviaPlan | MizarPlan | RoutesView, sources: FaultSources) {
  if ("sharedVs" in plan) return aviTopology(plan, sources);
  if ("vpcs" in plan) return mizarTopology(plan, sources);
  return "loadBalancers" in plan ? octaviaTopology(plan, sources) : routesTopology(plan, sources);
}

/** Hosts, ports, paths and Services, whatever load balancer will serve them. */
function routesTopology({ objects: { virtualHosts }, statuses }: RoutesView, sources: FaultSources): Canvas {
  const canvas = new Canvas("Hosts, paths and Services");
  for (const virtualHost of virtualHosts) drawVirtualHost(canvas, virtualHost);
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
  for (const { service, port, share } of clusters) {
    const name = port === undefined ? service : `${service}:${port}`;
    const id = canvas.node({
      id: `service/${name}`,
      kind: "service",
      label: name,
      specs: [`Service/${service}`],
      ...(port === undefined ? { state: "missing", reason: "the Service or its port is missing" } : {}),
    });
    canvas.edge(from, id, { label, ...(clusters.length > 1 ? { share } : {}) });
  }
}

/** Hosts, load balancers and listeners, L7 policies, pools and members of an Octavia plan. */
export function octaviaTopology(plan: Pick<OctaviaPlan, "loadBalancers" | "statuses">, sources: FaultSources): Canvas {
  const canvas = new Canvas("Topology on Octavia");
  for (const planned of plan.loadBalancers) drawLoadBalancer(canvas, planned);
  canvas.leftOut(plan.statuses, sources);
  return canvas;
}

function drawLoadBalancer(canvas: Canvas, planned: PlannedLoadBalancer): void {
  const { name, identity, owners, hosts, services } = planned;
  const { loadBalancer } = planned.inputs;
  const resources = [`${LOAD_BALANCER.type} ${identity}`];
  const vip = text(loadBalancer, "vip_address");
  const group = canvas.group(`loadbalancer/${name}`, `load balancer ${name}${vip ? `, VIP ${vip}` : ""}`);
  const pools = new Map((loadBalancer.pools ?? []).map((pool) => [pool.name, pool]));
  const own = ownerNames(owners);
  const specsOf = (pool: string) => (services ? (services[pool] ?? []).map((service) => `Service/${service}`) : own);
  const draw = (given: PoolRef | PoolBody) =>
    canvas.pool({ ...drawnPool(name, pools.get(given.name) ?? given), specs: specsOf(given.name), resources }, group);
  for (const listener of loadBalancer.listeners ?? []) {
    const { protocol, protocol_port: port, default_pool: fallback } = listener;
    const title = `port ${port}, ${protocol}`;
    if (fallback) {
      const below = hosts.length > 0 ? [] : own;
      const id = canvas.listener(`${name}/${listener.name}`, title, { details: below, group, specs: below, resources });
      for (const host of hosts) canvas.edge(canvas.host(host, group), id);
      canvas.edge(id, draw(fallback));
    }
    for (const policy of listener.l7policies ?? []) drawPolicy(canvas, { name, listener, title, group, resources, policy, draw });
  }
}

interface Policy {
  name: string;
  listener: ListenerBody;
  title: string;
  group: string;
  resources: readonly string[];
  policy: L7PolicyBody;
  draw(pool: PoolRef | PoolBody): string;
}

/** A listener is one for all hosts; it is drawn once per host, so that each host can be followed to its servers. */
function drawPolicy(canvas: Canvas, { name, listener, title, group, resources, policy, draw }: Policy): void {
  const { host, path } = matchOf(policy);
  const id = canvas.listener(`${name}/${listener.name}/${host.toLowerCase()}`, title, { group, resources });
  canvas.edge(canvas.host(host, group), id);
  if (policy.action === "REDIRECT_TO_POOL" && policy.redirect_pool) {
    canvas.edge(canvas.path(id, `${name}/${listener.name}/${policy.name}`, path ?? "/", group), draw(policy.redirect_pool));
  } else canvas.redirect(id, policy.redirect_http_code ?? 302, path, group);
}

/** Host and path of a policy in the words of the specs. */
function matchOf({ rules }: L7PolicyBody): { host: string; path?: string } {
  const found: { host: string; path?: string } = { host: "*" };
  for (const { type, compare_type: how, value, invert } of rules) {
    if (invert) continue; // what a redirect leaves out has a policy of its own
    if (type === "HOST_NAME") found.host = how === "REGEX" ? hostOf(value) : value;
    if (type === "PATH") found.path = how === "REGEX" ? segments(value) : how === "EQUAL_TO" ? `${value} (exact)` : value;
  }
  return found;
}

const plain = (pattern: string) => pattern.replaceAll(/\\(.)/g, "$1");

/** `^shop\.example\.com(:[0-9]+)?$` is `shop.example.com`, `^[^.]+\.example\.com(:[0-9]+)?$` is `*.example.com`. */
const hostOf = (pattern: string) => {
  const ends = pattern.replace(/\$$/, "").replace(/\(:\[0-9\]\+\)\?$/, "");
  return plain(ends.replace(/^\^\[\^\.\]\+/, "*").replace(/^\^/, ""));
};

/** `^/shop(/|$)` is `/shop` by segments. */
const segments = (pattern: string) => plain(pattern.replace(/^\^/, "").replace(/\(\/\|\$\)$/, ""));

/** Members carry their weight where they do not all weigh the same. */
function drawnPool(loadBalancer: string, pool: PoolRef | PoolBody) {
  const members = items(pool, "members");
  const weights = new Set(members.map((member) => text(member, "weight")));
  const servers = members.map((member) => {
    const weight = weights.size > 1 ? ` weight ${text(member, "weight") || "1"}` : "";
    return `${text(member, "address")}:${text(member, "protocol_port")}${weight}`;
  });
  const details = [text(pool, "protocol"), text(pool, "lb_algorithm").toLowerCase().replaceAll("_", " ")].filter(Boolean).join(", ");
  // names of pools are unique within a load balancer only
  return { name: pool.name, identity: `${loadBalancer}/${pool.name}`, details: details ? [details] : [], servers };
}
