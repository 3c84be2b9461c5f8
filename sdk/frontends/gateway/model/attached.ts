// Attaches one Route to its listeners and derives its status.

import type { Diagnostic } from "../../../../resources/diagnostic";
import type { Resolution } from "../../../routing/front-end";
import { isRedirectLoop, redirectLoop } from "../../../routing/gateway/redirect-loop";
import type { GatewayLoss, GatewayRules, UnsupportedFeature } from "../../../routing/gateway/rules";
import type { RuleListener } from "../../../routing/rule";
import { diagnose, keyOf, type SpecCode } from "../../../specs";
import { CLAIMED, unusedAnnotations } from "./annotations";
import { type Attachment, attach, type Parent, routeName } from "./attachment";
import { type BackendSource, sharesOf } from "./backends";
import { eachOf, type Fault } from "./conditions";
import type { ConnectionOnListener } from "./connections";
import { type HttpRulePlan, httpRulesOf } from "./http-rules";
import { mayBeServed } from "./listeners";
import { lostPort, lostRule } from "./losses";
import { patternPaths } from "./pattern-paths";
import type { PlacedRules, RuleOnListener } from "./ports";
import { type AnyRoute, type ConnectionSpec, isConnection, isHttp } from "./routes";
import { type ParentOutcome, routeFields } from "./statuses";

/** All rules and connections of Routes on listeners. */
export interface AttachedRoutes extends PlacedRules {
  connections: ConnectionOnListener[];
}

/** Attaches a Route to its parents that we serve (at least one), counts it on their listeners, and sets its status. */
export function attachRoute(resolution: Resolution, cx: BackendSource, route: AnyRoute, parents: readonly Parent[]): AttachedRoutes {
  const { report } = resolution.open(route);
  const lost = unusedAnnotations(resolution, route);
  const fallBack = fallBackOf(cx.specs.diagnostics, route);
  if (isHttp(route)) patternPaths(route).forEach(report);
  const content = contentOf(cx, route);
  const attached: AttachedRoutes = { rules: [], refused: [], connections: [] };
  const controllerName = cx.rules.controllers[0] ?? "";
  const outcomes = parents.map((parent): Outcome => {
    const outcome = { parentRef: parent.ref, index: parent.index, controllerName };
    if (lost) return () => ({ ...outcome, refused: lost });
    const { attachments, fault } = attach(cx.specs, route, parent);
    if (fault) {
      report(faultOf(route, "LB1701", fault));
      return () => ({ ...outcome, refused: fault });
    }
    const { permitted, refused } = claimed(resolution, route, attachments);
    if (refused) report(faultOf(route, "LB1221", refused));
    if (refused && permitted.length === 0) return () => ({ ...outcome, refused });
    const { rules, refused: unplaced, connections, dropped } = content.on(permitted);
    for (const [at, where] of circlesIn(rules)) report(redirectLoop(route.ref, at, `requests on ${where} (${parentName(route, parent)})`));
    attached.refused.push(...unplaced);
    for (const droppedPart of dropped)
      report(faultOf(route, "LB1703", { ...droppedPart, message: `${droppedPart.message} (${parentName(route, parent)})` }));
    if (rules.length + connections.length === 0 && dropped[0]) return () => ({ ...outcome, refused: dropped[0] });
    for (const { listener } of permitted) listener.attached.add(routeName(route));
    attached.rules.push(...rules);
    attached.connections.push(...connections);
    return (losses) => ({ ...outcome, ...droppedFrom(rules, dropped, losses) });
  });
  for (const fault of eachOf(content.fault)) report(faultOf(route, fault.reason === "RefNotPermitted" ? "LB1704" : "LB1705", fault));
  resolution.describe(route, (losses) => {
    const listeners = [...attached.rules.map(({ on }) => on), ...attached.connections.map(({ listener }) => listener)];
    const served = listeners.filter((listener) => mayBeServed(listener) && !lostPort(listener, losses));
    const parts = outcomes.map((outcome) => withFallBack(outcome(losses), fallBack));
    const on = served.map(({ gateway }) => keyOf(gateway.ref));
    return {
      fields: routeFields(route.generation, parts, content.fault),
      parents: parents.map(({ gateway }) => ({ gateway, serves: on.includes(keyOf(gateway)) })),
      ...(on[0] === undefined ? {} : { gateway: on[0] }),
    };
  });
  return attached;
}

