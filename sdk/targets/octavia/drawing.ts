// Draws an Octavia plan as a graph.

import type { PoolRef } from "../../../resources/octavia/fields";
import type { L7PolicyBody, ListenerBody, LoadBalancerInputs, PoolBody } from "../../../resources/octavia/types";
import { Canvas, items, text } from "../../graph/canvas";
import type { FaultSources } from "../../graph/faults";
import { type PlannedResource, resourceKey } from "../../plan";
import { ownerNames } from "../../specs";
import { loadBalancersIn, type OctaviaPlan } from "./plan";

/** Hosts, load balancers and listeners, L7 policies, pools and members of an Octavia plan. */
export function drawOctavia(plan: Omit<OctaviaPlan, "facts">, sources: FaultSources): Canvas {
  const canvas = new Canvas("Topology on Octavia");
  for (const planned of loadBalancersIn(plan)) {
    const hosts = plan.endpoints.flatMap(({ at, host }) => (at === resourceKey(planned) && host !== undefined ? [host] : []));
    drawLoadBalancer(canvas, planned, hosts, plan.shown.loadBalancers[planned.name]?.services);
  }
  canvas.leftOut(plan.statuses, sources);
  return canvas;
}

function drawLoadBalancer(
  canvas: Canvas,
  planned: PlannedResource<LoadBalancerInputs>,
  hosts: readonly string[],
  services?: { readonly [pool: string]: readonly string[] },
): void {
  const { owners } = planned;
  const isGateway = owners.some(({ kind }) => kind === "Gateway");
  const { loadBalancer } = planned.inputs;
  const { name } = loadBalancer;
  const resources = [resourceKey(planned)];
  const vip = text(loadBalancer, "vip_address");
  const group = canvas.group(`loadbalancer/${name}`, `load balancer ${name}${vip ? `, VIP ${vip}` : ""}`);
  const pools = new Map((loadBalancer.pools ?? []).map((pool) => [pool.name, pool]));
  const names = ownerNames(owners);
  const specsOf = (pool: string) => (services ? (services[pool] ?? []).map((service) => `Service/${service}`) : names);
  const draw = (given: PoolRef | PoolBody) =>
    canvas.pool({ ...drawnPool(name, pools.get(given.name) ?? given), specs: specsOf(given.name), resources }, group);
  for (const listener of loadBalancer.listeners ?? []) {
    const { protocol, protocol_port: port, default_pool: fallback, l7policies: policies = [] } = listener;
    const title = `port ${port}, ${protocol}`;
    if (fallback || (isGateway && policies.length === 0)) {
      const served = isGateway ? restOf(listener) : hosts;
      const below = served.length > 0 ? [] : names;
      const id = canvas.listener(`${name}/${listener.name}`, title, { details: below, group, specs: below, resources });
      for (const host of served) canvas.edge(canvas.host(host, group), id);
      if (fallback) canvas.edge(id, draw(fallback));
    }
    for (const policy of policies) drawPolicy(canvas, { name, listener, title, group, resources, policy, draw });
  }
}

/** Hosts of the default pool of a Gateway's port, which gets what no rule takes. Connections have no host. */
const restOf = ({ protocol }: ListenerBody): string[] => (protocol === "HTTP" || protocol === "TERMINATED_HTTPS" ? ["*"] : []);

interface DrawnPolicy {
  name: string;
  listener: ListenerBody;
  title: string;
  group: string;
  resources: readonly string[];
  policy: L7PolicyBody;
  draw(pool: PoolRef | PoolBody): string;
}

/** A listener is one for all hosts; it is drawn once per host, so that each host can be followed to its servers. */
function drawPolicy(canvas: Canvas, { name, listener, title, group, resources, policy, draw }: DrawnPolicy): void {
  const { host, path, headers } = matchOf(policy);
  const id = canvas.listener(`${name}/${listener.name}/${host.toLowerCase()}`, title, { group, resources });
  canvas.edge(canvas.host(host, group), id);
  if (policy.action === "REDIRECT_TO_POOL" && policy.redirect_pool) {
    const label = `${path ?? "/"}${headers.length > 0 ? ` if ${headers.join(" and ")}` : ""}`;
    canvas.edge(canvas.path(id, `${name}/${listener.name}/${policy.name}`, label, group), draw(policy.redirect_pool));
  } else canvas.redirect(id, policy.redirect_http_code ?? 302, path, group, elsewhere(policy, host));
}

/** URL of a redirect that is not to https at the same host. */
function elsewhere({ redirect_prefix: prefix, redirect_url: url }: L7PolicyBody, host: string): string | undefined {
  const to = prefix ?? url ?? undefined;
  return to === undefined || to.toLowerCase() === `https://${host.toLowerCase()}` ? undefined : to;
}

/** Host, path and headers of a policy in the words of the specs. */
function matchOf({ rules }: L7PolicyBody): { host: string; path?: string; headers: string[] } {
  const conditions: { host: string; path?: string; headers: string[] } = { host: "*", headers: [] };
  for (const { type, compare_type: how, key, value, invert } of rules) {
    if (invert) continue; // what a redirect leaves out has a policy of its own
    if (type === "HOST_NAME") conditions.host = how === "REGEX" ? hostOf(value) : value;
    if (type === "HEADER") conditions.headers.push(`${key} ${how === "REGEX" ? "~" : "="} ${value}`);
    if (type === "PATH") conditions.path = how === "REGEX" ? segments(value) : how === "EQUAL_TO" ? `${value} (exact)` : value;
  }
  return conditions;
}

const plain = (pattern: string) => pattern.replaceAll(/\\(.)/g, "$1");

/** `^shop\.example\.com(:[0-9]+)?$` is `shop.example.com`, `^[^.]+\.example\.com(:[0-9]+)?$` is `*.example.com`, and so is `^.+\.example\.com(:[0-9]+)?$` of a Gateway. */
const hostOf = (pattern: string) => {
  const ends = pattern.replace(/\$$/, "").replace(/\(:\[0-9\]\+\)\?$/, "");
  return plain(ends.replace(/^\^(\[\^\.\]|\.)\+/, "*").replace(/^\^/, ""));
};

/** `^/shop(/|$)` is `/shop` by segments, `^(?:/v[12])$` a regular expression of a Route. */
function segments(pattern: string): string {
  const written = /^\^\(\?:(.*)\)\$$/.exec(pattern)?.[1];
  return written === undefined ? plain(pattern.replace(/^\^/, "").replace(/\(\/\|\$\)$/, "")) : `${written} (regex)`;
}

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
