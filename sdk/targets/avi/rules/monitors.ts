// Health monitors that a rule names, with the body that the settings give.

import type { CheckSource, RequestMonitor } from "../../../routing";
import { isRecord } from "../../../specs";
import type { PoolExtension } from "../extensions";
import type { References } from "./references";

/** The monitors for requests among those that a rule names, where the setting `controllerObjects` has their bodies. */
export function requestMonitors(
  references: References,
  names: readonly string[] | undefined,
  { object, pointer }: CheckSource,
): Pick<PoolExtension, "monitors"> {
  const monitors = (names ?? []).flatMap((name, index): RequestMonitor[] => {
    const request = requestIn(references.find("healthmonitor", name) ?? {});
    return request ? [{ object, pointer: `${pointer}/${index}`, ...request }] : [];
  });
  return monitors.length > 0 ? { monitors: monitors } : {};
}

const CLASSES: Readonly<Record<string, readonly [number, number]>> = {
  HTTP_1XX: [100, 199],
  HTTP_2XX: [200, 299],
  HTTP_3XX: [300, 399],
  HTTP_4XX: [400, 499],
  HTTP_5XX: [500, 599],
  HTTP_ANY: [100, 599],
};

/** The request of a body; undefined for monitors of other protocols, and where it does not say what it asks. */
function requestIn(body: { [field: string]: unknown }): Omit<RequestMonitor, keyof CheckSource> | undefined {
  const scheme = body.type === "HEALTH_MONITOR_HTTP" ? "HTTP" : body.type === "HEALTH_MONITOR_HTTPS" ? "HTTPS" : undefined;
  const monitor = scheme && body[scheme === "HTTP" ? "http_monitor" : "https_monitor"];
  if (!scheme || !isRecord(monitor)) return undefined;
  const { http_request: request = "GET / HTTP/1.0", http_response_code: classes } = monitor;
  const [, method, path] = (typeof request === "string" && /^([A-Z]+) +(\/[^\s]*)/.exec(request)) || [];
  const words = (Array.isArray(classes) ? classes : []).filter(
    (one): one is string => typeof one === "string" && Object.hasOwn(CLASSES, one),
  );
  if (!method || !path || words.length === 0) return undefined;
  const port = typeof body.monitor_port === "number" && body.monitor_port > 0 ? { port: body.monitor_port } : {};
  const wants = words.map((one) => one.replace("HTTP_", "").toLowerCase()).join(" or ");
  return { method, scheme, path, ...port, codes: words.flatMap((one) => [CLASSES[one] ?? [0, 0]]), wants };
}
