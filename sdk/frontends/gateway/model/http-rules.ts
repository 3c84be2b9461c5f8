// Translates the rules of HTTPRoutes and GRPCRoutes.

import type { UnsupportedFeature } from "../../../routing/gateway/rules";
import type { Forward, Rule, RuleListener, RuleMatch, ValueMatch } from "../../../routing/rule";
import { LINE_BREAK, lineBreakIn, pointer } from "../../../specs";
import type { HTTPRouteMatch } from "../http-match";
import type { HTTPRoute } from "../http-route-reader";
import type { HTTPRouteRule } from "../http-rule";
import { milliseconds } from "../words";
import { type BackendSource, sharesOf } from "./backends";
import { allOf, type Fault } from "./conditions";
import { effectsOf, type FilterEffects, redirectOn } from "./filters";

/** A rule of an HTTPRoute before it is known on which listeners it is. */
export interface HttpRulePlan {
  /** JSON pointer in the Route. */
  at: string;
  name?: string;
  matches: readonly RuleMatch[];
  /** A part that nothing can be made of, whatever the target is. */
  unserved?: UnsupportedFeature;
  /** The rule on a listener. */
  on(listener: RuleListener): Pick<Rule, "request" | "response" | "filters" | "to">;
}

/** Rules of a Route; the fault has all of its references that lead nowhere. */
export function httpRulesOf(cx: BackendSource, route: HTTPRoute): { rules: HttpRulePlan[]; fault?: Fault } {
  const plans = route.spec.rules.map((rule, index) => {
    const at = pointer("spec", "rules", index);
    const effects = effectsOf(rule, at);
    const broken = lineBreakIn(rule);
    const unserved = broken === undefined ? undefined : { at: broken, message: `${broken.split("/").at(-1)} ${LINE_BREAK}` };
    const { shares, fault } = sharesOf(cx, route, `${at}/backendRefs`, rule.backendRefs);
    const forward = forwardOf(rule, shares, effects);
    const plan: HttpRulePlan = {
      at,
      ...(rule.name === undefined ? {} : { name: rule.name }),
      matches: rule.matches.map(matchOf),
      ...(unserved ? { unserved } : {}),
      on: (listener) => ({
        ...(effects.request ? { request: effects.request } : {}),
        ...(effects.response ? { response: effects.response } : {}),
        ...(effects.further.length > 0 ? { filters: effects.further } : {}),
        to: effects.unresolved ? { answer: 500 } : effects.redirect ? redirectOn(effects.redirect, listener) : forward,
      }),
    };
    return { plan, fault: allOf([effects.unresolved, fault]) };
  });
  const fault = allOf(plans.map((one) => one.fault));
  return { rules: plans.map(({ plan }) => plan), ...(fault ? { fault } : {}) };
}

const PATHS = { Exact: "exact", PathPrefix: "segments", RegularExpression: "regex" } as const;

const valueMatch = ({ name, type, value }: HTTPRouteMatch["headers"][number]): ValueMatch => ({
  name,
  is: type === "Exact" ? "exact" : "regex",
  value,
});

/** Of several entries for one name the first counts; the case of header names does not. */
const matchOf = ({ path, headers, queryParams, method }: HTTPRouteMatch): RuleMatch => ({
  path: { is: PATHS[path.type], value: path.value },
  headers: firstOfEach(headers, ({ name }) => name.toLowerCase()).map(valueMatch),
  queryParams: firstOfEach(queryParams, ({ name }) => name).map(valueMatch),
  ...(method === undefined ? {} : { method }),
});

function firstOfEach<T>(list: readonly T[], key: (one: T) => string): T[] {
  const keys = new Set<string>();
  return list.filter((one) => !keys.has(key(one)) && keys.add(key(one)));
}

/** Without a backend that gets requests and is valid the load balancer answers 500. */
function forwardOf(
  { timeouts, retry }: HTTPRouteRule,
  backends: Forward["backends"],
  { rewrite }: FilterEffects,
): Forward | { answer: 500 } {
  if (!backends.some(({ weight = 1, invalid }) => weight > 0 && !invalid)) return { answer: 500 };
  const seconds = (written: string | undefined) => (written === undefined ? undefined : milliseconds(written) / 1000);
  const [request, backendRequest] = [seconds(timeouts?.request), seconds(timeouts?.backendRequest)];
  return {
    backends,
    ...(rewrite ? { rewrite } : {}),
    ...(request === undefined && backendRequest === undefined
      ? {}
      : { timeouts: { ...(request === undefined ? {} : { request }), ...(backendRequest === undefined ? {} : { backendRequest }) } }),
    ...(retry ? { retry: { on: retry.codes, attempts: retry.attempts } } : {}),
  };
}
