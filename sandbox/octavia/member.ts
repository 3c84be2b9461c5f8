// Members of pools.
import { exploded } from "../shared/addresses";
import type { HttpResponse } from "../shared/http";
import { type JsonObject, objects } from "../shared/json";
import { present } from "./body";
import type { OctaviaCollection } from "./collection";
import { RESERVED_ADDRESSES } from "./constants";
import { type LbaasRequest, mayWrite, nothing } from "./context";
import { ApiError, boolFromString, checkRequired, invalid, invalidOption, notFound, parentNotFound } from "./errors";
import { flavorData } from "./flavors";
import { lock, locksOfPool } from "./lock";
import { memberBatch, memberCreate, memberUpdate } from "./pool-bodies";
import { checkMembers } from "./provider";
import { checkQuota } from "./quota";
import type { OctaviaService } from "./service";
import type { OctaviaRow } from "./store";

/** The pool in the path, which is looked up before anything else is. */
export function poolInPath(ctx: LbaasRequest, id: string): OctaviaRow {
  const pool = ctx.octavia.store.get("pool", id);
  if (!pool) throw parentNotFound("Pool", id);
  return pool;
}

export const members: OctaviaCollection = {
  ...{ kind: "member", root: "member", plural: "members", argument: "member_", create: memberCreate, update: memberUpdate },
  above: { find: poolInPath, list: ({ octavia }, pool) => octavia.tree.members(pool.id) },
  find(ctx, id, pool) {
    const row = ctx.need("member", id);
    if (row.pool_id !== pool?.id) throw notFound("Member", id);
    return row;
  },
  parent(ctx, body, pool = poolInPath(ctx, "")) {
    present(body, "address");
    return pool;
  },
  checkNew({ octavia }, body) {
    checkReserved(String(body?.address));
    if (body?.subnet_id) octavia.network.networkOf(String(body.subnet_id));
  },
  insert({ octavia }, body, pool) {
    checkSriov(octavia, pool, body);
    lock(octavia, ...locksOfPool(octavia, pool));
    const created = insertMember(octavia, pool, body, octavia.tree.monitor(pool.id) !== undefined);
    checkFamilies(octavia, pool, [String(body.address)]);
    return created;
  },
  locks: (ctx, row) => locksOfPool(ctx.octavia, ctx.need("pool", String(row.pool_id))),
  changes(_ctx, body) {
    const update = { ...present(body, "backup") };
    if (update.backup === null) update.backup = false;
    if (update.weight === null) update.weight = 1;
    return update;
  },
};

/** Checks and adds a member; the load balancer is locked, or new. A fully populated create does not see its monitors. */
export function insertMember(octavia: OctaviaService, pool: OctaviaRow, body: JsonObject, monitored: boolean): OctaviaRow {
  checkReserved(String(body.address));
  checkSriov(octavia, pool, body);
  const address = String(body.address);
  const twin = octavia.tree.members(pool.id).some((other) => sameServer(other, address, body.protocol_port));
  if (twin) {
    const where = `ip ${address} on protocol_port ${String(body.protocol_port)}`;
    throw new ApiError(409, `Another member on this pool is already using ${where}`);
  }
  const { request_sriov: sriov, tenant_id: _, ...fields } = body;
  checkRequired("member", fields);
  return octavia.insert("member", {
    ...fields,
    pool_id: pool.id,
    project_id: pool.project_id ?? null,
    vnic_type: sriov === true ? "direct" : "normal",
    operating_status: monitored ? "OFFLINE" : "NO_MONITOR",
  });
}

const sameServer = (member: OctaviaRow, address: string, port: unknown): boolean =>
  member.protocol_port === port && String(member.address).toLowerCase() === address.toLowerCase();

function checkReserved(address: string): void {
  if (RESERVED_ADDRESSES.includes(exploded(address))) throw invalidOption(exploded(address), "member address");
}

function checkSriov(octavia: OctaviaService, pool: OctaviaRow, body: JsonObject): void {
  if (body.request_sriov !== true) return;
  const loadBalancer = octavia.store.get("loadbalancer", String(pool.loadbalancer_id));
  if (flavorData(octavia, loadBalancer?.flavor_id).allow_member_sriov !== true) {
    throw new ApiError(400, "The load balancer flavor does not allow SR-IOV member ports.");
  }
}

