// Reports, to the object of each path, rules that match on Avi what a kind does not promise, or miss what it promises.

import { describeObject, type ObjectRef } from "../../../../resources/diagnostic";
import { covers, isOnTls, isRedirect, type PathMatch, type Rule, redirectLoop, stemOf, type VirtualHost } from "../../../routing";
import { diagnose } from "../../../specs";
import type { AviLowering } from "./context";

/** A path with letters, in the other case, which a rule without case matches too. */
function otherCase(path: string): string | undefined {
  const lower = path.toLowerCase();
  const other = path === lower ? path.toUpperCase() : lower;
  return other === path ? undefined : other;
}

/** The path that a path of segments with a trailing slash matches, and a rule for its characters misses. */
const missedBy = ({ value: path, is }: PathMatch) =>
  is === "segments" && stemOf(path) !== "" && stemOf(path) !== path ? stemOf(path) : undefined;

/** Reports requests that a label matches beyond its path, or misses: it matches prefixes of characters, without case. */
export function reportLabel(cx: AviLowering, host: string, { match, owner }: Rule): void {
  const { value: path, is } = match.path;
  const written = `${host}${path}`;
  const byCharacters = is === "characters" || (is === "segments" && stemOf(path) === "");
  if (byCharacters) {
    reportCase(cx, host, { match, owner }, "a shared virtual service");
    return;
  }
  const missed = missedBy(match.path);
  const differs = missed ? `misses ${missed} itself` : `also matches ${is === "exact" ? `${stemOf(path)}/x` : `${path}x`}`;
  const message = `${written} ${differs}: a shared virtual service compares prefixes by characters and ignores case`;
  const remedy = "Choose a path that begins no other, or give the host TLS: with naming ako-1.2 its paths are compared as the object asks.";
  cx.report(diagnose("LB1302", owner.ref, "/spec", message, { remedy, about: { host, path } }));
}

/** Reports that a rule matches the path in the other case too. */
export function reportCase(cx: AviLowering, host: string, { match, owner }: Pick<Rule, "match" | "owner">, by: string): void {
  const path = match.path.value;
  const other = otherCase(path);
  if (other === undefined) return;
  const message = `${host}${path} also matches ${other}: ${by} ignores the case of paths`;
  const remedy = "Choose paths of a host that differ in more than their case.";
  cx.report(diagnose("LB1302", owner.ref, "/spec", message, { remedy, about: { host, path } }));
}

/** A route and the host it is for. */
interface Hosted {
  host: string;
  route: Rule;
}

/** Reads the path of a rule as the rule matches it, seen from the rule before it. */
export type MatchReader = (match: PathMatch, before: PathMatch) => PathMatch;

/**
 * Reports which paths no request reaches, because a rule before theirs takes it; the routes are in the order of their rules.
 *
 * @returns those that are reached
 */
export function reportShadowed<R extends Hosted>(cx: AviLowering, routes: readonly R[], remedy: string, read: MatchReader): R[] {
  return routes.filter(({ host, route }, i) => {
    const takes = ({ host: other, route: { match } }: R) =>
      other === host && covers(read(match.path, match.path), read(route.match.path, match.path));
    const first = routes.slice(0, i).find(takes);
    if (!first) return true;
    const message = `${host}${route.match.path.value} is never reached: ${first.route.match.path.value || "/"} comes before it and takes its requests`;
    cx.report(diagnose("LB1302", route.owner.ref, "/spec", message, { remedy, about: { host, path: route.match.path.value } }));
    return false;
  });
}

/** Rules without case take a path in every case. */
export const withoutCase: MatchReader = (match, before) => (before.longestWins ? match : { ...match, value: match.value.toLowerCase() });

/**
 * Reports what AKO 2 takes, or misses, that the kind defines otherwise; the routes are in the order of their rules.
 *
 * @param written the path of a route as its rule has it
 */
export function reportOwnMatching(cx: AviLowering, routes: readonly Hosted[], written: (match: PathMatch) => string): void {
  const byCharacters: MatchReader = (match) => ({ ...match, value: written(match), ...(match.is === "exact" ? {} : { is: "characters" }) });
  const remedy = "Write an Exact path before the same path as a prefix, and paths that begin with each other in one namespace.";
  for (const { host, route } of reportShadowed(cx, routes, remedy, byCharacters)) {
    const { is, value: path } = route.match.path;
    if (is !== "segments" || path === "/") continue;
    const missed = missedBy(route.match.path);
    if (!missed && path.endsWith("/")) continue;
    const message = `${host}${path} ${missed ? `misses ${missed} itself` : `also matches ${path}x`}: AKO 2 compares prefixes by characters`;
    const bySegments = "Choose a path that begins no other, or naming ako-1.2, which compares the paths of hosts with TLS by segments.";
    cx.report(diagnose("LB1302", route.owner.ref, "/spec", message, { remedy: bySegments, about: { host, path } }));
  }
}

