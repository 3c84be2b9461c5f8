import type { AviPlan } from "../../avi/plan";
import type { OctaviaPlan } from "../../octavia/plan";
import type { RoutesView } from "../../routes/translate";
import type { GraphOptions } from "../delegation";
import { only } from "../hosts";
import type { Graph } from "../model";
import { aviTopology } from "./avi";
import { octaviaTopology } from "./octavia";
import { routesTopology } from "./routes";

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
