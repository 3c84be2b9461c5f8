// Orders the L7 policies of a listener, so that the longest path matches first.

import { describeObject } from "../../../../../resources/diagnostic";
import type { L7PolicyBody, L7RuleBody } from "../../../../../resources/octavia/types";
import {
  bySpecificity,
  covers,
  isForward,
  isRedirect,
  type PathMatch,
  pathOnly,
  type RedirectRule,
  type Rule,
  type RuleListener,
  type RuleMatch,
  ruleKeyOf,
  type VirtualHost,
} from "../../../../routing";
import { compare, diagnose } from "../../../../specs";
import { shorten } from "../../names";
import { CLEAR_TEXT, ruleKey, TLS } from "../../plan";
import type { OctaviaLowering } from "../context";
import { matchRules, pathRules } from "./match-rules";
import { hostRule, hostRulesFor, inverted, literal, MAX_RULES, MAX_VALUE } from "./patterns";
import type { Pools } from "./pools";
import { type RedirectAction, redirectAction } from "./redirect-action";

/**
 * The policies of one listener. Octavia tries every redirect to a URL before any pool, whatever the positions say, so redirects
 * come first and exclude the longer paths that are served in clear; pools follow, hosts before wildcards, longest match first.
 * A host keeps all its requests, also those that none of its paths matches: policies of its wildcard exclude it. Rules without
 * a host match all remaining requests, as in Kubernetes.
 */
export function policiesOf(cx: OctaviaLowering, pools: Pools, hosts: readonly VirtualHost[], on: RuleListener["protocol"]): L7PolicyBody[] {
  const inOrder = [...hosts].sort((a, b) => breadth(a.fqdn) - breadth(b.fqdn) || compare(a.fqdn, b.fqdn));
  const anywhere = hosts.some(({ fqdn, routes }) => fqdn === "*" && routes.some((route) => route.listener.protocol === on));
  const noted = notedIn(cx, pools.loadBalancer, on);
  const redirects = inOrder.flatMap((host) => redirectsOf(cx, host, on, anywhere, noted));
  const apart = inOrder.filter((host) => !servesAll(host, on, anywhere));
  const forwards = inOrder.flatMap((host) =>
    forwardsOf(
      cx,
      pools,
      host,
      apart.filter(({ fqdn }) => isWithin(fqdn, host.fqdn)),
      { on, noted },
    ),
  );
  return [...redirects, ...forwards].map((policy, index) => ({ ...policy, position: index + 1 }));
}

/** A policy whose source is noted. */
type Noted = (policy: L7PolicyBody, rules: readonly Rule[]) => L7PolicyBody;

function notedIn(cx: OctaviaLowering, loadBalancer: string, on: RuleListener["protocol"]): Noted {
  const listener = on === "HTTP" ? CLEAR_TEXT : TLS;
  return (policy, rules) => {
    for (const rule of rules) cx.sources.note(ruleKey(loadBalancer, listener, policy.name), rule);
    return policy;
  };
}

/** Rank of a host: exact, wildcard, any host. */
const breadth = (host: string) => (host === "*" ? 2 : host.startsWith("*") ? 1 : 0);

/** True if a wildcard matches requests of the host too. */
function isWithin(host: string, wildcard: string): boolean {
  if (!wildcard.startsWith("*.") || host.startsWith("*")) return false;
  return host.slice(host.indexOf(".")).toLowerCase() === wildcard.slice(1).toLowerCase();
}

/** True if the policies of the host match all its requests. */
function servesAll({ routes }: VirtualHost, on: RuleListener["protocol"], anywhere: boolean): boolean {
  const listenerRoutes = routes.filter((route) => route.listener.protocol === on);
  return (
    listenerRoutes.length > 0 &&
    ((!listenerRoutes.some(isForward) && !anywhere) ||
      listenerRoutes.some(({ match: { path } }) => path.is !== "exact" && pathRules(path).length === 0))
  );
}

function forwardsOf(
  cx: OctaviaLowering,
  pools: Pools,
  host: VirtualHost,
  narrower: readonly VirtualHost[],
  { on, noted }: { on: RuleListener["protocol"]; noted: Noted },
): L7PolicyBody[] {
  const exceptions = noneOf(narrower.map(({ fqdn }) => fqdn));
  return host.routes
    .filter((route) => route.listener.protocol === on)
    .filter(isForward)
    .sort((a, b) => bySpecificity(a.match.path, b.match.path))
    .flatMap((route): L7PolicyBody[] => {
      const pool = pools.of(route.to.backends, ruleKeyOf(host.fqdn, route));
      const rules = rulesOf(host.fqdn, route.match, exceptions);
      if (rules.length > MAX_RULES) {
        const message = `${host.fqdn} has ${narrower.length} hosts below it, more than the ${MAX_RULES} rules of Octavia hold; requests for paths that the last of them have not go to ${host.fqdn}`;
        cx.report(diagnose("LB1302", route.owner.ref, "/spec", message, { about: { host: host.fqdn, path: route.match.path.value } }));
      }
      const name = policyName(host.fqdn, route.match.path);
      const to = { action: "REDIRECT_TO_POOL", redirect_pool: pool } as const;
      return [noted({ name, ...to, position: 0, rules: rules.slice(0, MAX_RULES) }, [route])];
    });
}

