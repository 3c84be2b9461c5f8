import type { AviBody } from "../../../../kinds/avi/body";
import type { Json } from "../../../../kinds/kind";
import {
  bySpecificity,
  covers,
  type Forward,
  type HttpRoute,
  type Redirect,
  type RoutePath,
  stemOf,
  type VirtualHost,
} from "../../../routing";
import { compare, diagnose } from "../../../specs";
import type { PortListener } from "../extensions";
import { refTo } from "../names";
import type { AviLowering } from "./context";
import { rewritten } from "./rewrites";

/** Sends requests for one host and path to a pool group, with the path rewritten where the route says so. */
export function lowerSwitching(
  cx: AviLowering,
  names: { policy: string; rule(index: number): string },
  host: string,
  { match, to }: HttpRoute & { to: Forward },
  group: string,
): AviBody {
  const rewrite: { [field: string]: Json } =
    to.rewrite === undefined ? {} : { rewrite_url_action: { path: rewritten(match.path, to.rewrite) } };
  return cx.body("httppolicyset", names.policy, {
    http_request_policy: {
      rules: lowerMatch(match).map((path, index) => ({
        index,
        enable: true,
        name: names.rule(index),
        match: { ...hostMatch([host]), ...(path ? { path } : {}) },
        switching_action: selectGroup(group),
        ...rewrite,
      })),
    },
  });
}

