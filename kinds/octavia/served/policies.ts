import type { ListedRule } from "../../requests/by-host";
import type { Condition, ServedAnswer, ServedRedirect } from "../../requests/form";
import type { L7PolicyBody, L7RuleBody, PoolBody } from "../types";
import { conditionOf } from "./conditions";
import { hostTest } from "./hosts";

/** HAProxy refuses first, then redirects, then picks a pool; only among policies of one of these does the position count. */
const TURN: { readonly [action: string]: number } = { REJECT: 0, REDIRECT_TO_URL: 1, REDIRECT_PREFIX: 1, REDIRECT_TO_POOL: 2 };

/**
 * The policies of a listener in the order in which they are tried. One that is switched off, has no rules or leads to a pool that is
 * switched off is not written to HAProxy.
 */
export function listedRules(
  policies: readonly L7PolicyBody[],
  poolOf: (policy: L7PolicyBody) => { pool: PoolBody; answer: ServedAnswer } | undefined,
) {
  const inOrder = [...policies].sort((a, b) => TURN[a.action]! - TURN[b.action]! || a.position - b.position);
  return inOrder.flatMap((policy): ListedRule[] => {
    const rules = policy.rules.filter(({ admin_state_up = true }) => admin_state_up);
    if (policy.admin_state_up === false || rules.length === 0) return [];
    const to = answerFor(policy, poolOf);
    return to ? [{ ...conditionsOf(rules, to) }] : [];
    function conditionsOf(all: readonly L7RuleBody[], answer: ServedAnswer): ListedRule {
      const names: string[][] = [];
      const except: string[] = [];
      const match: Condition[] = [];
      for (const rule of all) {
        if (rule.type !== "HOST_NAME") match.push(...[conditionOf(rule) ?? []].flat());
        else {
          const test = hostTest(rule);
          if (!("names" in test)) match.push(rule.invert ? { ...test, not: true } : test);
          else if (rule.invert) except.push(...test.names);
          else names.push(test.names);
        }
      }
      const rule = { ...(match.length > 0 ? { match } : {}), to: answer, on: `l7policy/${policy.name}` };
      return { rule, ...(names.length > 0 ? { names } : {}), ...(except.length > 0 ? { except } : {}) };
    }
  });
}

function answerFor(
  policy: L7PolicyBody,
  poolOf: (policy: L7PolicyBody) => { pool: PoolBody; answer: ServedAnswer } | undefined,
): ServedAnswer | undefined {
  const { action, redirect_url = "", redirect_prefix = "", redirect_http_code: status = 302 } = policy;
  switch (action) {
    case "REJECT":
      return { status: 403 };
    case "REDIRECT_TO_URL":
      return { redirect: { ...placeIn(redirect_url, (path) => ({ full: path })), dropsQuery: true }, status };
    case "REDIRECT_PREFIX":
      return { redirect: placeIn(redirect_prefix, (path) => (path === "" ? undefined : { from: "", to: path })), status };
    default: {
      const found = poolOf(policy);
      return found && found.pool.admin_state_up !== false ? found.answer : undefined;
    }
  }
}

type Redirect = ServedRedirect["redirect"];

function placeIn(url: string, pathOf: (path: string) => Redirect["path"]): Redirect {
  const [whole, scheme, host, port, path = ""] = /^(https?):\/\/([^/:?]+)(?::(\d+))?(.*)$/.exec(url) ?? [];
  const edit = pathOf(whole === undefined ? url : path);
  if (whole === undefined) return edit ? { path: edit } : {};
  return {
    scheme: scheme as "http" | "https",
    ...(host === undefined ? {} : { host: host.toLowerCase() }),
    ...(port === undefined ? {} : { port: Number(port) }),
    ...(edit ? { path: edit } : {}),
  };
}
