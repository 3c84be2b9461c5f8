import { type Diagnostic, describeObject, type ObjectRef } from "../../../resources/diagnostic";
import { diagnose, keyOf, type ServicePort } from "../../specs";
import { type PodCheck, READY_CODES } from "./pod-checks";
import type { Readiness } from "./readiness";

/** Object and JSON pointer of the field that defines a health check. */
export interface CheckSource {
  object: ObjectRef;
  pointer: string;
}

/** Health monitor for requests, and where it is defined. */
export interface RequestMonitor extends CheckSource {
  method: string;
  scheme: "HTTP" | "HTTPS";
  path: string;
  /** Port that is asked, where it is not that of the server. */
  port?: number;
  /** Answers of a server that is up, as ranges, and in words. */
  codes: readonly (readonly [number, number])[];
  wants: string;
}

/**
 * Diagnostic of a health monitor that asks something else than what makes the Pods behind it ready; undefined where it asks the same, or
 * where the specs do not say what makes them ready. Pods that are ready without a request have nothing to compare.
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
  const asks = `the load balancer asks ${ask} of Service ${keyOf(service)} and wants ${wants}`;
  if (different.length > 0) {
    const message = `${asks}; ${pods}: a Pod that is ready gets no requests while ${ask} fails`;
    return diagnose("LB1320", object, pointer, message, { remedy: `Let the health check ask ${by}, or change the readinessProbe.` });
  }
  const [from, to] = READY_CODES;
  const effect =
    codes === "fewer"
      ? "a Pod that answers another code gets no requests"
      : "a Pod with another answer may get requests although it is not ready, or none although it is";
  const message = `${asks}; ${pods} with ${from} to ${to}: ${effect}`;
  const remedy = `Let ${first.check.path} answer ${wants} when the Pod is ready.`;
  return diagnose("LB1320", object, pointer, message, { remedy, ...(codes === "fewer" ? { severity: "notice" as const } : {}) });
}

const isSameRequest = ({ scheme, path, port }: RequestMonitor, check: PodCheck): boolean =>
  check.type === scheme && check.path === path && check.port === port;

/** `fewer`: some answers of a ready Pod do not count, but 200 does, which is what nearly every server answers. */
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
