// Quotas of projects.
import { type HttpResponse, json } from "../shared/http";
import type { JsonObject } from "../shared/json";
import { objectOf } from "./body";
import { type LbaasRequest, listedProject, mayReadQuota, mayWriteQuota, nothing, RESOURCE } from "./context";
import { ApiError, quotaMet } from "./errors";
import type { OctaviaService } from "./service";
import type { OctaviaKind } from "./store";
import { integer } from "./types";

/** Names in a quota of the kinds it counts. */
const QUOTA_OF: { [kind in OctaviaKind]?: string } = {
  loadbalancer: "load_balancer",
  listener: "listener",
  pool: "pool",
  member: "member",
  healthmonitor: "health_monitor",
  l7policy: "l7policy",
  l7rule: "l7rule",
};

const UNLIMITED = -1;

/** Refuses what would be too many of a kind in a project. Without authentication everybody is an administrator, and nothing is counted. */
export function checkQuota(octavia: OctaviaService, kind: OctaviaKind, project: string, count = 1): void {
  if (octavia.settings.auth === "noauth") return;
  // looking is enough to have the project listed among those with quotas
  if (!octavia.store.get("quota", project)) octavia.store.put("quota", { id: project, project_id: project });
  const limit = octavia.store.get("quota", project)?.[QUOTA_OF[kind] ?? ""] ?? UNLIMITED;
  if (limit === UNLIMITED) return;
  const used = octavia.store.list(kind).filter((row) => row.project_id === project && row.provisioning_status !== "DELETED").length;
  if (used + count > Number(limit)) throw quotaMet(RESOURCE[kind]);
}

const limit = integer(-1, 2000000000);
const quotaUpdate = objectOf(
  ["loadbalancer", "load_balancer", "listener", "member", "pool", "healthmonitor", "health_monitor", "l7policy", "l7rule"].map((name) => ({
    name,
    type: limit,
  })),
);

const KINDS = ["load_balancer", "listener", "member", "pool", "health_monitor", "l7policy", "l7rule"];

/** Both spellings of two of the kinds: the right one came later. */
function view(project: string, stored: JsonObject): JsonObject {
  const of = (kind: string) => stored[kind] ?? UNLIMITED;
  const limits = Object.fromEntries(KINDS.map((kind) => [kind, of(kind)]));
  return { project_id: project, loadbalancer: of("load_balancer"), healthmonitor: of("health_monitor"), ...limits, tenant_id: project };
}

export function readQuota(ctx: LbaasRequest, project: string): HttpResponse {
  ctx.noParameters();
  mayReadQuota(ctx.caller, project);
  return json(200, { quota: view(project, ctx.octavia.store.get("quota", project) ?? {}) });
}

export function readDefaultQuota(ctx: LbaasRequest, project: string): HttpResponse {
  ctx.noParameters();
  mayReadQuota(ctx.caller, project);
  return json(200, { quota: view(project, {}) });
}

export function listQuotas(ctx: LbaasRequest): HttpResponse {
  const project = listedProject(ctx.caller, ctx.query.get("project_id") ?? undefined);
  const rows = ctx.octavia.store.list("quota").filter((row) => project === undefined || row.id === project);
  return ctx.list("quota", "quotas", rows, (row) => view(row.id, row));
}

export function updateQuota(ctx: LbaasRequest, project: string): HttpResponse {
  const body = ctx.body("quotas", "quota", quotaUpdate);
  mayWriteQuota(ctx.caller);
  if (!body) throw new ApiError(500, body === null ? "'NoneType' object has no attribute 'items'" : "'quota'");
  const { loadbalancer, healthmonitor, ...limits } = body;
  if (loadbalancer !== undefined) limits.load_balancer = loadbalancer;
  if (healthmonitor !== undefined) limits.health_monitor = healthmonitor;
  const row = ctx.octavia.store.put("quota", { ...ctx.octavia.store.get("quota", project), ...limits, id: project, project_id: project });
  return json(202, { quota: view(project, row) });
}

export function resetQuota(ctx: LbaasRequest, project: string): HttpResponse {
  ctx.noParameters();
  mayWriteQuota(ctx.caller);
  if (!ctx.octavia.store.get("quota", project)) throw new ApiError(404, `Quotas ${project} not found.`);
  ctx.octavia.store.put("quota", { id: project, project_id: project });
  return nothing(202);
}