/** @param anywhere rules without a host take what the paths of a host leave */
function redirectsOf(
  cx: OctaviaLowering,
  host: VirtualHost,
  on: RuleListener["protocol"],
  anywhere: boolean,
  noted: Noted,
): L7PolicyBody[] {
  const redirects = host.routes.filter((route) => route.listener.protocol === on).filter(isRedirect);
  const first = redirects[0];
  if (!first) return [];
  const served = host.routes.filter((route) => route.listener.protocol === on).filter(isForward);
  // the usual case: nothing of the host is served in clear text
  const isWhole = served.length === 0 && !anywhere;
  const distinct = isWhole ? [{ ...first, match: pathOnly({ is: "characters", value: "" }) }] : unique(redirects);
  return distinct
    .sort((a, b) => bySpecificity(a.match.path, b.match.path))
    .flatMap((route): L7PolicyBody[] => {
      const longer = served.filter(({ match }) => covers(route.match.path, match.path) && bySpecificity(match.path, route.match.path) < 0);
      // "/" takes all that an empty path would
      const everything = served.find((other) => longer.includes(other) && pathRules(other.match.path).length === 0);
      if (everything) {
        reportLost(cx, host.fqdn, route, everything);
        return [];
      }
      const exceptions = longer.flatMap(({ match }) => pathRules(match.path).map(inverted));
      const rules = [...rulesOf(host.fqdn, route.match), ...exceptions];
      if (rules.length > MAX_RULES) {
        const message = `the redirect of ${host.fqdn} needs ${rules.length} rules and Octavia takes ${MAX_RULES}; the rest is redirected too`;
        cx.report(diagnose("LB1302", route.owner.ref, "/spec", message, { about: { host: host.fqdn } }));
      }
      const name = shorten(`redirect ${policyName(host.fqdn, route.match.path)}`);
      return [
        noted({ name, position: 0, ...actionOf(cx, route, host.fqdn), rules: rules.slice(0, MAX_RULES) }, isWhole ? redirects : [route]),
      ];
    });
}

/** Reports a redirect of all paths beside a Service for all paths, whose path is longer. */
function reportLost(cx: OctaviaLowering, host: string, { owner }: Rule, { match, owner: other }: Rule): void {
  const message = `clear text of ${host} is not redirected: ${host}${match.path.value} of ${describeObject(other.ref)} is the longer path and takes all of it`;
  cx.report(diagnose("LB1302", owner.ref, "/spec", message, { about: { host, path: match.path.value } }));
}

/** The action of a redirect; releases without other codes always send 302. */
function actionOf(cx: OctaviaLowering, { to, owner, listener }: RedirectRule, host: string): RedirectAction {
  const { redirect_http_code: code, ...action } = redirectAction(to, host, listener);
  if (code === undefined) return action;
  if (cx.can.has("redirectCode")) return { ...action, redirect_http_code: code };
  cx.report(
    diagnose("LB1404", owner.ref, "/spec", `clear text is redirected with 302 instead of ${code}: ${cx.can.missing("redirectCode")}`),
  );
  return action;
}

function unique<T extends Rule>(routes: readonly T[]): T[] {
  return [...new Map(routes.map((route) => [`${route.match.path.is} ${route.match.path.value}`, route])).values()];
}

const policyName = (host: string, { value, is }: PathMatch) =>
  shorten(`${host}${value}${is === "exact" ? " (exact)" : is === "segments" ? " (segments)" : ""}`);

/** L7 rules of host and path. A policy without rules never matches, so a match of everything needs a rule too. */
function rulesOf(host: string, match: RuleMatch, others: readonly L7RuleBody[] = []): L7RuleBody[] {
  const rules = [...hostRules(host), ...matchRules(match), ...others];
  return rules.length > 0 ? rules : [{ type: "PATH", compare_type: "STARTS_WITH", value: "/" }];
}

/** `*.example.com` matches one label, as in Kubernetes; `*` alone any host. Octavia compares the whole header, with the port. */
function hostRules(host: string): L7RuleBody[] {
  if (host === "*") return [];
  const rule = hostRule(host.startsWith("*.") ? `[^.]+${literal(host.slice(1))}` : literal(host));
  // a host name too long for a pattern in a rule is served without ports
  if (rule.value.length > MAX_VALUE && !host.startsWith("*.")) return [{ type: "HOST_NAME", compare_type: "EQUAL_TO", value: host }];
  return [rule];
}

/** True if the pattern of the host is short enough for a rule of Octavia. */
export const fitsHost = (host: string): boolean =>
  hostRules(host).every(({ compare_type, value }) => compare_type === "REGEX" && value.length <= MAX_VALUE);

/** Inverted rules of these hosts, as few as their names fit into. */
function noneOf(hosts: readonly string[]): L7RuleBody[] {
  const [long, short] = [hosts.filter((host) => !fitsHost(host)), hosts.filter(fitsHost)];
  const [only, ...more] = short;
  if (only === undefined || more.length === 0) return hosts.flatMap(hostRules).map(inverted);
  const rules = hostRulesFor(short.map(literal)).map(({ rule }) => rule);
  return [...rules, ...long.flatMap(hostRules)].map(inverted);
}