/** One rule of a {@link lowerHostPolicy}. */
export interface SwitchingRule {
  match: RoutePath;
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
    match: pathMatch(match, stringGroup),
    switching_action: action,
    ...(rewrite === undefined ? {} : { rewrite_url_action: { path: rewritten(match.path, rewrite) } }),
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
    match: { ...pathMatch({ path: "/", type: "exact" }), vs_port: { match_criteria: "IS_IN", ports: [port] } },
    redirect_action: {
      protocol: tls ? "HTTPS" : "HTTP",
      port,
      status_code: "HTTP_REDIRECT_STATUS_CODE_302",
      path: { type: "URI_PARAM_TYPE_TOKENIZED", tokens: [{ type: "URI_TOKEN_TYPE_STRING", str_value: path.replace(/^\//, "") }] },
    },
  }));
}

/** Match of AKO 2.x, whatever the kind promises: the whole path, or its characters. Case matters, except in regular expressions. */
function pathMatch({ path, type }: RoutePath, stringGroup?: string): { [criterion: string]: Json } {
  if (!path) return {};
  // @unverified avi/regex-anywhere
  if (stringGroup !== undefined)
    return { path: { match_criteria: "REGEX_MATCH", match_case: "INSENSITIVE", string_group_refs: [refTo.stringGroup(stringGroup)] } };
  return { path: { match_criteria: type === "exact" ? "EQUALS" : "BEGINS_WITH", match_case: "SENSITIVE", match_str: [path] } };
}

/**
 * Requests for one of these hosts.
 *
 * @unverified avi/port-in-host
 */
const hostMatch = (hosts: readonly string[]) => ({ host_hdr: { match_criteria: "HDR_EQUALS", value: [...hosts] } });

/**
 * One path match per rule; no match at all for an empty path. A path of segments is itself, or begins with itself and `/`. Case
 * counts where the kind promises it; the controller's default is that it does not.
 */
function lowerMatch({ path, type, longestWins }: RoutePath): (Json | undefined)[] {
  const criterion = (match_criteria: string, text: string) => ({
    match_criteria,
    ...(longestWins ? { match_case: "SENSITIVE" } : {}),
    match_str: [text],
  });
  const begins = (text: string) => criterion("BEGINS_WITH", text);
  const equals = (text: string) => criterion("EQUALS", text);
  if (!path) return [undefined];
  if (type === "exact") return [equals(path)];
  if (type === "prefix") return [begins(path)];
  const bare = stemOf(path);
  return bare ? [equals(bare), begins(`${bare}/`)] : [begins("/")];
}

type PolicyRule = { match: { [criterion: string]: Json }; [action: string]: Json };

/** Redirects of clear text of a host in the policy of its virtual service: one for all of it, or rules for paths. */
export interface HostRedirects {
  fqdn: string;
  /** All names of the host. */
  names: readonly string[];
  whole?: Redirect["status"];
  /** Whole paths first, then the longest. */
  paths: PathRule[];
}

/** Without a status the path is served as ever. */
interface PathRule {
  match: RoutePath;
  status?: Redirect["status"];
}

/**
 * The redirects of a host, under all of its names. They cover it as a whole (ako.md 1.3), unless its kind promises that the longest path wins and some of its
 * paths are served in clear text: then each path is judged by itself. Those of AKO 2 cover a host in any case, save IngressRoutes on a shared virtual service.
 */
export function redirectsOf(cx: AviLowering, host: VirtualHost, names = [host.fqdn], isShared = false): HostRedirects | undefined {
  const { fqdn, routes } = host;
  const rules = routes.flatMap(({ on, match, to }): PathRule[] =>
    on === "tls" ? [] : [{ match, ...("redirect" in to ? { status: to.status } : {}) }],
  );
  const redirects = rules.filter(({ status }) => status);
  if (redirects.length === 0) return undefined;
  const whole = { fqdn, names, whole: redirects[0]?.status, paths: [] };
  const asContour = isShared && routes.every(({ to, owner }) => !("redirect" in to) || owner.ref.kind === "IngressRoute");
  const isOne = redirects.length === rules.length && redirects.every(({ status }) => status === whole.whole);
  const isWhole = isOne || redirects.some(({ match }) => !match.longestWins);
  if (isWhole || (cx.generation.ownMatching && !asContour)) {
    reportStatuses(cx, host, whole.whole);
    return whole;
  }
  // of a redirect and a service for one path the redirect counts
  const longestFirst = rules.sort((a, b) => bySpecificity(a.match, b.match) || Number(b.status ?? 0) - Number(a.status ?? 0));
  return { fqdn, names, paths: longestFirst.filter((rule, i) => rule.status !== shadowOf(rule, longestFirst.slice(i + 1))) };
}

/** Reports the redirects whose status is not that of the one redirect for the whole host. */
function reportStatuses(cx: AviLowering, { fqdn, routes }: VirtualHost, whole: PathRule["status"]): void {
  for (const { on, match, to, owner } of routes) {
    if (on === "tls" || !("redirect" in to) || to.status === whole) continue;
    const message = `${fqdn}${match.path || "/"} is redirected with ${whole}, not ${to.status}: a host has one redirect`;
    const remedy = "Serve it on another host, or redirect all paths by one kind.";
    cx.report(diagnose("LB1302", owner.ref, "/spec", message, { remedy, about: { host: fqdn, path: match.path } }));
  }
}

/** Status that the rules for shorter paths would give the path. */
function shadowOf({ match }: PathRule, shorter: readonly PathRule[]): PathRule["status"] {
  return shorter.find((rule) => covers(rule.match, match))?.status;
}

/**
 * The policy that redirects clear text to https. It comes before the data script, so a rule that only names the pool group of the
 * virtual service keeps the longer paths that are served out of a redirect.
 *
 * @unverified avi/sets-before-script
 */
export function lowerRedirects(cx: AviLowering, name: string, hosts: readonly HostRedirects[], group: string): AviBody | undefined {
  const rules: PolicyRule[] = [];
  for (const status of [302, 301] as const) {
    const whole = hosts.filter((host) => host.whole === status).flatMap(({ names }) => names);
    if (whole.length > 0) rules.push({ match: hostMatch(whole.sort(compare)), ...redirectTo(status) });
  }
  for (const { fqdns, paths } of sharingRules(hosts)) {
    for (const { match, status } of paths) {
      const action = status ? redirectTo(status) : { switching_action: selectGroup(group) };
      for (const path of lowerMatch(match)) rules.push({ match: { ...hostMatch(fqdns), ...(path ? { path } : {}) }, ...action });
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

/** Hosts with the same rules for paths share them, as the names of one virtual host do. */
function sharingRules(hosts: readonly HostRedirects[]): { fqdns: string[]; paths: PathRule[] }[] {
  const found = new Map<string, { fqdns: string[]; paths: PathRule[] }>();
  for (const { fqdn, paths } of [...hosts].sort((a, b) => compare(a.fqdn, b.fqdn))) {
    const key = JSON.stringify(paths.map(({ match, status }) => [match.type, match.path, status]));
    const same = found.get(key);
    if (same) same.fqdns.push(fqdn);
    else if (paths.length > 0) found.set(key, { fqdns: [fqdn], paths });
  }
  return [...found.values()];
}

const redirectTo = (status: Redirect["status"]) => ({
  redirect_action: { protocol: "HTTPS", port: 443, status_code: `HTTP_REDIRECT_STATUS_CODE_${status}` },
});

/** The policy that closes connections in clear text; it is where a redirect would be (BuildHTTPSecurityPolicyForVSForEvh). */
export function lowerRefusal(cx: AviLowering, name: string): AviBody {
  const match = { vs_port: { match_criteria: "IS_IN", ports: [80] } };
  const action = { action: "HTTP_SECURITY_ACTION_CLOSE_CONN" };
  return cx.body("httppolicyset", name, {
    http_security_policy: { rules: [{ index: 0, enable: true, name: `${name}-0`, match, action }] },
  });
}

/** Gives requests for a host's name in global load balancing its own name (ako-2x.md 10, gslb.fqdn). */
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
