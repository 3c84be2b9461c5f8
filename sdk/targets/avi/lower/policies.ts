// Writes HTTP policies: content switching, redirects, refusals and rewrites.

import type { AviBody } from "../../../../resources/avi/body";
import type { Json } from "../../../../resources/kind";
import {
  bySpecificity,
  covers,
  type ForwardRule,
  isOnTls,
  isRedirect,
  type PathMatch,
  type Redirect,
  type RedirectRule,
  type RuleMatch,
  type RuleSource,
  type VirtualHost,
} from "../../../routing";
import { compare, diagnose } from "../../../specs";
import type { PortListener } from "../extensions";
import { refTo } from "../names";
import type { AviLowering } from "./context";
import { type Criteria, otherCriteria, pathForms } from "./match-criteria";
import { rewritten, tokenized } from "./rewrites";

/** Key of a policy rule among the sources of a plan; a host follows if hosts share the rule. */
export const policyRuleKey = (set: string, rule: string) => `httppolicyset/${set} ${rule}`;

/** Sends requests for one host and path to a pool group, and rewrites the path if the route asks for it. */
export function lowerSwitching(
  cx: AviLowering,
  names: { policy: string; rule(index: number): string },
  host: string,
  { match, to }: ForwardRule,
  group: string,
): AviBody {
  const rewrite: { [field: string]: Json } =
    to.rewrite?.path === undefined ? {} : { rewrite_url_action: { path: rewritten(match.path.value, to.rewrite.path.value) } };
  return cx.body("httppolicyset", names.policy, {
    http_request_policy: {
      rules: formsOf(match.path).map((path, index) => ({
        index,
        enable: true,
        name: names.rule(index),
        match: { ...hostMatch([host]), ...path, ...otherCriteria(match) },
        switching_action: selectGroup(group),
        ...rewrite,
      })),
    },
  });
}

/** One rule of a {@link lowerHostPolicy}. */
export interface SwitchingRule {
  match: RuleMatch;
  /** To a pool group, or straight to a pool. */
  switching: Json;
  rewrite?: string;
  /** The path is a regular expression, which is in this string group. */
  stringGroup?: string;
}

/** Requests for `/` on each of the ports are sent to another path. */
export interface RootRedirect {
  path: string;
  listeners: readonly PortListener[];
}

/** All rules of one host from one namespace, in this order; the virtual service has no other host, so none names it (ako-2x.md 5). */
export function lowerHostPolicy(
  cx: AviLowering,
  name: string,
  rules: readonly SwitchingRule[],
  roots: readonly RootRedirect[] = [],
): AviBody {
  const switching = rules.map(({ match, stringGroup, switching: action, rewrite }) => ({
    match: { ...pathMatch(match.path, stringGroup), ...otherCriteria(match) },
    switching_action: action,
    ...(rewrite === undefined ? {} : { rewrite_url_action: { path: rewritten(match.path.value, rewrite) } }),
  }));
  return cx.body("httppolicyset", name, {
    http_request_policy: {
      rules: [...switching, ...roots.flatMap(fromRoot)].map((rule, index) => ({ index, enable: true, name: `${name}-${index}`, ...rule })),
    },
  });
}

