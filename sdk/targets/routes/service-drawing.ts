import type { Canvas } from "../../graph/canvas";
import type { ShownCluster } from "./lower/clusters";

/** Draws a Service and its port, at which the view ends. */
export function drawService(canvas: Canvas, { service, port, invalid }: ShownCluster): string {
  const name = port === undefined ? service : `${service}:${port}`;
  const fault = port === undefined ? "the Service or its port is missing" : invalid ? "the Route cannot use it" : undefined;
  return canvas.node({
    id: `service/${name}`,
    kind: "service",
    label: name,
    specs: [`Service/${service}`],
    ...(fault ? { state: port === undefined ? "missing" : "fault", reason: fault } : {}),
  });
}