/** Reports which requests reach nothing because `applicationRootPath` replaces `/` in its rule; a path without a rule of its own takes the rest. */
export function reportRootPath(cx: AviLowering, routes: readonly Hosted[], root: { path: string; rule: ObjectRef }): void {
  if (root.path.replace(/^\//, "") === "")
    cx.report(redirectLoop(root.rule, "/spec/virtualhost/applicationRootPath", "requests for the path /"));
  for (const { host, route } of routes) {
    const { match, owner } = route;
    if (
      match.path.value !== "/" ||
      match.path.is === "exact" ||
      routes.some((other) => other.host === host && other.route.match.path.value === "")
    )
      continue;
    const message = `${host}/ reaches its Service only below ${root.path}: applicationRootPath of ${describeObject(root.rule)} takes the place of / in the rule, as AKO 2 has it. Requests for other paths, such as ${host}/x, reach no server`;
    const remedy = "Write the paths that the host serves beside / into the spec, or remove applicationRootPath.";
    cx.report(diagnose("LB1302", owner.ref, "/spec", message, { remedy, about: { host } }));
  }
}

/** A wildcard that AKO writes into a rule for one name. */
const isWildcard = (host: string) => host.startsWith("*");

/**
 * Reports a rule that names a wildcard where the controller compares whole names: no request has it.
 *
 * @unverified avi/wildcard-letters
 */
export function reportWildcard(cx: AviLowering, host: string, owner: Rule["owner"], what: string): void {
  if (!isWildcard(host)) return;
  const message = `${what}: the rule names ${host} as it is written, and no request has this name`;
  cx.report(diagnose("LB1301", owner.ref, "/spec", message, { remedy: "Write a rule for each host.", about: { host } }));
}

/** Reports redirects of a host that match no request; clear text is served then, if the virtual service answers on both ports. */
function reportLostRedirects(cx: AviLowering, { fqdn, routes }: VirtualHost, answersBoth: boolean): void {
  for (const { to, owner } of routes) {
    if (!("redirect" in to)) continue;
    if (!answersBoth) reportWildcard(cx, fqdn, owner, `clear text of ${fqdn} is not redirected and not served`);
    else {
      const message = `clear text of ${fqdn} is served, not redirected: the rule names the host as it is written, and no request has this name`;
      cx.report(diagnose("LB1302", owner.ref, "/spec", message, { about: { host: fqdn } }));
    }
  }
}

/** Reports requests that the redirects of a host miss, and requests that they match beyond their rules. */
export function reportRedirects(cx: AviLowering, host: VirtualHost, { whole }: { whole?: unknown }, answersBoth: boolean): void {
  if (isWildcard(host.fqdn)) reportLostRedirects(cx, host, answersBoth);
  else if (whole) reportRedirected(cx, host, answersBoth);
}

/**
 * Reports which paths get no answer in clear text, because the redirect is for the whole host. One that the same object serves on TLS is
 * reached there; one in clear text only is lost, unless the virtual service answers on both ports.
 */
function reportRedirected(cx: AviLowering, { fqdn, routes }: VirtualHost, answersBoth: boolean): void {
  const ako = cx.akoVersion.ownMatching ? "AKO 2" : "AKO";
  for (const route of routes) {
    if (isOnTls(route) || isRedirect(route)) continue;
    const { match, owner } = route;
    const remains = answersBoth || routes.some((other) => isOnTls(other) && other.owner === owner && isSame(other.match.path, match.path));
    const message = `${fqdn}${match.path.value || "/"} is not served in clear text: the redirect of ${ako} is for the whole host`;
    const remedy = "Serve it with TLS, or on another host.";
    const about = { host: fqdn, path: match.path.value };
    cx.report(
      remains
        ? diagnose("LB1302", owner.ref, "/spec", message, { about })
        : diagnose("LB1301", owner.ref, "/spec", message, { remedy, about }),
    );
  }
}

const isSame = (one: PathMatch, other: PathMatch) => one.value === other.value && one.is === other.is;
