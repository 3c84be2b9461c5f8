import { type HttpResponse, json } from "../../shared/http";
import type { JsonObject } from "../../shared/json";
import { mayRead, mayWrite } from "../caller";
import { ALPN_PROTOCOLS, DEFAULT_CIPHERS, DEFAULT_TLS_VERSIONS } from "../constants";
import { type Context, nothing } from "../context";
import { ApiError, invalid, nestedDict, noAttribute, noChildren } from "../errors";
import { lock } from "../lock";
import { checkPool } from "../provider";
import { truthy } from "../python";
import { checkQuota } from "../quotas";
import { checkProtocols } from "../rules/listener";
import { checkPersistence } from "../rules/persistence";
import { checkNewPoolTls, checkPoolTlsUpdate } from "../rules/pool-tls";
import { checkRequired } from "../rules/required";
import { poolCreate, poolUpdate } from "../schema/pool";
import type { Octavia } from "../service";
import type { Row } from "../store";

export function createPool(ctx: Context): HttpResponse {
  const { octavia } = ctx;
  const given = ctx.body("pool_", "pool", poolCreate) as JsonObject | null | undefined;
  if (!given) throw noAttribute(given === null ? "NoneType" : "UnsetType", "loadbalancer_id");
  const listener = truthy(given.listener_id) ? octavia.store.get("listener", String(given.listener_id)) : undefined;
  const loadBalancer = parentOf(ctx, given, listener);
  const project = String(loadBalancer.project_id);
  mayWrite(ctx.caller, project);
  if (!truthy(given.loadbalancer_id) && listener) {
    if (listener.protocol === "PROMETHEUS") throw noChildren("PROMETHEUS");
    checkProtocols(String(listener.protocol), String(given.protocol));
  }
  if (given.session_persistence) checkPersistence(given.session_persistence as JsonObject, given.protocol, "UDP and SCTP");
  const row = octavia.store.transaction(() => {
    checkQuota(octavia, "pool", project);
    if (truthy(given.listener_id) && !listener) throw noAttribute("NoneType", "default_pool");
    if (listener?.default_pool_id) throw new ApiError(409, "This listener already has a default pool");
    lock(octavia, loadBalancer.id, { listeners: listener ? [listener] : [] });
    const { members, healthmonitor, listener_id: _, tenant_id: __, ...fields } = given;
    const created = insertPool(octavia, loadBalancer, fields);
    if (truthy(members) || healthmonitor) throw nestedDict();
    if (listener) octavia.update("listener", listener.id, { default_pool_id: created.id });
    checkPool(String(loadBalancer.provider), given.lb_algorithm);
    return created;
  });
  return json(201, { pool: octavia.views.pool(row) });
}

function parentOf(ctx: Context, given: JsonObject, listener: Row | undefined): Row {
  if (truthy(given.loadbalancer_id)) return ctx.parent(String(given.loadbalancer_id));
  if (!truthy(given.listener_id)) throw invalid("Must provide at least one of: loadbalancer_id, listener_id");
  if (!listener) throw noAttribute("NoneType", "load_balancer_id");
  return ctx.parent(String(listener.loadbalancer_id));
}

/** Checks and adds a pool; the load balancer is locked, or new. */
export function insertPool(octavia: Octavia, loadBalancer: Row, given: JsonObject): Row {
  const pool = { ...given };
  if (pool.tls_enabled === true) {
    pool.tls_ciphers ??= DEFAULT_CIPHERS;
    pool.tls_versions ??= DEFAULT_TLS_VERSIONS;
    pool.alpn_protocols ??= ALPN_PROTOCOLS;
  }
  checkNewPoolTls(octavia.certificates, pool);
  checkRequired("pool", pool);
  return octavia.insert("pool", {
    ...pool,
    loadbalancer_id: loadBalancer.id,
    project_id: loadBalancer.project_id ?? null,
    tags: pool.tags ?? [],
    admin_state_up: pool.admin_state_up ?? false,
    provisioning_status: "PENDING_CREATE",
    operating_status: "OFFLINE",
  });
}

export function readPool(ctx: Context, id: string): HttpResponse {
  const row = ctx.need("pool", id);
  mayRead(ctx.caller, String(row.project_id));
  return ctx.one("pool", ctx.octavia.views.pool(row));
}

export const listPools = (ctx: Context): HttpResponse => ctx.all("pool", "pools", (row) => ctx.octavia.views.pool(row));

export function updatePool(ctx: Context, id: string): HttpResponse {
  const { octavia } = ctx;
  const given = ctx.body("pool_", "pool", poolUpdate) as JsonObject | null | undefined;
  const before = ctx.need("pool", id);
  mayWrite(ctx.caller, String(before.project_id));
  if (!given) throw noAttribute(given === null ? "NoneType" : "UnsetType", "tls_versions");
  const update: JsonObject = { ...given };
  if (update.tls_versions === null) update.tls_versions = DEFAULT_TLS_VERSIONS;
  if (update.tls_ciphers === null) update.tls_ciphers = DEFAULT_CIPHERS;
  if (update.admin_state_up === null) update.admin_state_up = false;
  if (update.session_persistence) {
    const kept = before.session_persistence as JsonObject | null | undefined;
    const persistence = { ...(update.session_persistence as JsonObject) };
    if (!truthy(persistence.type) && kept?.type) persistence.type = kept.type;
    checkPersistence(persistence, before.protocol, "UDP");
    update.session_persistence = persistence;
  }
  checkPoolTlsUpdate(octavia.certificates, update, before);
  const loadBalancer = ctx.parent(String(before.loadbalancer_id));
  const row = octavia.store.transaction(() => {
    lock(octavia, loadBalancer.id, { listeners: octavia.tree.listenersOfPool(before) });
    checkRequired("pool", update);
    if (truthy(update.lb_algorithm)) checkPool(String(loadBalancer.provider), update.lb_algorithm);
    return octavia.update("pool", before.id, { ...update, provisioning_status: "PENDING_UPDATE" });
  });
  return json(200, { pool: octavia.views.pool(row) });
}

export function deletePool(ctx: Context, id: string): HttpResponse {
  ctx.noParameters();
  const { octavia } = ctx;
  const row = ctx.need("pool", id);
  mayWrite(ctx.caller, String(row.project_id));
  const [policy] = octavia.tree.policiesTo(row);
  if (policy) throw new ApiError(409, `Pool ${row.id} is in use by L7 policy ${policy.id}`);
  octavia.store.transaction(() => {
    lock(octavia, String(row.loadbalancer_id), { listeners: octavia.tree.listenersOfPool(row) });
    octavia.update("pool", row.id, { provisioning_status: "PENDING_DELETE" });
  });
  return nothing(204);
}
