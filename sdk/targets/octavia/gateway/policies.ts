// Lowers Route rules to L7 policies.

import type { PoolRef } from "../../../../resources/octavia/fields";
import type { L7PolicyBody, L7RuleBody } from "../../../../resources/octavia/types";
import type { RequestPort, Rule } from "../../../routing";
import { redirectAction } from "../lower/l7/redirect-action";
import { shorten } from "../names";
import { type Condition, conditionsOf } from "./conditions";
import { MAX_BRANCHES, rulesFor, without } from "./negation";

/** Policies of one listener, and the rules that it cannot serve. */
export interface RequestPolicies {
  policies: L7PolicyBody[];
  /** The rule that each policy serves, by the name of the policy. */
  rules: ReadonlyMap<string, Rule>;
  dropped: { rule: Rule; because: string }[];
}

/**
 * L7 policies for the rules of a port. Octavia tries every redirect before any pool, whatever the positions say. A redirect therefore
 * excludes the requests of each rule before it that leads to a pool; among themselves redirects and pools keep the order of the rules.
 *
 * @param poolOf pool of a rule that is not a redirect; called once for each rule that gets requests
 */
export function requestPolicies({ rules }: Pick<RequestPort, "rules">, poolOf: (rule: Rule) => PoolRef): RequestPolicies {
  const redirects: L7PolicyBody[] = [];
  const forwards: L7PolicyBody[] = [];
  const dropped: RequestPolicies["dropped"] = [];
  const served = new Map<string, Rule>();
  const nameFor = (plain: string, rule: Rule): string => {
    let name = shorten(plain);
    for (let count = 2; served.has(name); count++) name = shorten(`${plain} (${count})`);
    served.set(name, rule);
    return name;
  };
  const before: Condition[][] = [];
  const taken = new Set<string>();
  for (const rule of rules) {
    const conditions = conditionsOf(rule);
    const key = JSON.stringify(conditions.map((condition) => condition.rule));
    // of rules with the same conditions only the first gets requests
    if (taken.has(key)) continue;
    if ("redirect" in rule.to) {
      const branches = without(conditions, before);
      const written = branches?.map(rulesFor);
      if (!branches || !written?.every((some) => some !== undefined)) {
        const limit = branches ? "more than the 50 rules of a policy" : `more than ${MAX_BRANCHES} policies`;
        dropped.push({ rule, because: `the redirect excludes what the rules before it serve, which needs ${limit}` });
        continue;
      }
      taken.add(key);
      const to = redirectAction(rule.to, rule.host, rule.listener);
      for (const some of written)
        redirects.push({ name: nameFor(`redirect ${matchText(rule)}`, rule), position: 0, ...to, rules: orAll(some ?? []) });
      continue;
    }
    const some = rulesFor(conditions);
    if (!some) {
      dropped.push({ rule, because: "it needs more than the 50 rules of a policy" });
      continue;
    }
    taken.add(key);
    before.push(conditions);
    const name = nameFor(matchText(rule), rule);
    forwards.push({ name, position: 0, action: "REDIRECT_TO_POOL", redirect_pool: poolOf(rule), rules: orAll(some) });
  }
  const policies = [...redirects, ...forwards].map((policy, index) => ({ ...policy, position: index + 1 }));
  return { policies, rules: served, dropped };
}

/** A policy without rules would never match. */
const orAll = (rules: L7RuleBody[]): L7RuleBody[] =>
  rules.length > 0 ? rules : [{ type: "PATH", compare_type: "STARTS_WITH", value: "/" }];

const PATHS = { exact: " (exact)", segments: "", characters: "", regex: " (regex)" };

/** A match as text: `shop.example.com/cart (exact) if x-version=2`. */
function matchText({ host, match: { path, headers } }: Pick<Rule, "host" | "match">): string {
  const conditions = headers.map(({ name, is, value }) => `${name.toLowerCase()}${is === "exact" ? "=" : "~"}${value}`);
  return `${host || "*"}${path.value}${PATHS[path.is]}${conditions.length > 0 ? ` if header ${conditions.join(", ")}` : ""}`;
}
