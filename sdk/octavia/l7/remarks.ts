import { type Backend, completeHealthCheck, type HttpRoute } from "../../routing";
import { diagnose } from "../../specs";
import type { Lowering } from "../context";

/** What Octavia does differently with a route that it serves (contour.md 5.3). */
export function remark(cx: Lowering, { to, owner }: HttpRoute): void {
  if (!("backends" in to)) return;
  for (const backend of to.backends) {
    for (const [message, severity] of remarksOn(cx, backend))
      cx.report(
        diagnose("LB1302", owner.ref, "/spec", `Service ${backend.service.namespace}/${backend.service.name}: ${message}`, { severity }),
      );
  }
}

type Remark = readonly [message: string, severity: "warning" | "notice"];

function remarksOn(cx: Lowering, { strategy, healthCheck, protocol }: Backend): Remark[] {
  const found: Remark[] = [];
  if (strategy === "RingHash" || strategy === "Maglev")
    found.push([`the strategy ${strategy} becomes SOURCE_IP: clients are told apart by address`, "warning"]);
  if (strategy === "WeightedLeastRequest") found.push(["the strategy WeightedLeastRequest counts connections, not requests", "notice"]);
  if (strategy === "Cookie") found.push(["the name of the cookie of the strategy Cookie is Octavia's own", "notice"]);
  if (protocol === "h2" && !cx.can.has("poolAlpn"))
    found.push([`HTTP/1.1 instead of HTTP/2 to the servers: ${cx.can.missing("poolAlpn")}`, "warning"]);
  if (!healthCheck) return found;
  const { interval, cut } = completeHealthCheck(healthCheck);
  if (cut) found.push([`the timeout of the health check is cut to its interval of ${interval} s`, "warning"]);
  if (healthCheck.host && !cx.can.has("monitorHost"))
    found.push([`the host of the health check is left out: ${cx.can.missing("monitorHost")}`, "warning"]);
  found.push(["a health check answered with 503 counts like any other failure", "notice"]);
  return found;
}
