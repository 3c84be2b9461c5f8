// Lowers the routes of a child virtual service to policies and pool groups.

import type { PoolInputs } from "../../../../resources/avi";
import type { AviBody } from "../../../../resources/avi/body";
import type { ObjectRef } from "../../../../resources/diagnostic";
import { bySpecificity, type ForwardRule, type PathMatch, type Rule, ruleKeyOf } from "../../../routing";
import { compare } from "../../../specs";
import { refTo } from "../names";
import type { AviLowering } from "./context";
import type { Lowered } from "./lowered";
import { reportCase, reportOwnMatching, reportRootPath, reportShadowed, reportWildcard, withoutCase } from "./match-differences";
import { lowerHostPolicy, lowerSwitching, policyRuleKey, type RootRedirect, type SwitchingRule, selectGroup, selectPool } from "./policies";
import { type LoweredBackend, lowerBackends } from "./pools";

/** A route and the host it is for. */
export interface HostedRoute {
  host: string;
  /** Namespace of the policy: that of the host's root for an IngressRoute, else its own. */
  namespace: string;
  route: ForwardRule;
}

/** Objects between a child and its servers. */
export interface LoweredRoutes {
  pools: Lowered<PoolInputs>[];
  poolGroups: AviBody[];
  policies: AviBody[];
  /** First path of each policy of a namespace in manifest order; empty if it matches every path. */
  firstPaths: Map<AviBody, string>;
  /** Paths that are regular expressions. */
  stringGroups: AviBody[];
}

const nothing = (): LoweredRoutes => ({ pools: [], poolGroups: [], policies: [], firstPaths: new Map(), stringGroups: [] });

/**
 * The policies of a child in AKO's order (AviVsHttpPSAdd): those that begin without a path, what is for clear text, then the others by the
 * path that they begin with.
 */
export function inOrderOfPaths(
  policies: readonly AviBody[],
  firstPaths: LoweredRoutes["firstPaths"],
  clear: readonly AviBody[],
): AviBody[] {
  const first = (policy: AviBody) => firstPaths.get(policy) ?? "";
  const ordered = policies.toSorted((a, b) => compare(first(a), first(b)));
  return [...ordered.filter((policy) => first(policy) === ""), ...clear, ...ordered.filter((policy) => first(policy) !== "")];
}

/** Reading of paths that are not taken as written. */
export interface PathReading {
  regularExpressions: boolean;
  /** Requests for `/` go there, on each of these ports. */
  root?: RootRedirect & { rule: ObjectRef };
}

/**
 * Pools and pool groups per path, and the policies that pick them (ako.md 1.3; ako-2x.md 5, "Child policy").
 *
 * @param isDedicated whether the host has a dedicated virtual service, whose policies stay in the order in which they are made
 */
export function lowerRoutes(cx: AviLowering, routes: readonly HostedRoute[], isDedicated: boolean, reading?: PathReading): LoweredRoutes {
  return cx.akoVersion.ownMatching ? perNamespace(cx, routes, isDedicated, reading) : perPath(cx, routes);
}

/** A path with its pools: its long name, and the name of its pool group. */
interface PathTarget {
  long: string;
  group: string;
  backends: LoweredBackend[];
}

function targetOf(cx: AviLowering, { host, route }: HostedRoute, all: readonly HostedRoute[]): PathTarget {
  const { ref } = route.owner;
  const path = route.match.path.value;
  const suffixed = besidePrefix(host, route, all) ? cx.names.exact : (plain: string) => plain;
  const hostPathName = (service?: string) => suffixed(cx.names.hostPath(ref.namespace, host, path, ref.name, service));
  const straight = withoutGroup(cx, route) ? cx.names.policyToPool : (name: string) => name;
  const extension = cx.extensions.pool(host, ref.namespace, path);
  const backends = lowerBackends(cx, route, route.to, ruleKeyOf(host, route), (service) => straight(hostPathName(service)), extension);
  return { long: hostPathName(), group: cx.name(hostPathName(), ref), backends };
}

function poolGroup(cx: AviLowering, { group, backends }: PathTarget): AviBody {
  const members = backends.map(({ ratio, pool }) => ({ pool_ref: refTo.pool(pool.name), ratio }));
  return cx.body("poolgroup", group, { implicit_priority_labels: false, members });
}

/** True if a policy selects the pool itself: a setting asks for it (noPGForSNI), and the kind has one Service per path. */
const withoutGroup = ({ settings, akoVersion }: AviLowering, { to }: HostedRoute["route"]) =>
  settings.noPGForSNI && !akoVersion.enhanced && !to.spreads;

/** One policy per path; the first that matches decides. */
function perPath(cx: AviLowering, routes: readonly HostedRoute[]): LoweredRoutes {
  const lowered = nothing();
  const ordered = inOrder(routes);
  const reached = reportShadowed(cx, ordered, "Write longer paths before those that they begin with.", withoutCase);
  for (const { host, route } of reached) if (!route.match.path.longestWins) reportCase(cx, host, route, "the controller");
  for (const hosted of ordered) {
    const { host, route } = hosted;
    reportWildcard(cx, host, route.owner, `${host}${route.match.path.value} is not served on TLS`);
    const routeContext = cx.from(route.owner, route);
    const target = targetOf(routeContext, hosted, ordered);
    const { long, group } = target;
    lowered.pools.push(...target.backends.map(({ pool }) => pool));
    lowered.poolGroups.push(poolGroup(routeContext, target));
    lowered.policies.push(
      lowerSwitching(routeContext, { policy: group, rule: (i) => cx.name(`${long}-${i}`, route.owner.ref) }, host, route, group),
    );
  }
  return lowered;
}

