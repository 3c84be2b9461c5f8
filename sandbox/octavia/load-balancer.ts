// Load balancers.
import { type HttpResponse, json } from "../shared/http";
import { asObject, isObject, type Json, type JsonObject, objects, text, texts } from "../shared/json";
import { present } from "./body";
import { type LbaasRequest, mayRead, mayWrite, mustBeAdmin, nothing, projectOf } from "./context";
import { ApiError, boolFromString, hasTwins, invalid, noChildren, truthy } from "./errors";
import { flavorData, providerOf, zoneOf } from "./flavors";
import { checkMonitorOfPool, insertMonitor } from "./health-monitor";
import { insertPolicy } from "./l7-policy";
import { insertRule } from "./l7-rule";
import { checkPoolOfListener, insertListener } from "./listener";
import { loadBalancerCreate, loadBalancerUpdate } from "./listener-bodies";
import { lockWhole } from "./lock";
import { insertMember } from "./member";
import { completeVip } from "./network";
import { insertPool } from "./pool";
import { checkEnabled } from "./provider";
import { checkQuota } from "./quota";
import type { OctaviaService } from "./service";
import type { OctaviaRow, Tree } from "./store";

/** A load balancer, alone or with everything below it. */
export function createLoadBalancer(ctx: LbaasRequest): HttpResponse {
  const { octavia, caller } = ctx;
  const fields = present(ctx.body("load_balancer", "loadbalancer", loadBalancerCreate), "project_id");
  const project = projectOf(caller, text(fields.tenant_id ?? fields.project_id));
  mayWrite(caller, project);
  const vip = completeVip(octavia.network, fields);
  const zone = zoneOf(octavia, fields);
  const provider = providerOf(octavia, fields);
  checkEnabled(provider);
  const row = octavia.store.transaction(() => {
    checkQuota(octavia, "loadbalancer", project);
    if (hasTwins(fields.tags) || hasTwins(fields.vip_sg_ids)) throw new ApiError(409, "Already an entity with that specified id.");
    const { listeners, pools, ...own } = fields;
    const sriov = flavorData(octavia, fields.flavor_id).sriov_vip === true;
    if (sriov && truthy(vip.vip_sg_ids)) {
      throw invalid("VIP Security Groups are not allowed with VNIC direct type");
    }
    const created = octavia.insert("loadbalancer", {
      ...own,
      ...vip,
      project_id: project,
      provider,
      availability_zone: zone ?? null,
      vip_vnic_type: sriov ? "direct" : "normal",
      topology: flavorData(octavia, fields.flavor_id).loadbalancer_topology ?? "SINGLE",
    });
    const { address, port } = octavia.network.allocate(created);
    const placed = octavia.store.put("loadbalancer", {
      ...created,
      vip_address: address,
      vip_port_id: port,
      additional_vips: objects(created.additional_vips).map((each) => ({
        subnet_id: each.subnet_id ?? null,
        ip_address: each.ip_address ?? null,
        // the no-op driver makes no ports
        port_id: provider === "noop_driver" ? (each.port_id ?? null) : port,
      })),
    });
    createGraph(octavia, placed, objects(listeners), objects(pools));
    return placed;
  });
  octavia.worker.schedule(row);
  return json(201, { loadbalancer: octavia.views.loadbalancer(row, true) });
}

export function updateLoadBalancer(ctx: LbaasRequest, id: string): HttpResponse {
  const { octavia } = ctx;
  const body = ctx.body("load_balancer", "loadbalancer", loadBalancerUpdate);
  const before = ctx.need("loadbalancer", id);
  mayWrite(ctx.caller, String(before.project_id));
  const fields = present(body, "vip_sg_ids");
  if (before.vip_vnic_type === "direct" && truthy(fields.vip_sg_ids)) {
    throw invalid("VIP Security Groups are not allowed with VNIC direct type");
  }
  const qosPolicy = fields.vip_qos_policy_id === before.vip_qos_policy_id ? undefined : fields.vip_qos_policy_id;
  octavia.network.check(texts(fields.vip_sg_ids), qosPolicy ? String(qosPolicy) : undefined);
  const update = { ...fields };
  if (update.vip_sg_ids === null) update.vip_sg_ids = [];
  const row = octavia.store.transaction(() => {
    lockWhole(octavia, before, "PENDING_UPDATE", ["ACTIVE"]);
    return octavia.update("loadbalancer", before.id, update);
  });
  octavia.network.updated(row);
  octavia.worker.schedule(row);
  return json(200, { loadbalancer: octavia.views.loadbalancer(row) });
}

