import { type HttpResponse, json } from "../shared/http";
import type { JsonObject } from "../shared/json";
import { present } from "./body";
import { isDatagram, SHORTEST_UDP_DELAY } from "./constants";
import { type Context, mayWrite, nothing } from "./context";
import { ApiError, invalid, invalidOption, str, truthy } from "./errors";
import { monitorCreate, monitorUpdate } from "./pool-bodies";
import { checkQuota } from "./quota";
import { lock, markDeleted, type Octavia } from "./service";
import type { Row } from "./store";

export function createMonitor(ctx: Context): HttpResponse {
  const { octavia } = ctx;
  const given = present(ctx.body("health_monitor_", "healthmonitor", monitorCreate), "pool_id");
  const pool = ctx.need("pool", str(given.pool_id ?? null));
  const project = String(pool.project_id);
  mayWrite(ctx.caller, project);
  checkMonitorOfPool(given, pool.protocol);
  const row = octavia.store.transaction(() => {
    checkQuota(octavia, "healthmonitor", project);
    lockPool(octavia, pool);
    const { tenant_id: _, ...fields } = given;
    return insertMonitor(octavia, { ...fields, pool_id: pool.id, project_id: project });
  });
  return json(201, { healthmonitor: octavia.views.healthmonitor(row) });
}

/** Checks and adds a monitor; the load balancer is locked, or new. */
export function insertMonitor(octavia: Octavia, given: JsonObject): Row {
  const monitor = completeMonitor(given);
  if (monitor.max_retries_down === null) throw new ApiError(500, "NOT NULL constraint failed: health_monitor.fall_threshold");
  if (octavia.tree.monitor(String(given.pool_id))) throw new ApiError(409, "This pool already has a health monitor");
  return octavia.insert("healthmonitor", {
    ...monitor,
  });
}

const lockPool = (octavia: Octavia, pool: Row): void =>
  lock(octavia, String(pool.loadbalancer_id), { listeners: octavia.tree.listenersOfPool(pool), pool });

export function updateMonitor(ctx: Context, id: string): HttpResponse {
  const { octavia } = ctx;
  const body = ctx.body("health_monitor_", "healthmonitor", monitorUpdate);
  const before = ctx.need("healthmonitor", id);
  mayWrite(ctx.caller, String(before.project_id));
  const given = present(body, before.type === "HTTP" || before.type === "HTTPS" ? "delay" : "http_method");
  checkMonitorUpdate(given, before);
  const pool = ctx.need("pool", String(before.pool_id));
  checkMonitorOfPool({ ...given, type: before.type ?? null }, pool.protocol);
  const update = monitorDefaults(given);
  const row = octavia.store.transaction(() => {
    lockPool(octavia, pool);
    return octavia.update("healthmonitor", before.id, { ...update, provisioning_status: "PENDING_UPDATE" });
  });
  return json(200, { healthmonitor: octavia.views.healthmonitor(row) });
}

export function deleteMonitor(ctx: Context, id: string): HttpResponse {
  ctx.noParameters();
  const { octavia } = ctx;
  const row = ctx.need("healthmonitor", id);
  mayWrite(ctx.caller, String(row.project_id));
  const pool = ctx.need("pool", String(row.pool_id));
  markDeleted(octavia, "healthmonitor", row, pool.loadbalancer_id, { listeners: octavia.tree.listenersOfPool(pool), pool });
  return nothing(204);
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
function completeMonitor(given: JsonObject): JsonObject {
  for (const field of ["type", "delay", "timeout", "pool_id", "max_retries"]) {
    if ((given[field] ?? null) === null) throw invalidOption("None", field);
  }
  const monitor = { ...given };
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