/** One policy for all paths of a host from one namespace: the longest first, paths of equal length in manifest order. */
function perNamespace(cx: AviLowering, routes: readonly HostedRoute[], isDedicated: boolean, reading?: PathReading): LoweredRoutes {
  const lowered = nothing();
  const { regularExpressions = false, root } = reading ?? {};
  const written = ({ value }: PathMatch) => (root && value === "/" ? root.path : value);
  const read = ({ route: { match } }: Pick<HostedRoute, "route">) => written(match.path);
  const longestFirst = routes.toSorted((a, b) => Buffer.byteLength(read(b)) - Buffer.byteLength(read(a)));
  const stringGroups = new Map<string, AviBody>();
  const stringGroup = (context: AviLowering, host: string, path: string) => {
    const name = cx.names.stringGroup(host, path);
    if (!stringGroups.has(name))
      stringGroups.set(name, context.body("stringgroup", name, { type: "SG_TYPE_STRING", longest_match: true, kv: [{ key: path }] }));
    return name;
  };
  const groups = [...new Set(routes.map(({ namespace }) => namespace))].map((namespace) => {
    const isOwn = (hosted: HostedRoute) => hosted.namespace === namespace;
    const first = routes.find(isOwn);
    return { namespace, ownRoutes: longestFirst.filter(isOwn), firstPath: first ? read(first) : "" };
  });
  const inTurn = isDedicated ? groups : groups.toSorted((a, b) => compare(a.firstPath, b.firstPath));
  const all = inTurn.flatMap(({ ownRoutes }) => ownRoutes);
  if (!regularExpressions) reportOwnMatching(cx, all, written);
  if (root) reportRootPath(cx, all, root);
  for (const { namespace, ownRoutes, firstPath } of groups) {
    const rules = ownRoutes.map((hosted): SwitchingRule => {
      const { host, route } = hosted;
      const routeContext = cx.from(route.owner, route);
      // a regular expression may contain characters that names should not (ako-2x.md 2, useRegex)
      const target = targetOf(regularExpressions ? routeContext.hashing() : routeContext, hosted, ownRoutes);
      const path = read(hosted);
      lowered.pools.push(...target.backends.map(({ pool }) => pool));
      const [only] = target.backends;
      if (!only || !withoutGroup(cx, route)) lowered.poolGroups.push(poolGroup(routeContext, target));
      const switching = only && withoutGroup(cx, route) ? selectPool(only.pool.name) : selectGroup(target.group);
      const group = regularExpressions && path ? { stringGroup: stringGroup(routeContext, host, path) } : {};
      return {
        match: { ...route.match, path: { ...route.match.path, value: path } },
        switching,
        rewrite: route.to.rewrite?.path?.value,
        ...group,
      };
    });
    const [first] = ownRoutes;
    if (!first) continue;
    const { owner } = first.route;
    const name = cx.name(cx.names.hostPolicy(namespace, first.host), owner.ref);
    const roots = root ? rootRedirects(root, ownRoutes, routes) : [];
    // a HostRule moves the requests for "/" of the object that has the path
    const moved = ownRoutes.find(({ route }) => route.match.path.value === "/") ?? first;
    for (const index of roots.flatMap(({ listeners }) => listeners).keys())
      cx.sources.note(policyRuleKey(name, `${name}-${rules.length + index}`), moved.route);
    const policy = lowerHostPolicy(cx.from(owner, ...ownRoutes.map(({ route }) => route)), name, rules, roots);
    lowered.policies.push(policy);
    lowered.firstPaths.set(policy, firstPath);
  }
  return { ...lowered, stringGroups: [...stringGroups.values()] };
}

/** Redirects of the root path. AKO adds one for the path `/`, and a second if the host also has the path that it leads to. */
function rootRedirects(root: RootRedirect, ownRoutes: readonly HostedRoute[], all: readonly HostedRoute[]): RootRedirect[] {
  const has = (routes: readonly HostedRoute[], path: string) => routes.some(({ route }) => route.match.path.value === path);
  return [...(has(ownRoutes, "/") ? [root] : []), ...(has(all, "/") && has(ownRoutes, root.path) ? [root] : [])];
}

/** True if the object of an Exact path has the same path as a prefix too. */
function besidePrefix(host: string, { match, owner }: Rule, routes: readonly HostedRoute[]): boolean {
  if (match.path.is !== "exact") return false;
  return routes.some(({ host: other, route }) => {
    return other === host && route.owner === owner && route.match.path.value === match.path.value && route.match.path.is !== "exact";
  });
}

/**
 * The first policy that fits decides: on hosts where a kind promises it, longer paths come before those that they begin with,
 * and whole paths before all. Other hosts keep the order as written.
 */
function inOrder(routes: readonly HostedRoute[]): readonly HostedRoute[] {
  const promised = new Set(routes.filter(({ route }) => route.match.path.longestWins).map(({ host }) => host));
  if (promised.size === 0) return routes;
  const specific = (a: HostedRoute, b: HostedRoute) => (promised.has(a.host) ? bySpecificity(a.route.match.path, b.route.match.path) : 0);
  return [...routes].sort((a, b) => compare(a.host, b.host) || specific(a, b));
}