function checkFamilies(octavia: OctaviaService, pool: OctaviaRow, addresses: string[]): void {
  const loadBalancer = octavia.store.get("loadbalancer", String(pool.loadbalancer_id));
  const vips = [loadBalancer?.vip_address, ...objects(loadBalancer?.additional_vips).map((vip) => vip.ip_address)].map(String);
  const used = octavia.tree.listenersOfPool(pool).length > 0;
  checkMembers(String(loadBalancer?.provider), pool, used, vips, addresses);
}

interface Batch {
  created: JsonObject[];
  /** Members that are there, with what the batch says of them. */
  updated: [OctaviaRow, JsonObject][];
  unlisted: OctaviaRow[];
}

/** The whole set of a pool's members in one request: known by address and port, the others are new; what is not listed goes. */
export function updateMembers(ctx: LbaasRequest, poolId: string): HttpResponse {
  const { octavia } = ctx;
  const pool = poolInPath(ctx, poolId);
  const declaredMembers = ctx.listBody("members_", "members", memberBatch, ["additive_only"]) as JsonObject[] | null | undefined;
  const project = String(pool.project_id);
  mayWrite(ctx.caller, project);
  const additive = boolFromString(ctx.query.get("additive_only") ?? "");
  octavia.store.transaction(() => {
    const current = octavia.tree.members(pool.id);
    const noop = declaredMembers?.length === 0 && current.length === 0;
    lock(octavia, ...locksOfPool(octavia, pool));
    if (!declaredMembers) throw new ApiError(500, `'${declaredMembers === null ? "NoneType" : "UnsetType"}' object is not iterable`);
    if (noop) throw new Unchanged();
    const plan = planOf(current, declaredMembers);
    const growth = plan.created.length - (additive ? 0 : plan.unlisted.length);
    if (growth > 0) checkQuota(octavia, "member", project, growth);
    apply(octavia, pool, plan, additive);
  });
  return nothing(202);
}

/** Taken back like a refusal, and then answered as success. */
class Unchanged extends ApiError {
  constructor() {
    super(202, "");
  }

  override response(): HttpResponse {
    return nothing(202);
  }
}

const keyOf = (member: JsonObject): string => `${String(member.address)} ${String(member.protocol_port)}`;

function planOf(current: OctaviaRow[], batch: JsonObject[]): Batch {
  const currentByKey = new Map(current.map((row) => [keyOf(row), row]));
  const keysInBatch = new Set(batch.map(keyOf));
  const plan: Batch = { created: [], updated: [], unlisted: current.filter((row) => !keysInBatch.has(keyOf(row))) };
  const seen = new Set<string>();
  for (const member of batch) {
    const row = currentByKey.get(keyOf(member));
    if (!row) {
      checkReserved(String(member.address));
      plan.created.push(member);
    } else {
      if (seen.has(row.id)) throw invalid("Member must be updated only once in the same request.");
      seen.add(row.id);
      plan.updated.push([row, member]);
    }
  }
  return plan;
}

function apply(octavia: OctaviaService, pool: OctaviaRow, { created, updated, unlisted }: Batch, additive: boolean): void {
  const monitored = octavia.tree.monitor(pool.id) !== undefined;
  for (const { subnet_id: subnet } of created) if (subnet) octavia.network.networkOf(String(subnet));
  for (const member of created) insertMember(octavia, pool, member, monitored);
  for (const [row, { request_sriov: _, tenant_id: __, ...fields }] of updated) {
    const update: JsonObject = { ...fields, project_id: pool.project_id ?? null, provisioning_status: "PENDING_UPDATE" };
    octavia.update("member", row.id, update);
  }
  if (!additive) for (const row of unlisted) octavia.update("member", row.id, { provisioning_status: "PENDING_DELETE" });
  checkFamilies(
    octavia,
    pool,
    [...created, ...updated.map(([row]) => row)].map((member) => String(member.address)),
  );
}