/**
 * Attachments without hosts that other namespaces claim, and the reason for removed ones. Connections without a server name have no host.
 */
function claimed(
  { claimRefusal }: Resolution,
  route: AnyRoute,
  attachments: readonly Attachment[],
): { permitted: Attachment[]; refused?: Fault } {
  const refusals = new Set<string>();
  const isFree = (host: string) => {
    const refusal = claimRefusal(route, host);
    if (refusal !== undefined) refusals.add(refusal);
    return refusal === undefined;
  };
  const hasNames = ({ spec: { protocol } }: Attachment["listener"]) => protocol !== "TCP" && protocol !== "UDP";
  const permitted = attachments
    .map(({ listener, hosts }) => ({ listener, hosts: hasNames(listener) ? hosts.filter(isFree) : hosts }))
    .filter(({ hosts }) => hosts.length > 0);
  const message = [...refusals].join("; ");
  return { permitted, ...(message ? { refused: { ...CLAIMED, message, at: "/spec/hostnames" } } : {}) };
}

/** Condition of a Route that a watch keeps at its last valid version, in terms of Gateway API (gateway-api.md 4.5). */
function fallBackOf(diagnostics: readonly Diagnostic[], { ref }: AnyRoute): Fault | undefined {
  const held = diagnostics.find(({ code, object }) => code === "LB1122" && object.kind === ref.kind && keyOf(object) === keyOf(ref));
  return held && { reason: "UnsupportedValue", at: "", message: `Fall Back: ${held.message}` };
}

const withFallBack = (outcome: ParentOutcome, fallBack: Fault | undefined): ParentOutcome =>
  fallBack && !outcome.refused ? { ...outcome, dropped: fallBack } : outcome;

/** Computes the outcome at a parent from the losses of the target. */
type Outcome = (losses: readonly GatewayLoss[]) => ParentOutcome;

/** Dropped rules at a parent: refused by the target, or lost on its load balancer. Without any remaining match the Route is refused. */
function droppedFrom(
  rules: readonly RuleOnListener[],
  refused: readonly Fault[],
  losses: readonly GatewayLoss[],
): Pick<ParentOutcome, "refused" | "dropped"> {
  const lost = rules.flatMap((rule) => lostRule(rule, losses) ?? []);
  const dropped = [...refused, ...lost];
  if (lost[0] && lost.length === rules.length) return { refused: lost[0] };
  return dropped.length > 0 ? { dropped: togetherOf(dropped) } : {};
}

/** `Gateway front/web`. */
const parentName = ({ ref: route }: AnyRoute, { ref: { kind, namespace = route.namespace, name } }: Parent) =>
  `${kind} ${keyOf({ namespace, name })}`;

const faultOf = ({ ref }: AnyRoute, code: SpecCode, { at, message, remedy, about }: Fault): Diagnostic =>
  diagnose(code, ref, at, message, { remedy, about });

/** Joins dropped rules in one condition. */
function togetherOf(dropped: readonly Fault[]): Fault {
  const [first] = dropped;
  const names = dropped.map(({ at }) => at.split("/")[3] ?? "").filter((name, index, all) => all.indexOf(name) === index);
  const message = `Dropped Rule${names.length > 1 ? "s" : ""} ${names.join(", ")}: ${[...new Set(dropped.map((one) => one.message))].join("; ")}`;
  return { reason: "UnsupportedValue", at: first?.at ?? "", message: `${message}; their requests go to the next matching rule` };
}

