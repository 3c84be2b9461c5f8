// L7 policies.
import { type JsonObject, objects } from "../shared/json";
import { present } from "./body";
import type { OctaviaCollection } from "./collection";
import { MOST_RULES_PER_POLICY } from "./constants";
import type { LbaasRequest } from "./context";
import { ApiError, nestedDict, noChildren, notFound, str, truthy } from "./errors";
import { checkRule } from "./l7-rule";
import { checkProtocols } from "./listener";
import { policyCreate, policyUpdate } from "./listener-bodies";
import { lock } from "./lock";
import { checkPolicy } from "./provider";
import type { OctaviaService } from "./service";
import type { OctaviaRow } from "./store";

const listenerOf = (ctx: LbaasRequest, policy: OctaviaRow): OctaviaRow => ctx.need("listener", String(policy.listener_id));

export const policies: OctaviaCollection = {
  ...{ kind: "l7policy", root: "l7policy", plural: "l7policies", argument: "l7policy_", create: policyCreate, update: policyUpdate },
  parent: (ctx, body) => ctx.need("listener", str(present(body, "listener_id").listener_id ?? null)),
  checkNew(ctx, body, listener) {
    if (listener.protocol === "PROMETHEUS") throw noChildren("PROMETHEUS");
    checkTarget(ctx, listener, body ?? {});
  },
  insert(ctx, body, listener) {
    const { octavia } = ctx;
    const { rules, tenant_id: _, listener_id: __, ...fields } = body;
    const policy = sanitizePolicy(fields);
    const list = objects(rules);
    checkRules(octavia, list);
    const loadBalancer = ctx.parent(String(listener.loadbalancer_id));
    lock(octavia, loadBalancer.id, { listeners: [listener] });
    const created = insertPolicy(octavia, listener, policy, []);
    if (list.length > 0) throw nestedDict();
    checkPolicy(String(loadBalancer.provider), listener.protocol);
    return created;
  },
  locks(ctx, row) {
    const listener = listenerOf(ctx, row);
    return [String(listener.loadbalancer_id), { listeners: [listener] }];
  },
  changes(ctx, body, before) {
    const update = sanitizePolicy(present(body, "to_dict"));
    checkTarget(ctx, listenerOf(ctx, before), update);
    // unlike those of other objects, tags of policies and rules go with null
    return update.tags === null ? { ...update, tags: [] } : update;
  },
  locked(ctx, before, { position, ...update }) {
    checkPoolIsNear(ctx.octavia, listenerOf(ctx, before), update);
    if (typeof position === "number" && position !== before.position) place(ctx.octavia, String(before.listener_id), before, position);
    return { ...update, ...clearedBy(update.action) };
  },
};

function checkTarget(ctx: LbaasRequest, listener: OctaviaRow, body: JsonObject): void {
  if (!truthy(body.redirect_pool_id)) return;
  checkProtocols(String(listener.protocol), String(ctx.need("pool", String(body.redirect_pool_id)).protocol));
}

function checkRules(octavia: OctaviaService, rules: JsonObject[]): void {
  if (rules.length > MOST_RULES_PER_POLICY) throw new ApiError(409, `Too many rules on L7 policy ${octavia.newId()}`);
  for (const rule of rules) checkRule(rule);
}

/** Checks and adds a policy at its place among the others of the listener. `rules` are those that will be added to it. */
export function insertPolicy(octavia: OctaviaService, listener: OctaviaRow, body: JsonObject, rules: JsonObject[]): OctaviaRow {
  const { position, ...fields } = sanitizePolicy(body);
  checkRules(octavia, rules);
  checkPoolIsNear(octavia, listener, fields);
  const others = octavia.tree.policies(listener.id);
  const created = octavia.insert("l7policy", {
    ...fields,
    listener_id: listener.id,
    project_id: listener.project_id ?? null,
    position: others.length + 1,
  });
  place(octavia, listener.id, created, typeof position === "number" ? position : others.length + 1);
  const placed = octavia.store.get("l7policy", created.id) ?? created;
  return octavia.store.put("l7policy", { ...placed, updated_at: null });
}

