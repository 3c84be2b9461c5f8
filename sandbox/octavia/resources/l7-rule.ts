import { type HttpResponse, json } from "../../shared/http";
import type { JsonObject } from "../../shared/json";
import { mayRead, mayWrite } from "../caller";
import { MOST_RULES_PER_POLICY } from "../constants";
import { type Context, nothing } from "../context";
import { ApiError, noAttribute, parentNotFound } from "../errors";
import { lock } from "../lock";
import { checkQuota } from "../quotas";
import { checkRule } from "../rules/l7-rule";
import { ruleCreate, ruleUpdate } from "../schema/l7";
import type { Octavia } from "../service";
import type { Row } from "../store";

/** Types of rules that have no key. */
const KEYLESS = ["HOST_NAME", "PATH", "FILE_TYPE"];

function policyInPath(ctx: Context, id: string): Row {
  const policy = ctx.octavia.store.get("l7policy", id);
  if (!policy) throw parentNotFound("L7Policy", id);
  return policy;
}

function lockPolicy(ctx: Context, policy: Row): void {
  const listener = ctx.need("listener", String(policy.listener_id));
  lock(ctx.octavia, String(listener.loadbalancer_id), { listeners: [listener], policy });
}

export function createRule(ctx: Context, policyId: string): HttpResponse {
  const { octavia } = ctx;
  const policy = policyInPath(ctx, policyId);
  const given = ctx.body("rule_", "rule", ruleCreate) as JsonObject | null | undefined;
  const project = String(policy.project_id);
  mayWrite(ctx.caller, project);
  if (given === null) throw noAttribute("NoneType", "project_id");
  if (given === undefined) throw new ApiError(400, "Error parsing L7Rule: 'UnsetType' object has no attribute 'value'");
  checkRule(given);
  if (octavia.tree.rules(policy.id).length >= MOST_RULES_PER_POLICY) throw new ApiError(409, `Too many rules on L7 policy ${policy.id}`);
  const row = octavia.store.transaction(() => {
    checkQuota(octavia, "l7rule", project);
    lockPolicy(ctx, policy);
    return insertRule(octavia, policy, given);
  });
  return json(201, { rule: octavia.views.l7rule(row) });
}

export function insertRule(octavia: Octavia, policy: Row, given: JsonObject): Row {
  const { tenant_id: _, ...fields } = given;
  return octavia.insert("l7rule", {
    ...fields,
    l7policy_id: policy.id,
    project_id: policy.project_id ?? null,
    tags: fields.tags ?? [],
    invert: fields.invert ?? false,
    admin_state_up: fields.admin_state_up ?? false,
    provisioning_status: "PENDING_CREATE",
    operating_status: "OFFLINE",
  });
}

export function readRule(ctx: Context, policyId: string, id: string): HttpResponse {
  policyInPath(ctx, policyId);
  const row = ctx.need("l7rule", id);
  mayRead(ctx.caller, String(row.project_id));
  return ctx.one("rule", ctx.octavia.views.l7rule(row));
}

export function listRules(ctx: Context, policyId: string): HttpResponse {
  const policy = policyInPath(ctx, policyId);
  mayRead(ctx.caller, String(policy.project_id));
  return ctx.list("l7rule", "rules", ctx.octavia.tree.rules(policy.id), (row) => ctx.octavia.views.l7rule(row));
}

export function updateRule(ctx: Context, policyId: string, id: string): HttpResponse {
  const { octavia } = ctx;
  const policy = policyInPath(ctx, policyId);
  const given = ctx.body("rule_", "rule", ruleUpdate) as JsonObject | null | undefined;
  const before = ctx.need("l7rule", id);
  mayWrite(ctx.caller, String(before.project_id));
  if (!given) throw noAttribute(given === null ? "NoneType" : "UnsetType", "invert");
  const update: JsonObject = { ...given };
  if (update.invert === null) update.invert = false;
  if (update.admin_state_up === null) update.admin_state_up = false;
  if (update.tags === null) update.tags = [];
  const after = { ...before, ...update };
  checkRule(after);
  if (KEYLESS.includes(String(after.type))) update.key = null;
  const row = octavia.store.transaction(() => {
    lockPolicy(ctx, policy);
    return octavia.update("l7rule", before.id, { ...update, provisioning_status: "PENDING_UPDATE" });
  });
  return json(200, { rule: octavia.views.l7rule(row) });
}

export function deleteRule(ctx: Context, policyId: string, id: string): HttpResponse {
  ctx.noParameters();
  const { octavia } = ctx;
  const policy = policyInPath(ctx, policyId);
  const row = ctx.need("l7rule", id);
  mayWrite(ctx.caller, String(row.project_id));
  octavia.store.transaction(() => {
    lockPolicy(ctx, policy);
    octavia.update("l7rule", row.id, { provisioning_status: "PENDING_DELETE" });
  });
  return nothing(204);
}
