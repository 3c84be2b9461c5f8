import type { L7PolicyBody, L7RuleBody } from "../../../contract/octavia";
import type { Forward, HttpRoute, Redirect, VirtualHost } from "../../routing";
import { compare, diagnose } from "../../specs";
import type { Lowering } from "../context";
import { shorten } from "../names";
import type { Pools } from "./pools";
import { bySpecificity, covers, pathRules, rulesOf } from "./rules";

/** The most rules one policy takes. */
const MAX_RULES = 50;

/**
 * The policies of one listener. Octavia tries every redirect to a URL before any pool, whatever the positions say, so redirects
 * stand first and leave out the longer paths that are served in clear; pools follow, hosts before wildcards, longest match first.
 */
export function policiesOf(cx: Lowering, pools: Pools, hosts: readonly VirtualHost[], on: "clear" | "tls"): L7PolicyBody[] {
  const inOrder = [...hosts].sort((a, b) => breadth(a.fqdn) - breadth(b.fqdn) || compare(a.fqdn, b.fqdn));
  const redirects = inOrder.flatMap((host) => redirectsOf(cx, host, on));
  const forwards = inOrder.flatMap((host) => forwardsOf(pools, host, on));
  return [...redirects, ...forwards].map((policy, index) => ({ ...policy, position: index + 1 }));
}

/** A host, then a wildcard, then any host. */
const breadth = (host: string) => (host === "*" ? 2 : host.startsWith("*") ? 1 : 0);

const isForward = (route: HttpRoute): route is HttpRoute & { to: Forward } => "backends" in route.to;
const isRedirect = (route: HttpRoute): route is HttpRoute & { to: Redirect } => "redirect" in route.to;

function forwardsOf(pools: Pools, host: VirtualHost, on: "clear" | "tls"): L7PolicyBody[] {
  return host.routes
    .filter((route) => route.on === on)
    .filter(isForward)
    .sort((a, b) => bySpecificity(a.match, b.match))
    .flatMap((route): L7PolicyBody[] => {
      const pool = pools.of(route.to.backends);
      const rules = rulesOf(host.fqdn, route.match);
      return [{ name: nameOf(host.fqdn, route.match), action: "REDIRECT_TO_POOL", position: 0, redirect_pool: pool, rules }];
    });
}

function redirectsOf(cx: Lowering, host: VirtualHost, on: "clear" | "tls"): L7PolicyBody[] {
  const redirects = host.routes.filter((route) => route.on === on).filter(isRedirect);
  const first = redirects[0];
  if (!first) return [];
  const served = host.routes.filter((route) => route.on === on).filter(isForward);
  // the usual case: nothing of the host is served in clear text
  const distinct = served.length === 0 ? [{ ...first, match: { path: "", type: "prefix" as const } }] : unique(redirects);
  return distinct
    .sort((a, b) => bySpecificity(a.match, b.match))
    .map((route): L7PolicyBody => {
      const exceptions = served.filter(({ match }) => covers(route.match, match)).flatMap(({ match }) => pathRules(match).map(inverted));
      const rules = [...rulesOf(host.fqdn, route.match), ...exceptions];
      if (rules.length > MAX_RULES) {
        const message = `the redirect of ${host.fqdn} needs ${rules.length} rules and Octavia takes ${MAX_RULES}; the rest is redirected too`;
        cx.report(diagnose("LB1302", route.owner.ref, "/spec", message));
      }
      return {
        name: shorten(`redirect ${nameOf(host.fqdn, route.match)}`),
        action: "REDIRECT_PREFIX",
        position: 0,
        redirect_prefix: `https://${host.fqdn}`,
        ...code(cx, route),
        rules: rules.slice(0, MAX_RULES),
      };
    });
}

/** 302 is what Octavia does unless told otherwise. */
function code(cx: Lowering, { to, owner }: HttpRoute & { to: Redirect }): { redirect_http_code?: number } {
  if (to.status === 302) return {};
  if (cx.can.has("redirectCode")) return { redirect_http_code: to.status };
  cx.report(
    diagnose("LB1404", owner.ref, "/spec", `clear text is redirected with 302 instead of ${to.status}: ${cx.can.missing("redirectCode")}`),
  );
  return {};
}

function unique<T extends HttpRoute>(routes: readonly T[]): T[] {
  return [...new Map(routes.map((route) => [`${route.match.type} ${route.match.path}`, route])).values()];
}

const inverted = (rule: L7RuleBody): L7RuleBody => ({ ...rule, invert: true });

const nameOf = (host: string, { path, type }: HttpRoute["match"]) =>
  shorten(`${host}${path}${type === "exact" ? " (exact)" : type === "segments" ? " (segments)" : ""}`);
