import type { Diagnostic } from "../../../../resources/diagnostic";
import type { Resolution } from "../../../routing/front-end";
import { circle, leadsBack } from "../../../routing/gateway/own-redirect";
import type { GatewayLoss, GatewayRules, Unserved } from "../../../routing/gateway/rules";
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

/** Everything that Routes put on listeners. */
export interface AttachedRoutes extends PlacedRules {
  connections: ConnectionOnListener[];
}

/**
 * Attaches one Route to its parents, counts it on their listeners, and gives it its status. The parents are those of ours; there is at
 * least one.
 */
export function attachRoute(resolution: Resolution, cx: BackendSource, route: AnyRoute, parents: readonly Parent[]): AttachedRoutes {
  const { report } = resolution.open(route);
  const lost = unusedAnnotations(resolution, route);
  const fallBack = fallBackOf(cx.specs.diagnostics, route);
  if (isHttp(route)) patternPaths(route).forEach(report);
  const content = contentOf(cx, route);
  const found: AttachedRoutes = { rules: [], refused: [], connections: [] };
  const controllerName = cx.rules.controllers[0] ?? "";
  const outcomes = parents.map((parent): Outcome => {
    const outcome = { parentRef: parent.ref, index: parent.index, controllerName };
    if (lost) return () => ({ ...outcome, refused: lost });
    const { attachments, fault } = attach(cx.specs, route, parent);
    if (fault) {
      report(faultOf(route, "LB1701", fault));
      return () => ({ ...outcome, refused: fault });
    }
    const { own, refused } = claimed(resolution, route, attachments);
    if (refused) report(faultOf(route, "LB1221", refused));
    if (refused && own.length === 0) return () => ({ ...outcome, refused });
    const { rules, refused: unplaced, connections, dropped } = content.on(own);
    for (const [at, where] of circlesIn(rules)) report(circle(route.ref, at, `requests on ${where} (${nameOf(route, parent)})`));
    found.refused.push(...unplaced);
    for (const one of dropped) report(faultOf(route, "LB1703", { ...one, message: `${one.message} (${nameOf(route, parent)})` }));
    if (rules.length + connections.length === 0 && dropped[0]) return () => ({ ...outcome, refused: dropped[0] });
    for (const { listener } of own) listener.attached.add(routeName(route));
    found.rules.push(...rules);
    found.connections.push(...connections);
    return (losses) => ({ ...outcome, ...droppedFrom(rules, dropped, losses) });
  });
  for (const fault of eachOf(content.fault)) report(faultOf(route, fault.reason === "RefNotPermitted" ? "LB1704" : "LB1705", fault));
  resolution.describe(route, (losses) => {
    const listeners = [...found.rules.map(({ on }) => on), ...found.connections.map(({ listener }) => listener)];
    const served = listeners.filter((listener) => mayBeServed(listener) && !lostPort(listener, losses));
    const parts = outcomes.map((outcome) => withFallBack(outcome(losses), fallBack));
    const on = served.map(({ gateway }) => keyOf(gateway.ref));
    return {
      fields: routeFields(route.generation, parts, content.fault),
      parents: parents.map(({ gateway }) => ({ gateway, serves: on.includes(keyOf(gateway)) })),
      ...(on[0] === undefined ? {} : { gateway: on[0] }),
    };
  });
  return found;
}

/** The attachments without hosts that other namespaces claim, and the reason if there are such. Connections without a name have no host. */
function claimed(
  { claimRefusal }: Resolution,
  route: AnyRoute,
  attachments: readonly Attachment[],
): { own: Attachment[]; refused?: Fault } {
  const refusals = new Set<string>();
  const isFree = (host: string) => {
    const refusal = claimRefusal(route, host);
    if (refusal !== undefined) refusals.add(refusal);
    return refusal === undefined;
  };
  const hasNames = ({ spec: { protocol } }: Attachment["listener"]) => protocol !== "TCP" && protocol !== "UDP";
  const own = attachments
    .map(({ listener, hosts }) => ({ listener, hosts: hasNames(listener) ? hosts.filter(isFree) : hosts }))
    .filter(({ hosts }) => hosts.length > 0);
  const message = [...refusals].join("; ");
  return { own, ...(message ? { refused: { ...CLAIMED, message, at: "/spec/hostnames" } } : {}) };
}

/** Of a Route that a watch holds at an earlier version: the words that Gateway API has for it (gateway-api.md 4.5). */
function fallBackOf(diagnostics: readonly Diagnostic[], { ref }: AnyRoute): Fault | undefined {
  const held = diagnostics.find(({ code, object }) => code === "LB1122" && object.kind === ref.kind && keyOf(object) === keyOf(ref));
  return held && { reason: "UnsupportedValue", at: "", message: `Fall Back: ${held.message}` };
}

const withFallBack = (outcome: ParentOutcome, fallBack: Fault | undefined): ParentOutcome =>
  fallBack && !outcome.refused ? { ...outcome, dropped: fallBack } : outcome;

/** Outcome at a parent, once it is known what the target has lost. */
type Outcome = (losses: readonly GatewayLoss[]) => ParentOutcome;

/** Rules left out at a parent: by the rules of the target, and by its load balancer as a whole. Without any match left the Route is refused. */
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
const nameOf = ({ ref: route }: AnyRoute, { ref: { kind, namespace = route.namespace, name } }: Parent) =>
  `${kind} ${keyOf({ namespace, name })}`;

const faultOf = ({ ref }: AnyRoute, code: SpecCode, { at, message, remedy, about }: Fault): Diagnostic =>
  diagnose(code, ref, at, message, { remedy, about });

/** Several rules that are left out, as one condition has them. */
function togetherOf(dropped: readonly Fault[]): Fault {
  const [first] = dropped;
  const names = dropped.map(({ at }) => at.split("/")[3] ?? "").filter((name, index, all) => all.indexOf(name) === index);
  const message = `Dropped Rule${names.length > 1 ? "s" : ""} ${names.join(", ")}: ${[...new Set(dropped.map((one) => one.message))].join("; ")}`;
  return { reason: "UnsupportedValue", at: first?.at ?? "", message: `${message}; requests that they match go to the next match` };
}

/** Rules of a Route, to be put on listeners. */
interface RouteContent {
  /** The faults of its references. */
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

/** A rule of which the target cannot serve a part is left out as a whole (gateway-api.md 4.5). */
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

/** The rules that redirect requests to themselves, with the listeners on which they do. */
function circlesIn(rules: readonly RuleOnListener[]): Map<string, string> {
  const found = new Map<string, Set<string>>();
  for (const rule of rules) {
    if (!leadsBack(rule)) continue;
    const { name, port } = rule.on.spec;
    found.set(rule.at, (found.get(rule.at) ?? new Set()).add(`listener ${name}, port ${port}`));
  }
  return new Map([...found].map(([at, where]) => [at, [...where].join(" and ")]));
}

const asFault = ({ reason = "UnsupportedValue", message, at }: Unserved, rule: string): Fault => ({ reason, message, at: rule + at });

function firstOf<T, R>(list: readonly T[], find: (one: T) => R | undefined): R | undefined {
  for (const one of list) {
    const found = find(one);
    if (found !== undefined) return found;
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
      const refused = firstOf(connections, (one) => {
        const { protocol, port } = one.listener.spec;
        if (protocol !== "TCP" && protocol !== "UDP" && protocol !== "TLS") return undefined;
        return cx.rules.refusesConnection?.(one, { protocol, port });
      });
      return { rules: [], refused: [], connections: refused ? [] : connections, dropped: refused ? [asFault(refused, at)] : [] };
    },
  };
}
