import { type HttpResponse, json } from "../../shared/http";
import type { JsonObject } from "../../shared/json";
import { listedProject, mayReadQuota, mayWriteQuota } from "../caller";
import { type Context, nothing } from "../context";
import { ApiError } from "../errors";
import { UNLIMITED } from "../quotas";
import { quotaUpdate } from "../schema/administration";

const KINDS = ["load_balancer", "listener", "member", "pool", "health_monitor", "l7policy", "l7rule"];

/** Both spellings of two of the kinds: the right one came later. */
function view(project: string, stored: JsonObject): JsonObject {
  const of = (kind: string) => stored[kind] ?? UNLIMITED;
  const limits = Object.fromEntries(KINDS.map((kind) => [kind, of(kind)]));
  return { project_id: project, loadbalancer: of("load_balancer"), healthmonitor: of("health_monitor"), ...limits, tenant_id: project };
}

export function readQuota(ctx: Context, project: string): HttpResponse {
  ctx.noParameters();
  mayReadQuota(ctx.caller, project);
  return json(200, { quota: view(project, ctx.octavia.store.get("quota", project) ?? {}) });
}

export function readDefaultQuota(ctx: Context, project: string): HttpResponse {
  ctx.noParameters();
  mayReadQuota(ctx.caller, project);
  return json(200, { quota: view(project, {}) });
}

export function listQuotas(ctx: Context): HttpResponse {
  const project = listedProject(ctx.caller, ctx.query.get("project_id") ?? undefined);
  const rows = ctx.octavia.store.list("quota").filter((row) => project === undefined || row.id === project);
  return ctx.list("quota", "quotas", rows, (row) => view(row.id, row));
}

export function updateQuota(ctx: Context, project: string): HttpResponse {
  const given = ctx.body("quotas", "quota", quotaUpdate) as JsonObject | null | undefined;
  mayWriteQuota(ctx.caller);
  if (!given) throw new ApiError(500, given === null ? "'NoneType' object has no attribute 'items'" : "'quota'");
  const { loadbalancer, healthmonitor, ...limits } = given;
  if (loadbalancer !== undefined) limits.load_balancer = loadbalancer;
  if (healthmonitor !== undefined) limits.health_monitor = healthmonitor;
  const row = ctx.octavia.store.put("quota", { ...ctx.octavia.store.get("quota", project), ...limits, id: project, project_id: project });
  return json(202, { quota: view(project, row) });
}

export function resetQuota(ctx: Context, project: string): HttpResponse {
  ctx.noParameters();
  mayWriteQuota(ctx.caller);
  if (!ctx.octavia.store.get("quota", project)) throw new ApiError(404, `Quotas ${project} not found.`);
  ctx.octavia.store.put("quota", { id: project, project_id: project });
  return nothing(202);
}
