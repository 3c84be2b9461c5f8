// Computes how long health monitors on Avi need to report a healthy server as up.

import { serverName } from "../../requests/health/health";
import { parseReference } from "../../resources/avi/body";
import { listIn } from "../../resources/json";
import type { PlannedResource } from "../lifecycle/adoption";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import { poolBodies, serverAddressIn, serversOf } from "./health";

/** A monitor that is not in the plan, such as System-TCP: two good checks, 10 s apart, each within 4 s. */
const USUAL_SECONDS = 24;

/** Until the controller shows a result. */
const REPORT_SECONDS = 5;

/** Seconds of the slowest monitor of the pools with one of some servers; 0 where none of them has a monitor. */
export function monitorSeconds(planned: readonly PlannedResource[], servers: ReadonlySet<string>): number {
  const secondsByMonitor = new Map(planned.flatMap(monitorBodies).map((body) => [String(body.name), secondsOf(body)]));
  const concerned = planned
    .flatMap(poolBodies)
    .filter((pool) => serversOf(pool).some((one) => servers.has(serverName(serverAddressIn(one, pool)))));
  const refs = concerned.flatMap(({ health_monitor_refs: refs }) => (Array.isArray(refs) ? refs : []));
  const times = refs.map((ref) => secondsByMonitor.get(parseReference(ref)?.name ?? "") ?? USUAL_SECONDS);
  return times.length === 0 ? 0 : Math.max(...times) + REPORT_SECONDS;
}

/** Monitors of a resource: that of a pool, or those that it holds with its pools. */
const monitorBodies = ({ inputs: { healthMonitor, healthMonitors } }: PlannedResource): JsonObject[] =>
  ([healthMonitor, ...listIn(healthMonitors)] as JsonObject[]).filter(isObject);

function secondsOf({ send_interval, receive_timeout, successful_checks }: JsonObject): number {
  const number = (value: unknown, usual: number) => (typeof value === "number" ? value : usual);
  return number(send_interval, 10) * number(successful_checks, 2) + number(receive_timeout, 4);
}
