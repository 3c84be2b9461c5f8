import { type Backend, completeHealthCheck, type Forward, type HttpRoute, mergeBackends } from "../../routing";
import { diagnose } from "../../specs";
import { atLeast } from "../settings";
import type { Lowering } from "./context";
import { LONGEST_TIMEOUT } from "./pool-traits";

type Remark = readonly [message: string, severity: "warning" | "notice"];

/** What Avi does differently with a route that it serves (contour.md 5.2). */
export function remark(cx: Lowering, { to, match, on, owner }: HttpRoute & { to: Forward }): void {
  const say = (message: string, severity: Remark[1]) => cx.report(diagnose("LB1302", owner.ref, "/spec", message, { severity }));
  const path = match.path || "/";
  if (to.timeout === "infinite" || (to.timeout ?? 0) > LONGEST_TIMEOUT)
    say(`${path}: the timeout is cut to ${LONGEST_TIMEOUT} s, the longest that Avi knows`, "warning");
  if (to.retry) say(`${path}: requests are tried again on another server, those that are not idempotent too`, "warning");
  if (to.rewrite !== undefined && on === "tls")
    say(`${path}: the prefix is replaced by whole path segments, and double slashes become one`, "notice");
  const backends = mergeBackends(to.backends);
  if (backends.length > 1 && backends.some(({ strategy }) => strategy === "Cookie"))
    say(`${path}: the cookie of the strategy Cookie holds a client to a server of a Service, not to the Service`, "warning");
  for (const backend of backends) {
    const service = `Service ${backend.service.namespace}/${backend.service.name}`;
    for (const [message, severity] of remarksOn(cx, backend)) say(`${service}: ${message}`, severity);
  }
}

function remarksOn({ settings }: Lowering, { strategy, healthCheck, protocol }: Backend): Remark[] {
  const found: Remark[] = [];
  if (strategy === "RingHash" || strategy === "Maglev")
    found.push([`the strategy ${strategy} becomes a consistent hash: clients are told apart by address`, "warning"]);
  if (strategy === "WeightedLeastRequest") found.push(["the strategy WeightedLeastRequest counts connections, not requests", "notice"]);
  if (strategy === "Cookie") found.push(["the name of the cookie of the strategy Cookie is Avi's own", "notice"]);
  if (protocol === "h2" && !atLeast(settings.controllerVersion, 20, 1))
    found.push(["HTTP/1.1 instead of HTTP/2 to the servers: it needs controller version 20.1", "warning"]);
  if (!healthCheck) return found;
  const { interval, cut } = completeHealthCheck(healthCheck);
  if (cut) found.push([`the timeout of the health check is cut to its interval of ${interval} s`, "warning"]);
  found.push(["the health check takes every answer 2xx as healthy, not 200 alone", "notice"]);
  return found;
}