/** Behind the rules for paths, one per port (ako-2x.md 10, applicationRootPath). */
function fromRoot({ path, listeners }: RootRedirect): { [part: string]: Json }[] {
  return listeners.map(({ port, tls }) => ({
    match: { ...pathMatch({ value: "/", is: "exact" }), vs_port: { match_criteria: "IS_IN", ports: [port] } },
    redirect_action: {
      protocol: tls ? "HTTPS" : "HTTP",
      port,
      status_code: "HTTP_REDIRECT_STATUS_CODE_302",
      path: tokenized(path.replace(/^\//, "")),
    },
  }));
}

/** Match of AKO 2.x for every kind: the whole path, or its characters. Case counts, except in regular expressions. */
function pathMatch({ value: path, is }: PathMatch, stringGroup?: string): { [criterion: string]: Json } {
  if (!path) return {};
  // @unverified avi/regex-anywhere
  if (stringGroup !== undefined)
    return { path: { match_criteria: "REGEX_MATCH", match_case: "INSENSITIVE", string_group_refs: [refTo.stringGroup(stringGroup)] } };
  return { path: { match_criteria: is === "exact" ? "EQUALS" : "BEGINS_WITH", match_case: "SENSITIVE", match_str: [path] } };
}

/**
 * Requests for one of these hosts.
 *
 * @unverified avi/port-in-host
 */
const hostMatch = (hosts: readonly string[]) => ({ host_hdr: { match_criteria: "HDR_EQUALS", value: [...hosts] } });

/** Criteria of the path, one per rule. Case counts where the kind promises it. */
const formsOf = (match: PathMatch): Criteria[] =>
  pathForms(match, match.longestWins === true).map(({ path }): Criteria => (path ? { path } : {}));

type PolicyRule = { match: { [criterion: string]: Json }; [action: string]: Json };

/** Redirects of clear text of a host in the policy of its virtual service: one for all of it, or rules for paths. */
export interface HostRedirects {
  fqdn: string;
  /** All names of the host. */
  names: readonly string[];
  whole?: RedirectOf;
  /** Whole paths first, then the longest. */
  paths: PathRule[];
}

type Status = Redirect["redirect"]["statusCode"];

interface RedirectOf {
  status: Status;
  sources: readonly RuleSource[];
}

/** Without a status the path is served as ever. */
interface PathRule extends Partial<RedirectOf> {
  sources: readonly RuleSource[];
  path: PathMatch;
}

/**
 * The redirects of a host, under all of its names. They cover it as a whole (ako.md 1.3), unless its kind promises that the longest path
 * wins and some of its paths are served in clear text: then each path is judged by itself. Those of AKO 2 cover a host in any case, save
 * IngressRoutes on a shared virtual service.
 */
export function redirectsOf(cx: AviLowering, host: VirtualHost, names = [host.fqdn], isShared = false): HostRedirects | undefined {
  const { fqdn, routes } = host;
  const rules = routes.flatMap((route): PathRule[] =>
    isOnTls(route) ? [] : [{ path: route.match.path, sources: [route], ...(isRedirect(route) ? { status: statusOf(route) } : {}) }],
  );
  const redirects = rules.filter((rule): rule is PathRule & RedirectOf => rule.status !== undefined);
  const [first] = redirects;
  if (!first) return undefined;
  const hostRedirect = { fqdn, names, whole: { status: first.status, sources: redirects.flatMap(({ sources }) => sources) }, paths: [] };
  const asContour = isShared && routes.every(({ to, owner }) => !("redirect" in to) || owner.ref.kind === "IngressRoute");
  const isOne = redirects.length === rules.length && redirects.every(({ status }) => status === first.status);
  const isWhole = isOne || redirects.some(({ path }) => !path.longestWins);
  if (isWhole || (cx.akoVersion.ownMatching && !asContour)) {
    reportStatuses(cx, host, first.status);
    return hostRedirect;
  }
  // a redirect comes before a Service for the same path
  const longestFirst = rules.sort((a, b) => bySpecificity(a.path, b.path) || Number(b.status ?? 0) - Number(a.status ?? 0));
  const paths = longestFirst.filter((rule, i) => rule.status !== shadowOf(rule, longestFirst.slice(i + 1)));
  return { fqdn, names, paths: paths.map((rule) => ({ ...rule, sources: sourcesOf(rule, longestFirst, paths) })) };
}

/** Sources of a rule, and of rules that are omitted because it covers their paths. */
function sourcesOf(rule: PathRule, all: readonly PathRule[], kept: readonly PathRule[]): readonly RuleSource[] {
  const isHere = (other: PathRule) => !kept.includes(other) && kept.find(({ path }) => covers(path, other.path)) === rule;
  return [rule, ...all.filter(isHere)].flatMap(({ sources }) => sources);
}

const statusOf = ({ to }: RedirectRule) => to.redirect.statusCode;

/** Reports redirects whose status differs from that of the one redirect for the whole host. */
function reportStatuses(cx: AviLowering, { fqdn, routes }: VirtualHost, hostStatus: PathRule["status"]): void {
  for (const route of routes) {
    if (isOnTls(route) || !isRedirect(route) || statusOf(route) === hostStatus) continue;
    const { match, owner } = route;
    const message = `${fqdn}${match.path.value || "/"} is redirected with ${hostStatus}, not ${statusOf(route)}: a host has one redirect`;
    const remedy = "Serve it on another host, or redirect all paths by one kind.";
    cx.report(diagnose("LB1302", owner.ref, "/spec", message, { remedy, about: { host: fqdn, path: match.path.value } }));
  }
}

/** Status that the rules for shorter paths would give the path. */
function shadowOf({ path }: PathRule, shorter: readonly PathRule[]): PathRule["status"] {
  return shorter.find((rule) => covers(rule.path, path))?.status;
}

/**
 * The policy that redirects clear text to https. It comes before the data script, so a rule that only names the pool group of the
 * virtual service keeps the longer paths that are served out of a redirect.
 *
 * @unverified avi/sets-before-script
 */
export function lowerRedirects(cx: AviLowering, name: string, hosts: readonly HostRedirects[], group: string): AviBody | undefined {
  const rules: PolicyRule[] = [];
  const add = (rule: PolicyRule, sources: readonly (readonly [host: string, ...sources: readonly RuleSource[]])[]) => {
    const key = policyRuleKey(name, `${name}-${rules.length}`);
    for (const [host, ...ruleSources] of sources) for (const source of ruleSources) cx.sources.note(`${key} ${host.toLowerCase()}`, source);
    rules.push(rule);
  };
  for (const status of [302, 301] as const) {
    const redirectedHosts = hosts.flatMap(({ names, whole: hostRedirect }) =>
      hostRedirect?.status === status ? names.map((host) => [host, ...hostRedirect.sources] as const) : [],
    );
    if (redirectedHosts.length > 0)
      add({ match: hostMatch(redirectedHosts.map(([host]) => host).sort(compare)), ...redirectTo(status) }, redirectedHosts);
  }
  for (const [first, ...others] of sharingRules(hosts)) {
    const alike = [first, ...others];
    for (const [index, { path, status }] of first.paths.entries()) {
      const action = status ? redirectTo(status) : { switching_action: selectGroup(group) };
      const sources = alike.flatMap(({ fqdn, paths }) => (paths[index] ? [[fqdn, ...paths[index].sources] as const] : []));
      for (const form of formsOf(path)) add({ match: { ...hostMatch(alike.map(({ fqdn }) => fqdn)), ...form }, ...action }, sources);
    }
  }
  if (rules.length === 0) return undefined;
  return cx.body("httppolicyset", name, {
    http_request_policy: {
      rules: rules.map(({ match, ...action }, index) => ({
        index,
        enable: true,
        name: `${name}-${index}`,
        match: { ...match, vs_port: { match_criteria: "IS_IN", ports: [80] } },
        ...action,
      })),
    },
  });
}

/** Groups hosts with the same rules for paths: they share the rules, like names of one virtual host. */
function sharingRules(hosts: readonly HostRedirects[]): [HostRedirects, ...HostRedirects[]][] {
  const byTarget = new Map<string, [HostRedirects, ...HostRedirects[]]>();
  for (const host of [...hosts].sort((a, b) => compare(a.fqdn, b.fqdn))) {
    const key = JSON.stringify(host.paths.map(({ path, status }) => [path.is, path.value, status]));
    const same = byTarget.get(key);
    if (same) same.push(host);
    else if (host.paths.length > 0) byTarget.set(key, [host]);
  }
  return [...byTarget.values()];
}

const redirectTo = (status: Status) => ({
  redirect_action: { protocol: "HTTPS", port: 443, status_code: `HTTP_REDIRECT_STATUS_CODE_${status}` },
});

/** The policy that closes connections in clear text, at the position of a redirect (BuildHTTPSecurityPolicyForVSForEvh). */
export function lowerRefusal(cx: AviLowering, name: string): AviBody {
  const match = { vs_port: { match_criteria: "IS_IN", ports: [80] } };
  const action = { action: "HTTP_SECURITY_ACTION_CLOSE_CONN" };
  return cx.body("httppolicyset", name, {
    http_security_policy: { rules: [{ index: 0, enable: true, name: `${name}-0`, match, action }] },
  });
}

/** Replaces the global name of a host by its own name in requests (ako-2x.md 10, gslb.fqdn). */
export function lowerHostRewrite(cx: AviLowering, name: string, globalName: string, host: string): AviBody {
  const action = { action: "HTTP_REPLACE_HDR", hdr: { name: "Host", value: { val: host } } };
  return cx.body("httppolicyset", name, {
    http_request_policy: {
      rules: [{ index: 0, enable: true, name: `${name}-0`, match: hostMatch([globalName]), hdr_action: [action] }],
    },
  });
}

export const selectGroup = (group: string): Json => ({ action: "HTTP_SWITCHING_SELECT_POOLGROUP", pool_group_ref: refTo.poolGroup(group) });

export const selectPool = (pool: string): Json => ({ action: "HTTP_SWITCHING_SELECT_POOL", pool_ref: refTo.pool(pool) });
