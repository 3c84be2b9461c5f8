// Redirects that lead clients back to the URL that they asked for: they ask again until the client gives up.

import type { ObjectRef } from "../../../resources/diagnostic";
import { diagnose } from "../../specs";
import type { PathChange, Redirect, Rule, RuleMatch } from "../rule";

const USUAL = { http: 80, https: 443 } as const;

/**
 * True where every request of the rule is redirected to its own URL. A rule that sets a header on the way back (a cookie, say) may end the
 * circle with it, and a redirect that lets a client ask with GET may where the rule takes another method.
 */
export function isRedirectLoop({ listener, host, match, response, to }: Omit<Rule, "except">): boolean {
  if (!("redirect" in to) || response !== undefined || changesMethod(match, to)) return false;
  const { scheme, hostname, path, port } = to.redirect;
  const own = listener.protocol === "HTTPS" ? "https" : "http";
  const isSamePlace = (scheme ?? own) === own && (port ?? USUAL[own]) === listener.port;
  return isSamePlace && (hostname === undefined || hostname.toLowerCase() === host) && isSamePath(match, path);
}

const changesMethod = ({ method }: RuleMatch, { redirect: { statusCode } }: Redirect) =>
  method !== undefined && method !== "GET" && method !== "HEAD" && statusCode < 307;

function isSamePath({ path: { is, value } }: RuleMatch, change: PathChange | undefined): boolean {
  if (!change) return true;
  if (is === "regex") return false;
  return change.replaces === "all"
    ? is === "exact" && change.value === value
    : is === "segments" && withoutSlash(change.value) === withoutSlash(value);
}

/** The slash at the end of a prefix means nothing. */
const withoutSlash = (path: string) => path.replace(/\/$/, "");

/** The warning, whatever the kind of the object is that asks for the redirect. */
export const redirectLoop = (ref: ObjectRef, at: string, requests: string) =>
  diagnose("LB1213", ref, at, `${requests} are redirected to the URL that they asked for, for ever`);