/** A pool that requests are sent to belongs to the same load balancer. */
function checkPoolIsNear(octavia: OctaviaService, listener: OctaviaRow, policy: JsonObject): void {
  if (policy.action !== "REDIRECT_TO_POOL") return;
  const pool = octavia.store.get("pool", String(policy.redirect_pool_id));
  if (pool?.loadbalancer_id !== listener.loadbalancer_id) throw notFound("Pool", String(policy.redirect_pool_id));
}

/** Puts a policy where it is wanted; the others make room, and all are numbered from 1. */
function place(octavia: OctaviaService, listener: string, policy: OctaviaRow, position: number): void {
  const others = octavia.tree.policies(listener).filter((other) => other.id !== policy.id);
  others.splice(Math.min(position - 1, others.length), 0, policy);
  others.forEach((each, i) => {
    if (each.position !== i + 1) octavia.update("l7policy", each.id, { position: i + 1 });
  });
}

const badArguments = (message: string): ApiError => new ApiError(400, `Invalid L7 Policy arguments: ${message}`);

/**
 * The target of a policy made consistent: a target that is named decides over the action, and what does not belong to the
 * action becomes null. An empty update is refused.
 */
function sanitizePolicy(body: JsonObject): JsonObject {
  const policy = { ...body };
  checkAction(policy);
  const pool = truthy(policy.redirect_pool_id);
  if (pool && (truthy(policy.redirect_url) || truthy(policy.redirect_prefix))) {
    throw badArguments("Cannot specify redirect_pool_id and redirect_url or redirect_prefix at the same time");
  }
  if (pool) {
    Object.assign(policy, { action: "REDIRECT_TO_POOL", redirect_url: null, redirect_prefix: null, redirect_http_code: null });
  }
  if (truthy(policy.redirect_url)) {
    Object.assign(policy, { action: "REDIRECT_TO_URL", redirect_pool_id: null, redirect_prefix: null });
    policy.redirect_http_code ||= 302;
  }
  if (truthy(policy.redirect_prefix)) {
    Object.assign(policy, { action: "REDIRECT_PREFIX", redirect_pool_id: null, redirect_url: null });
    policy.redirect_http_code ||= 302;
  }
  if (Object.keys(policy).length === 0) throw badArguments("Invalid update options");
  return policy;
}

function checkAction(policy: JsonObject): void {
  switch (policy.action) {
    case undefined:
      return;
    case "REJECT":
      policy.redirect_url = null;
      policy.redirect_pool_id = null;
      return;
    case "REDIRECT_TO_URL":
      if (!truthy(policy.redirect_url)) throw badArguments("redirect_url must not be None");
      policy.redirect_pool_id = null;
      return;
    case "REDIRECT_TO_POOL":
      if (!truthy(policy.redirect_pool_id)) throw badArguments("redirect_pool_id or redirect_pool must not be None");
      policy.redirect_url = null;
      return;
    case "REDIRECT_PREFIX":
      if (!truthy(policy.redirect_prefix)) throw badArguments("redirect_prefix must not be None");
      return;
    default:
      throw new ApiError(400, `Invalid L7 Policy action specified: ${policy.action === null ? "None" : String(policy.action)}`);
  }
}

/** Fields of the old action that a policy loses with its new action. */
function clearedBy(action: unknown): JsonObject {
  switch (action) {
    case "REJECT":
      return { redirect_url: null, redirect_pool_id: null, redirect_prefix: null, redirect_http_code: null };
    case "REDIRECT_TO_URL":
      return { redirect_pool_id: null, redirect_prefix: null };
    case "REDIRECT_TO_POOL":
      return { redirect_url: null, redirect_prefix: null, redirect_http_code: null };
    case "REDIRECT_PREFIX":
      return { redirect_url: null, redirect_pool_id: null };
    default:
      return {};
  }
}
