import type { JsonObject } from "../../shared/json";
import { ApiError } from "../errors";
import { truthy } from "../python";

const badArguments = (message: string): ApiError => new ApiError(400, `Invalid L7 Policy arguments: ${message}`);

/**
 * The target of a policy made consistent: a target that is named decides over the action, and what does not belong to the
 * action becomes null. An empty update is refused.
 */
export function sanitizePolicy(given: JsonObject): JsonObject {
  const policy = { ...given };
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

/** What a policy in its new action must not keep from its old one. */
export function clearedBy(action: unknown): JsonObject {
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
