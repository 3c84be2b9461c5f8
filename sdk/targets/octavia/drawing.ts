// Draws an Octavia plan as a graph: its routing table in the frames of its load balancers.

import { Canvas } from "../../graph/canvas";
import type { FaultSources } from "../../graph/faults";
import { drawTable } from "../../graph/table/draw";
import { resourceKey } from "../../plan";
import { ownerNames } from "../../specs";
import { loadBalancersIn, type OctaviaPlan } from "./plan";
import { octaviaServedByPool } from "./served";

export function drawOctavia(plan: Omit<OctaviaPlan, "facts">, sources: FaultSources): Canvas {
  const canvas = new Canvas("Topology on Octavia");
  const byName = new Map(loadBalancersIn(plan).map((planned) => [planned.inputs.loadBalancer.name, planned]));
  drawTable(canvas, octaviaServedByPool(plan), ({ name, at = [] }) => {
    const frame = { id: `loadbalancer/${name}`, label: `load balancer ${name}${at.length > 0 ? `, VIP ${at.join(", ")}` : ""}` };
    const planned = byName.get(name);
    if (!planned) return { frame };
    const [owners, resources] = [ownerNames(planned.owners), [resourceKey(planned)]];
    const services = plan.shown.loadBalancers[planned.name]?.services;
    return {
      ...{ frame, owners, resources },
      pool(key) {
        const pool = key.slice(name.length + 1);
        return { name: pool, specs: services ? (services[pool] ?? []).map((service) => `Service/${service}`) : owners, resources };
      },
    };
  });
  canvas.leftOut(plan.statuses, sources);
  return canvas;
}
