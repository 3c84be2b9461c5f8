// Compares the health monitor of a pool with the readiness probes of its Pods.

import { type Diagnostic, describeObject, type ObjectRef } from "../../../resources/diagnostic";
import { diagnose, keyOf, type ServicePort } from "../../specs";
import { type PodCheck, READY_CODES } from "./pod-checks";
import type { Readiness } from "./readiness";

/** Object and JSON pointer of the field that defines a health check. */
export interface CheckSource {
  object: ObjectRef;
  pointer: string;
}

/** A health monitor that sends requests, and where it is defined. */
export interface RequestMonitor extends CheckSource {
  method: string;
  scheme: "HTTP" | "HTTPS";
  path: string;
  /** Checked port, if it is not that of the server. */
  port?: number;
  /** Responses of a healthy server, as ranges and as text. */
  codes: readonly (readonly [number, number])[];
  wants: string;
}

/**
 * Diagnostic of a health monitor that differs from the readiness probes of its Pods; undefined if both are equal, or if the specs have no
 * probes. Pods without HTTP probes have nothing to compare.
 */
export function monitorDifference(
  readiness: Readiness,
  monitor: RequestMonitor,
  service: { namespace: string; name: string },
  port: ServicePort | undefined,
): Diagnostic | undefined {
  const requests = readiness.checks(service, port).flatMap(({ workload, checks }) => {
    const comparable = checks.filter(({ type, obstacle }) => type !== "TCP" && !obstacle?.startsWith("asks another host"));
    const equal = comparable.find((check) => isSameRequest(monitor, check));
    const [check] = equal ? [equal] : comparable;
    return check ? [{ workload, check, isSame: equal !== undefined }] : [];
  });
  const different = requests.filter(({ isSame }) => !isSame);
  const [first, ...others] = different.length > 0 ? different : requests;
  const codes = codeDifference(monitor.codes);
  if (!first || (different.length === 0 && codes === undefined)) return undefined;
  const shown = { scheme: first.check.type !== monitor.scheme, port: first.check.port !== monitor.port };
  const by = requestText("GET", first.check.type, first.check, shown);
  const ask = requestText(monitor.method, monitor.scheme, monitor, shown);
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  const pods = `Pods of ${describeObject(first.workload)}${more} are ready by ${by}`;
  const { object, pointer, wants } = monitor;
  const monitorText = `the load balancer asks ${ask} of Service ${keyOf(service)} and wants ${wants}`;
  if (different.length > 0) {
    const message = `${monitorText}; ${pods}: a Pod that is ready gets no requests while ${ask} fails`;
    return diagnose("LB1320", object, pointer, message, { remedy: `Let the health check ask ${by}, or change the readinessProbe.` });
  }
  const [from, to] = READY_CODES;
  const effect =
    codes === "fewer"
      ? "a Pod that answers another code gets no requests"
      : "a Pod with another answer may get requests although it is not ready, or none although it is";
  const message = `${monitorText}; ${pods} with ${from} to ${to}: ${effect}`;
  const remedy = `Let ${first.check.path} answer ${wants} when the Pod is ready.`;
  return diagnose("LB1320", object, pointer, message, { remedy, ...(codes === "fewer" ? { severity: "notice" as const } : {}) });
}

const isSameRequest = ({ scheme, path, port }: RequestMonitor, check: PodCheck): boolean =>
  check.type === scheme && check.path === path && check.port === port;

/** `fewer`: the monitor rejects some responses of a ready Pod, but accepts 200, which most servers send. */
function codeDifference(codes: RequestMonitor["codes"]): "fewer" | "others" | undefined {
  const [least, most] = READY_CODES;
  const accepts = (code: number) => codes.some(([from, to]) => from <= code && code <= to);
  if (codes.some(([from, to]) => from < least || to > most) || !accepts(200)) return "others";
  for (let code = least; code <= most; code++) if (!accepts(code)) return "fewer";
  return undefined;
}

/** `GET /healthz over HTTPS at port 8081`. */
function requestText(
  method: string,
  scheme: string,
  { path, port }: { path: string; port?: number },
  shown: { scheme: boolean; port: boolean },
): string {
  const over = shown.scheme ? ` over ${scheme}` : "";
  const at = !shown.port ? "" : port === undefined ? " at the port of the Service" : ` at port ${port}`;
  return `${method} ${path.slice(0, 200)}${over}${at}`;
}
