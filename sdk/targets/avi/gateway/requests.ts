// Lowers the HTTP ports of a Gateway to a policy set and its pools.

import type { PoolInputs } from "../../../../resources/avi";
import type { AviBody } from "../../../../resources/avi/body";
import { withoutScheme } from "../../../../resources/route-key";
import { type Forward, type GatewayModel, gatewayRuleKey, type RequestPort, type Rule } from "../../../routing";
import { diagnose } from "../../../specs";
import type { AviLowering } from "../lower/context";
import type { Lowered } from "../lower/lowered";
import { selectGroup } from "../lower/policies";
import { isAtLeast } from "../settings";
import { ANY_STATUS, lowerAnswer, lowerHeaders, lowerRedirect, lowerRewrite } from "./actions";
import { lowerMatches, type RuleForm } from "./matches";
import { type GatewayNames, numberOf } from "./names";
import { type Fields, lowerPolicy, type PortRule, type PortRules } from "./policy";
import { type LoweredBackends, lowerRuleBackends } from "./pools";

/** Policy set of a Gateway with the pool groups that it picks, and their pools. */
export interface LoweredRequests {
  policy: AviBody;
  poolGroups: AviBody[];
  pools: Lowered<PoolInputs>[];
}

/**
 * One policy set for all ports that read requests: the rules of a port by rank, as Avi takes the first that matches, and at the end one that
 * answers 404. Ports with the same rules share them.
 */
export function lowerRequests(
  cx: AviLowering,
  names: GatewayNames,
  gateway: Pick<GatewayModel, "owner">,
  ports: readonly RequestPort[],
): LoweredRequests | undefined {
  if (ports.length === 0) return undefined;
  const backends = new Map<string, KnownBackends>();
  const blocks = new Map<string, PortRules>();
  for (const port of ports) {
    const rules = port.rules.flatMap((rule) => lowerRule(cx, names, rule, { gateway, port }, backends));
    const key = JSON.stringify(rules.map(({ source: _, ...rule }) => rule));
    const block = blocks.get(key);
    if (block) block.ports.push(port.port);
    else blocks.set(key, { ports: [port.port], rules });
  }
  const name = cx.name(names.gateway, gateway.owner.ref);
  const lowered = [...backends.values()].map((one) => one.lowered);
  return {
    policy: lowerPolicy(cx, name, [...blocks.values()]),
    poolGroups: lowered.flatMap(({ group }) => (group ? [group] : [])),
    pools: lowered.flatMap(({ pools }) => pools),
  };
}

/** Backends of a rule, and the routes that lead to them, one for each of its matches and ports. */
interface KnownBackends {
  lowered: LoweredBackends;
  keys: string[];
}

function lowerRule(
  cx: AviLowering,
  names: GatewayNames,
  rule: Rule,
  { gateway, port }: { gateway: Pick<GatewayModel, "owner">; port: RequestPort },
  knownBackends: Map<string, KnownBackends>,
): PortRule[] {
  const { owner, at, index, host, match, to } = rule;
  const label = `${owner.ref.kind} ${owner.ref.namespace}/${owner.ref.name} rule ${rule.name ?? numberOf(at)} match ${index}${host ? ` ${host}` : ""}`;
  const actionsOf = ({ form }: RuleForm): Fields => {
    const matched = { path: match.path, form };
    if ("redirect" in to) return lowerRedirect(to, matched, port);
    if ("answer" in to) return answerOf(cx, rule, to.answer);
    const group = ruleGroup(cx, names, rule, to, withoutScheme(gatewayRuleKey(gateway, port, rule)), knownBackends);
    if (!group) return answerOf(cx, rule, 500);
    return { ...lowerHeaders(rule.request), ...lowerRewrite(to, matched), switching_action: selectGroup(group.name) };
  };
  return lowerMatches(rule).map((form) => ({
    name: form.form ? `${label} ${form.form}` : label,
    host,
    match: form.match,
    actions: actionsOf(form),
    response: lowerHeaders(rule.response),
    source: { owner, at },
  }));
}

/** The pool group of a rule; all matches of the rule share it. */
function ruleGroup(
  cx: AviLowering,
  names: GatewayNames,
  { owner, at, name }: Rule,
  to: Forward,
  key: string,
  knownBackends: Map<string, KnownBackends>,
): AviBody | undefined {
  const group = names.rule({ owner, at, ...(name === undefined ? {} : { name }) });
  const keys = knownBackends.get(group)?.keys ?? [];
  if (!keys.includes(key)) keys.push(key);
  const rule = { owner, at, ...(name === undefined ? {} : { name }), backends: to.backends };
  const lowered = knownBackends.get(group)?.lowered ?? lowerRuleBackends(cx, names, rule, keys, true, to);
  knownBackends.set(group, { lowered, keys });
  return lowered.group;
}

function answerOf(cx: AviLowering, { owner, at }: Rule, answer: 404 | 500): Fields {
  const { controllerVersion } = cx.settings;
  if (answer === 500 && !isAtLeast(controllerVersion, ANY_STATUS)) {
    const message = `requests of the rule get 501 in place of 500: a controller of version ${controllerVersion} has no such answer`;
    const remedy = `Correct the backends, or set controllerVersion if the controller is ${ANY_STATUS.join(".")} or later.`;
    cx.report(diagnose("LB1302", owner.ref, at, message, { remedy }));
  }
  return lowerAnswer(answer, controllerVersion);
}
