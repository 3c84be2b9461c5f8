// Writes the policy rules for the Route rules of one port.

import type { AviBody } from "../../../../resources/avi/body";
import type { Json } from "../../../../resources/kind";
import type { RuleSource } from "../../../routing";
import type { AviLowering } from "../lower/context";
import { policyRuleKey } from "../lower/policies";
import { lowerAnswer } from "./actions";

/** Fields of a body. */
export type Fields = { [field: string]: Json };

/** A rule as the controller has it, without its index and port. */
export interface PortRule {
  name: string;
  host: string;
  match: Fields;
  actions: Fields;
  response: Fields;
  source: RuleSource;
}

/** Ports with the same rules. */
export interface PortRules {
  ports: number[];
  rules: PortRule[];
}

/** The policy set of a Gateway: the rules of its ports, and one for requests that none takes. */
export function lowerPolicy(cx: AviLowering, name: string, blocks: readonly PortRules[]): AviBody {
  const nameAt = (rule: PortRule, ports: readonly number[]) => `${rule.name} at ${ports.join(", ")}`;
  for (const { ports, rules } of blocks) for (const rule of rules) cx.sources.note(policyRuleKey(name, nameAt(rule, ports)), rule.source);
  const placed = (part: (rule: PortRule) => Fields, { ports, rules }: PortRules) =>
    rules.map((rule) => ({
      name: nameAt(rule, ports),
      match: { ...rule.match, vs_port: { match_criteria: "IS_IN", ports } },
      ...part(rule),
    }));
  const numbered = (rules: readonly Fields[]) => rules.map((rule, index) => ({ index, enable: true, ...rule }));
  const requests = blocks.flatMap((block) => placed(({ actions }) => actions, block));
  // @unverified avi/response-rules-path
  const responses = blocks.flatMap(({ ports, rules }) => placed(({ response }) => response, { ports, rules: thatDecide(rules) }));
  const last = { name: "requests that no rule takes", match: { path: { match_criteria: "BEGINS_WITH", match_str: ["/"] } } };
  return cx.body("httppolicyset", name, {
    http_request_policy: { rules: numbered([...requests, { ...last, ...lowerAnswer(404, cx.settings.controllerVersion) }]) },
    ...(responses.length > 0 ? { http_response_policy: { rules: numbered(responses) } } : {}),
  });
}

/**
 * The rules that decide about the headers of an answer: those that change some, and those before them at the same hosts, whose requests keep
 * the headers as they are.
 */
function thatDecide(rules: readonly PortRule[]): PortRule[] {
  const changing = rules.map(({ response }) => Object.keys(response).length > 0);
  return rules.filter((rule, i) => changing[i] || rules.some((later, j) => j > i && changing[j] && meet(rule.host, later.host)));
}

/** True if a request may be for both hosts. */
function meet(a: string, b: string): boolean {
  const within = (inner: string, outer: string) => outer.startsWith("*.") && inner.endsWith(outer.slice(1));
  return !a || !b || a === b || within(a, b) || within(b, a);
}
