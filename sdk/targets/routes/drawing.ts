// Draws the routing table that specs ask for, without a target: it ends at Services.

import { Canvas } from "../../graph/canvas";
import type { FaultSources } from "../../graph/faults";
import { drawTable } from "../../graph/table/draw";
import type { RoutesView } from "./translate";

export function drawRoutes({ table, statuses }: Pick<RoutesView, "table" | "statuses">, sources: FaultSources): Canvas {
  const canvas = new Canvas("Hosts, paths and Services");
  drawTable(canvas, table, ({ name, at = [] }) => ({
    ...(name.startsWith("Gateway ") ? { frame: { id: `gateway/${name.replace("Gateway ", "")}`, label: [name, ...at].join(", ") } } : {}),
    host(host, { hosts }) {
      const { certificate } = hosts[host] ?? {};
      return { details: certificate === undefined ? [] : [certificate.replace(".route.openshift.io ", " ")] };
    },
  }));
  canvas.leftOut(statuses, sources);
  return canvas;
}
