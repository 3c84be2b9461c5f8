import { type HttpResponse, json } from "../../shared/http";
import type { JsonObject } from "../../shared/json";
import { mayRead, mayWrite } from "../caller";
import { type Context, nothing } from "../context";
import { ApiError, noAttribute } from "../errors";
import { lock } from "../lock";
import { str } from "../python";
import { checkQuota } from "../quotas";
import { checkMonitorOfPool, checkMonitorUpdate, completeMonitor, monitorDefaults } from "../rules/monitor";
import { monitorCreate, monitorUpdate } from "../schema/health-monitor";
import type { Octavia } from "../service";
import type { Row } from "../store";

export function createMonitor(ctx: Context): HttpResponse {
  const { octavia } = ctx;
  const given = ctx.body("health_monitor_", "healthmonitor", monitorCreate) as JsonObject | null | undefined;
  if (!given) throw noAttribute(given === null ? "NoneType" : "UnsetType", "pool_id");
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
    tags: monitor.tags ?? [],
    admin_state_up: monitor.admin_state_up ?? false,
    provisioning_status: "PENDING_CREATE",
    operating_status: "OFFLINE",
  });
}

const lockPool = (octavia: Octavia, pool: Row): void =>
  lock(octavia, String(pool.loadbalancer_id), { listeners: octavia.tree.listenersOfPool(pool), pool });

export function readMonitor(ctx: Context, id: string): HttpResponse {
  const row = ctx.need("healthmonitor", id);
  mayRead(ctx.caller, String(row.project_id));
  return ctx.one("healthmonitor", ctx.octavia.views.healthmonitor(row));
}

export const listMonitors = (ctx: Context): HttpResponse =>
  ctx.all("healthmonitor", "healthmonitors", (row) => ctx.octavia.views.healthmonitor(row));

export function updateMonitor(ctx: Context, id: string): HttpResponse {
  const { octavia } = ctx;
  const given = ctx.body("health_monitor_", "healthmonitor", monitorUpdate) as JsonObject | null | undefined;
  const before = ctx.need("healthmonitor", id);
  mayWrite(ctx.caller, String(before.project_id));
  if (!given)
    throw noAttribute(
      given === null ? "NoneType" : "UnsetType",
      before.type === "HTTP" || before.type === "HTTPS" ? "delay" : "http_method",
    );
  checkMonitorUpdate(given, before);
  const pool = ctx.need("pool", String(before.pool_id));
  checkMonitorOfPool({ ...given, type: before.type ?? null }, pool.protocol);
  const update = monitorDefaults(given);
  if (update.admin_state_up === null) update.admin_state_up = false;
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
  octavia.store.transaction(() => {
    lockPool(octavia, ctx.need("pool", String(row.pool_id)));
    octavia.update("healthmonitor", row.id, { provisioning_status: "PENDING_DELETE" });
  });
  return nothing(204);
}
