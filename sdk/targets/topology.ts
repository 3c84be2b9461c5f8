// Draws the way of requests through a plan as a graph, from hosts to servers.

import type { GraphOptions } from "../graph";
import { type Graph, only } from "../graph/model";
import type { Plan } from "../plan";
import { targetOf } from ".";
import { drawRoutes } from "./routes/drawing";
import type { RoutesView } from "./routes/translate";

/**
 * The way of requests as a graph: host, virtual service or load balancer, priority label or policy, pool, servers; for the view of
 * `translateToRoutes` host, port, path, Service. Objects that are not served, or only in part, are next to it with the reason. Pure.
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
export function topology(plan: Plan | RoutesView, { hosts, ...sources }: GraphOptions = {}): Graph {
  const canvas = "target" in plan ? targetOf(plan.target).draw(plan, sources) : drawRoutes(plan, sources);
  return only(canvas.build(), hosts);
}