/** Rules of a Route, before they are placed on listeners. */
interface RouteContent {
  /** Faults of its references. */
  fault?: Fault;
  on(attachments: readonly Attachment[]): AttachedRoutes & { dropped: Fault[] };
}

function contentOf(cx: BackendSource, route: AnyRoute): RouteContent {
  if (isHttp(route)) {
    const { rules, fault } = httpRulesOf(cx, route);
    return { ...(fault ? { fault } : {}), on: (attachments) => requestsOn(cx.rules, route, rules, attachments) };
  }
  if (isConnection(route)) return connectionOf(cx, route);
  return { on: () => ({ rules: [], refused: [], connections: [], dropped: [] }) };
}

/** A rule is dropped as a whole if the target does not support a part of it (gateway-api.md 4.5). */
function requestsOn(rules: GatewayRules, route: AnyRoute, plans: readonly HttpRulePlan[], attachments: readonly Attachment[]) {
  const placed: RuleOnListener[] = [];
  const unplaced: RuleOnListener[] = [];
  const dropped: Fault[] = [];
  for (const plan of plans) {
    const on = attachments.flatMap(({ listener, hosts }) => hosts.flatMap((host) => placedOn(plan, route, listener, host)));
    const refused = plan.unserved ?? firstOf(on, (rule) => rules.refusesRule({ ...rule, except: [] }));
    if (refused) {
      dropped.push(asFault(refused, plan.at));
      if (!plan.unserved) unplaced.push(...on);
    } else placed.push(...on);
  }
  return { rules: placed, refused: unplaced, connections: [], dropped };
}

function placedOn(plan: HttpRulePlan, owner: AnyRoute, listener: Attachment["listener"], host: string): RuleOnListener[] {
  const { at, name, matches } = plan;
  const { protocol, port } = listener.spec;
  if (protocol !== "HTTP" && protocol !== "HTTPS") return [];
  const arrival: RuleListener = { protocol, port };
  const effect = plan.on(arrival);
  return matches.map((match, index) => ({
    on: listener,
    listener: arrival,
    host,
    match,
    owner,
    at,
    index,
    ...(name === undefined ? {} : { name }),
    ...effect,
  }));
}

/** Rules that redirect requests to themselves, with their listeners. */
function circlesIn(rules: readonly RuleOnListener[]): Map<string, string> {
  const listenersByRule = new Map<string, Set<string>>();
  for (const rule of rules) {
    if (!isRedirectLoop(rule)) continue;
    const { name, port } = rule.on.spec;
    listenersByRule.set(rule.at, (listenersByRule.get(rule.at) ?? new Set()).add(`listener ${name}, port ${port}`));
  }
  return new Map([...listenersByRule].map(([at, where]) => [at, [...where].join(" and ")]));
}

const asFault = ({ reason = "UnsupportedValue", message, at }: UnsupportedFeature, rule: string): Fault => ({
  reason,
  message,
  at: rule + at,
});

function firstOf<T, R>(list: readonly T[], find: (one: T) => R | undefined): R | undefined {
  for (const item of list) {
    const match = find(item);
    if (match !== undefined) return match;
  }
  return undefined;
}

function connectionOf(cx: BackendSource, route: ConnectionSpec): RouteContent {
  const at = "/spec/rules/0";
  const [rule] = route.spec.rules;
  const { shares, fault } = sharesOf(cx, route, `${at}/backendRefs`, rule?.backendRefs ?? []);
  return {
    ...(fault ? { fault } : {}),
    on(attachments) {
      const connections = attachments.map(({ listener, hosts }) => ({ listener, hosts, backends: shares, owner: route, at }));
      const refused = firstOf(connections, (connection) => {
        const { protocol, port } = connection.listener.spec;
        if (protocol !== "TCP" && protocol !== "UDP" && protocol !== "TLS") return undefined;
        return cx.rules.refusesConnection?.(connection, { protocol, port });
      });
      return { rules: [], refused: [], connections: refused ? [] : connections, dropped: refused ? [asFault(refused, at)] : [] };
    },
  };
}
