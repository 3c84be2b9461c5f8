// Orders the L7 policies of a listener as HAProxy evaluates them.

import type { L7PolicyBody, L7RuleBody, PoolBody } from "../../resources/octavia/types";
import type { ListedRule } from "../table/by-host";
import type { Condition, ServedAnswer, ServedRedirect, ServedRule } from "../table/routing-table";
import { conditionOf } from "./conditions";
import { hostTest } from "./hosts";

/**
 * HAProxy first rejects, then redirects, then selects a pool; positions count only among policies with the same kind of action.
 *
 * @unverified octavia/redirect-before-pool
 */
const TURN: { readonly [action: string]: number } = { REJECT: 0, REDIRECT_TO_URL: 1, REDIRECT_PREFIX: 1, REDIRECT_TO_POOL: 2 };

/** Pool of a policy, with its answer. */
type PoolOf = (policy: L7PolicyBody) => { pool: PoolBody; answer: ServedAnswer } | undefined;

/**
 * Policies of a listener in order of evaluation. Disabled policies, policies without rules and policies with a disabled pool are not
 * written to HAProxy.
 */
export function listedRules(
  policies: readonly L7PolicyBody[],
  poolOf: PoolOf,
  by: (policy: string) => Pick<ServedRule, "by" | "also"> = () => ({}),
): ListedRule[] {
  // @unverified octavia/by-position
  const inOrder = [...policies].sort((a, b) => (TURN[a.action] ?? 0) - (TURN[b.action] ?? 0) || a.position - b.position);
  return inOrder.flatMap((policy): ListedRule[] => {
    const rules = policy.rules.filter(({ admin_state_up = true }) => admin_state_up);
    if (policy.admin_state_up === false || rules.length === 0) return [];
    const to = answerFor(policy, poolOf);
    return to ? [listedRule(policy.name, rules, { to, ...by(policy.name) })] : [];
  });
}

function listedRule(name: string, rules: readonly L7RuleBody[], answer: Pick<ServedRule, "to" | "by" | "also">): ListedRule {
  const [names, except, match]: [string[][], string[], Condition[]] = [[], [], []];
  for (const rule of rules) {
    const test = rule.type === "HOST_NAME" ? hostTest(rule) : conditionOf(rule);
    if (!test) continue;
    if ("of" in test) match.push(rule.type === "HOST_NAME" && rule.invert ? { ...test, not: true } : test);
    else if (rule.invert) except.push(...test.names);
    else names.push(test.names);
  }
  return {
    rule: { ...(match.length > 0 ? { match } : {}), ...answer, on: `l7policy/${name}` },
    ...(names.length > 0 ? { names } : {}),
    ...(except.length > 0 ? { except } : {}),
  };
}

function answerFor(policy: L7PolicyBody, poolOf: PoolOf): ServedAnswer | undefined {
  const { action, redirect_url = "", redirect_prefix = "", redirect_http_code: status = 302 } = policy;
  switch (action) {
    case "REJECT":
      return { status: 403 };
    case "REDIRECT_TO_URL":
      return { redirect: { ...placeIn(redirect_url, (path) => ({ full: path })), dropsQuery: true }, status };
    // @unverified octavia/redirect-prefix
    case "REDIRECT_PREFIX":
      return { redirect: placeIn(redirect_prefix, (path) => (path === "" ? undefined : { from: "", to: path })), status };
    default: {
      const target = poolOf(policy);
      return target && target.pool.admin_state_up !== false ? target.answer : undefined;
    }
  }
}

type Redirect = ServedRedirect["redirect"];

function placeIn(url: string, pathOf: (path: string) => Redirect["path"]): Redirect {
  const [match, scheme, host, port, path = ""] = /^(https?):\/\/([^/:?]+)(?::(\d+))?(.*)$/.exec(url) ?? [];
  const edit = pathOf(match === undefined ? url : path);
  if (match === undefined) return edit ? { path: edit } : {};
  return {
    scheme: scheme as "http" | "https",
    ...(host === undefined ? {} : { host: host.toLowerCase() }),
    ...(port === undefined ? {} : { port: Number(port) }),
    ...(edit ? { path: edit } : {}),
  };
}
