import type { HttpResponse } from "../shared/http";
import type { JsonObject } from "../shared/json";
import { type Context, mayWrite, nothing } from "./context";
import { ApiError, invalid } from "./errors";
import { checkFamilies, checkReserved, insertMember, poolInPath } from "./member";
import { memberBatch } from "./pool-bodies";
import { boolFromString } from "./python";
import { checkQuota } from "./quota";
import { lock, type Octavia } from "./service";
import type { Row } from "./store";

interface Plan {
  created: JsonObject[];
  /** Members that are there, with what the batch says of them. */
  updated: [Row, JsonObject][];
  unlisted: Row[];
}

/** The whole set of a pool's members in one request: known by address and port, the others are new; what is not listed goes. */
export function updateMembers(ctx: Context, poolId: string): HttpResponse {
  const { octavia } = ctx;
  const pool = poolInPath(ctx, poolId);
  const given = ctx.listBody("members_", "members", memberBatch, ["additive_only"]) as JsonObject[] | null | undefined;
  const project = String(pool.project_id);
  mayWrite(ctx.caller, project);
  const additive = boolFromString(ctx.query.get("additive_only") ?? "");
  octavia.store.transaction(() => {
    const current = octavia.tree.members(pool.id);
    const noop = given?.length === 0 && current.length === 0;
    lock(octavia, String(pool.loadbalancer_id), { listeners: octavia.tree.listenersOfPool(pool), pool });
    if (!given) throw new ApiError(500, `'${given === null ? "NoneType" : "UnsetType"}' object is not iterable`);
    if (noop) throw new Unchanged();
    const plan = planOf(current, given);
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

function planOf(current: Row[], given: JsonObject[]): Plan {
  const known = new Map(current.map((row) => [keyOf(row), row]));
  const listed = new Set(given.map(keyOf));
  const plan: Plan = { created: [], updated: [], unlisted: current.filter((row) => !listed.has(keyOf(row))) };
  const seen = new Set<string>();
  for (const member of given) {
    const row = known.get(keyOf(member));
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

function apply(octavia: Octavia, pool: Row, { created, updated, unlisted }: Plan, additive: boolean): void {
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