export function deleteLoadBalancer(ctx: LbaasRequest, id: string): HttpResponse {
  ctx.noParameters(["cascade"]);
  const { octavia } = ctx;
  const row = ctx.need("loadbalancer", id);
  mayWrite(ctx.caller, String(row.project_id));
  const cascade = boolFromString(ctx.query.get("cascade") ?? "");
  if (!cascade && (octavia.tree.listeners(row.id).length > 0 || octavia.tree.pools(row.id).length > 0)) {
    throw invalid(`Cannot delete Load Balancer ${id} - it has children`);
  }
  lockWhole(octavia, row, "PENDING_DELETE", ["ACTIVE", "ERROR"]);
  octavia.worker.schedule(row);
  return nothing(204);
}

export function failOver(ctx: LbaasRequest, id: string): HttpResponse {
  const row = ctx.need("loadbalancer", id);
  mustBeAdmin(ctx.caller);
  lockWhole(ctx.octavia, row, "PENDING_UPDATE", ["ACTIVE", "ERROR"]);
  ctx.octavia.worker.schedule(row);
  return nothing(202);
}

const NO_TRAFFIC = { bytes_in: 0, bytes_out: 0, active_connections: 0, total_connections: 0, request_errors: 0 };

/** The states of everything that is in use: pools that no listener uses are not there. */
export function readStatus(ctx: LbaasRequest, id: string): HttpResponse {
  ctx.noParameters();
  const row = ctx.need("loadbalancer", id);
  mayRead(ctx.caller, String(row.project_id));
  const { tree } = ctx.octavia;
  const listeners = tree.listeners(row.id).map((listener) => ({
    ...states(listener),
    pools: tree.poolsOfListener(listener).map((pool) => statesOfPool(tree, pool)),
  }));
  return json(200, { statuses: { loadbalancer: { ...states(row), listeners } } });
}

function statesOfPool(tree: Tree, pool: OctaviaRow): JsonObject {
  const monitor = tree.monitor(pool.id);
  return {
    ...states(pool),
    health_monitor: monitor ? { ...states(monitor), type: monitor.type ?? null } : null,
    members: tree
      .members(pool.id)
      .map((member) => ({ ...states(member), address: member.address ?? null, protocol_port: member.protocol_port ?? null })),
  };
}

const states = (row: OctaviaRow): JsonObject => ({
  id: row.id,
  name: row.name ?? "",
  operating_status: row.operating_status ?? null,
  provisioning_status: row.provisioning_status ?? null,
});

/** Nothing forwards traffic here. */
export function readStatistics(ctx: LbaasRequest, kind: "loadbalancer" | "listener", id: string): HttpResponse {
  ctx.noParameters();
  mayRead(ctx.caller, String(ctx.need(kind, id).project_id));
  return json(200, { stats: NO_TRAFFIC });
}

/** The `{"name"}` of a reference has two more keys by default; a body with more keys is a definition. */
const KEYS_OF_REFERENCE = 3;

/** A populated create looks these up in a pool with TLS without asking whether they are there. */
const TLS_FIELDS = ["tls_ciphers", "tls_versions", "alpn_protocols"];

