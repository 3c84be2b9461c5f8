import type { Json } from "../../../kinds/json";
import type { SecurityGroupBody } from "../../../kinds/octavia/inputs";
import { isObject } from "../../lifecycle/json";
import { securityRuleKey } from "../beside/security-group";

/** True when two groups mean the same: rules have no order. */
export function sameSecurityGroup(one: Json | undefined, other: Json | undefined): boolean {
  if (!isObject(one) || !isObject(other)) return isObject(one) === isObject(other);
  return meaning(one as unknown as SecurityGroupBody) === meaning(other as unknown as SecurityGroupBody);
}

/** What the server holds, in the program's own words where it means the same. */
export function overlaidSecurityGroup(declared: SecurityGroupBody, live: SecurityGroupBody): SecurityGroupBody {
  const held = new Map(live.rules.map((rule) => [securityRuleKey(rule), rule]));
  const kept = declared.rules.filter((rule) => held.has(securityRuleKey(rule)));
  const known = new Set(kept.map(securityRuleKey));
  const extra = live.rules.filter((rule) => !known.has(securityRuleKey(rule)));
  const { description } = live;
  return {
    name: live.name,
    ...((description ?? "") === (declared.description ?? "") ? pickDescription(declared) : { description }),
    rules: [...kept, ...extra],
  };
}

function pickDescription({ description }: SecurityGroupBody): { description?: string } {
  return description === undefined ? {} : { description };
}

function meaning({ name, description, rules }: SecurityGroupBody): string {
  return JSON.stringify([name, description ?? "", [...new Set((rules ?? []).map(securityRuleKey))].sort()]);
}
