// Health monitors.
import type { JsonObject } from "../shared/json";
import { present } from "./body";
import type { OctaviaCollection } from "./collection";
import { isDatagram, SHORTEST_UDP_DELAY } from "./constants";
import { ApiError, invalid, invalidOption, str, truthy } from "./errors";
import { lock, locksOfPool } from "./lock";
import { monitorCreate, monitorUpdate } from "./pool-bodies";
import type { OctaviaService } from "./service";
import type { OctaviaRow } from "./store";

export const healthMonitors: OctaviaCollection = {
  ...{ kind: "healthmonitor", root: "healthmonitor", plural: "healthmonitors", argument: "health_monitor_" },
  ...{ create: monitorCreate, update: monitorUpdate },
  parent: (ctx, body) => ctx.need("pool", str(present(body, "pool_id").pool_id ?? null)),
  checkNew: (_ctx, body, pool) => checkMonitorOfPool(body ?? {}, pool.protocol),
  insert({ octavia }, body, pool) {
    lock(octavia, ...locksOfPool(octavia, pool));
    const { tenant_id: _, ...fields } = body;
    return insertMonitor(octavia, { ...fields, pool_id: pool.id, project_id: pool.project_id ?? null });
  },
  locks: (ctx, row) => locksOfPool(ctx.octavia, ctx.need("pool", String(row.pool_id))),
  changes(ctx, body, before) {
    const fields = present(body, before.type === "HTTP" || before.type === "HTTPS" ? "delay" : "http_method");
    checkMonitorUpdate(fields, before);
    checkMonitorOfPool({ ...fields, type: before.type ?? null }, ctx.need("pool", String(before.pool_id)).protocol);
    return monitorDefaults(fields);
  },
};

/** Checks and adds a monitor; the load balancer is locked, or new. */
export function insertMonitor(octavia: OctaviaService, fields: JsonObject): OctaviaRow {
  const monitor = completeMonitor(fields);
  if (monitor.max_retries_down === null) throw new ApiError(500, "NOT NULL constraint failed: health_monitor.fall_threshold");
  if (octavia.tree.monitor(String(fields.pool_id))) throw new ApiError(409, "This pool already has a health monitor");
  return octavia.insert("healthmonitor", monitor);
}

const HTTP_ONLY = ["http_method", "url_path", "expected_codes"];
const isHttp = (type: unknown): boolean => type === "HTTP" || type === "HTTPS";

/** Types of monitors that go with the protocol of a pool; `shown` is what the refusal calls the protocol. */
export function checkMonitorOfPool(monitor: JsonObject, protocol: unknown, shown = String(protocol)): void {
  const { type, delay } = monitor;
  if (!isDatagram(protocol)) {
    if (type === "UDP-CONNECT" || type === "SCTP") throw invalid(`The ${type} type is only supported for pools of type UDP/SCTP.`);
    return;
  }
  if (!["UDP-CONNECT", "SCTP", "TCP", "HTTP"].includes(String(type))) {
    const supported = "so only a UDP-CONNECT/SCTP/TCP/HTTP health monitor is supported.";
    throw invalid(`The associated pool protocol is ${shown}, ${supported}`);
  }
  if (type === "UDP-CONNECT" && typeof delay === "number" && delay < SHORTEST_UDP_DELAY) {
    throw invalid(`The request delay value ${delay} should be larger than ${SHORTEST_UDP_DELAY} for UDP-CONNECT health monitor type.`);
  }
}

/** A new monitor with the defaults of its type. */
function completeMonitor(fields: JsonObject): JsonObject {
  for (const field of ["type", "delay", "timeout", "pool_id", "max_retries"]) {
    if ((fields[field] ?? null) === null) throw invalidOption("None", field);
  }
  const monitor = { ...fields };
  if (isHttp(monitor.type)) {
    monitor.http_method ||= "GET";
    monitor.url_path ||= "/";
    monitor.expected_codes ||= "200";
  } else {
    for (const field of HTTP_ONLY) if (truthy(monitor[field])) throw onlyHttp(field, monitor.type);
  }
  checkDomain(monitor.http_version, monitor.domain_name);
  return monitor;
}

function checkMonitorUpdate(update: JsonObject, monitor: JsonObject): void {
  if (!isHttp(monitor.type)) for (const field of HTTP_ONLY) if (field in update) throw onlyHttp(field, monitor.type);
  for (const field of ["delay", "max_retries", "timeout"]) if (update[field] === null) throw invalidOption("None", field);
  const version = update.http_version || monitor.http_version;
  if (truthy(update.domain_name) && !truthy(version)) throw versionNeeded();
  if (truthy(version) && (truthy(monitor.domain_name) || truthy(update.domain_name))) checkDomain(version, true);
}

const onlyHttp = (field: string, type: unknown) => invalidOption(field, `health monitors of type ${String(type)}`);
const versionNeeded = () => invalid("'http_version' must be specified when 'domain_name' is provided.");

function checkDomain(version: unknown, domain: unknown): void {
  if (!domain) return;
  if (!version) throw versionNeeded();
  if (Number(version) < 1.1) {
    throw invalidOption(`http_version ${Number(version).toFixed(1)}`, "health monitors HTTP 1.1 domain name health check");
  }
}

/** Null in an update brings back the default. */
function monitorDefaults(update: JsonObject): JsonObject {
  const defaults: JsonObject = { http_method: "GET", url_path: "/", expected_codes: "200", max_retries_down: 3 };
  const nulls = Object.entries(defaults).filter(([field]) => update[field] === null);
  return { ...update, ...Object.fromEntries(nulls) };
}