/** Creates the objects below a new load balancer: first all pools, wherever they are written, then listeners with their policies. */
function createGraph(octavia: OctaviaService, loadBalancer: OctaviaRow, listeners: JsonObject[], pools: JsonObject[]): void {
  const definitions = [...pools];
  const references: string[] = [];
  for (const listener of listeners) {
    sortOut(listener.default_pool, definitions, references);
    for (const policy of objects(listener.l7policies)) {
      sortOut(policy.redirect_pool, definitions, references);
    }
  }
  const names = definitions.map((pool) => pool.name);
  if (new Set(names).size !== names.length) throw invalid("Pool names must be unique when creating a fully populated loadbalancer.");
  const lost = references.find((name) => !names.includes(name));
  if (lost !== undefined) throw invalid(`Pool '${lost}' was referenced but no full definition was found.`);
  const project = String(loadBalancer.project_id);
  if (definitions.length > 0) checkQuota(octavia, "pool", project, definitions.length);
  const ids = new Map<string, string>();
  for (const pool of definitions) ids.set(String(pool.name), createPool(octavia, loadBalancer, pool).id);
  if (listeners.length > 0) checkQuota(octavia, "listener", project, listeners.length);
  for (const listener of listeners) createListener(octavia, loadBalancer, listener, ids);
}

function sortOut(pool: Json | undefined, definitions: JsonObject[], references: string[]): void {
  if (!isObject(pool)) return;
  if (!pool.name) throw invalid("Pools must be named when creating a fully populated loadbalancer.");
  if (Object.keys(pool).length > KEYS_OF_REFERENCE) definitions.push(pool);
  else references.push(String(pool.name));
}

function createPool(octavia: OctaviaService, loadBalancer: OctaviaRow, body: JsonObject): OctaviaRow {
  for (const attribute of ["protocol", "lb_algorithm"]) {
    if (!(attribute in body)) throw invalid(`Pool definition for '${String(body.name)}' missing required attribute: ${attribute}`);
  }
  const { members, healthmonitor, ...fields } = body;
  const project = String(loadBalancer.project_id);
  const forgotten = fields.tls_enabled === true && TLS_FIELDS.find((field) => !(field in fields));
  if (forgotten) throw new ApiError(500, `'${forgotten}'`);
  const pool = insertPool(octavia, loadBalancer, fields);
  if (isObject(healthmonitor)) {
    checkQuota(octavia, "healthmonitor", project);
    const monitor = insertMonitor(octavia, { ...healthmonitor, pool_id: pool.id, project_id: project });
    checkMonitorOfPool(monitor, pool.protocol, "<octavia.common.data_models.Pool object at 0x7f0000000000>");
  }
  const list = objects(members);
  if (list.length > 0) checkQuota(octavia, "member", project, list.length);
  for (const member of list) insertMember(octavia, pool, member, false);
  return pool;
}

function createListener(octavia: OctaviaService, loadBalancer: OctaviaRow, body: JsonObject, pools: Map<string, string>): void {
  const { default_pool, l7policies, ...fields } = body;
  const { name } = asObject(default_pool);
  if (name !== undefined) fields.default_pool_id = pools.get(String(name)) ?? null;
  const protocol = String(body.protocol);
  if (fields.default_pool_id) {
    if (protocol === "PROMETHEUS") throw noChildren(protocol);
    checkPoolOfListener(octavia, loadBalancer.id, String(fields.default_pool_id), protocol);
  }
  const policies = objects(l7policies);
  const listener = insertListener(octavia, { ...fields, loadbalancer_id: loadBalancer.id, project_id: loadBalancer.project_id ?? null });
  if (protocol === "PROMETHEUS" && policies.length > 0) throw noChildren(protocol);
  for (const policy of policies) createPolicy(octavia, listener, policy, pools);
}

function createPolicy(octavia: OctaviaService, listener: OctaviaRow, body: JsonObject, pools: Map<string, string>): void {
  const { redirect_pool, rules, ...fields } = body;
  const { name } = asObject(redirect_pool);
  if (name !== undefined) fields.redirect_pool_id = pools.get(String(name)) ?? null;
  const list = objects(rules);
  const policy = insertPolicy(octavia, listener, fields, list);
  for (const rule of list) insertRule(octavia, policy, rule);
}
