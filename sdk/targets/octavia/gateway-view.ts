// The part of `to-gateway` for Octavia: hosts as Octavia serves them, and what Gateway API lacks.

import { resolve } from "../../routing";
import type { SpecSet } from "../../specs";
import type { GatewayView } from "../gateway-view";
import { gatewayRules } from "./gateway";
import { readCloud, resolveOptions } from "./resolve-options";

/** Algorithms of Octavia in the words of the model. */
const STRATEGIES: Readonly<Record<string, string>> = { ROUND_ROBIN: "RoundRobin", LEAST_CONNECTIONS: "WeightedLeastRequest" };

/** Specs and Gateway API as Octavia reads and serves them. Groups, classes and passthrough hosts have a load balancer each. */
export function octaviaGatewayView(specs: SpecSet, input: Readonly<Record<string, unknown>>): GatewayView {
  const cloud = readCloud(input);
  const { settings, profile, can } = cloud;
  return {
    model: resolve(specs, resolveOptions(specs, cloud, {})),
    rules: gatewayRules(settings, can),
    className: "k8s-lb-octavia",
    groupOf: ({ tcp, fqdn, scope }) => (tcp ? `passthrough-${fqdn}` : scope),
    usualStrategy: STRATEGIES[profile.algorithm(settings)] ?? "",
    unconvertible: [],
  };
}
