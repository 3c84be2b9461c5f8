// Detects redirects to the same URL, which clients repeat until they give up.

import { defaultPort } from "../../../resources/default-port";
import type { ObjectRef } from "../../../resources/diagnostic";
import { diagnose } from "../../specs";
import type { PathChange, Redirect, Rule, RuleMatch } from "../rule";

/**
 * True if every request of the rule is redirected to its own URL. A rule that sets a response header (such as a cookie) may end the loop,
 * and so may a redirect that changes the method to GET if the rule matches another method.
 */
export function isRedirectLoop({ listener, host, match, response, to }: Omit<Rule, "except">): boolean {
  if (!("redirect" in to) || response !== undefined || changesMethod(match, to)) return false;
  const { scheme, hostname, path, port } = to.redirect;
  const listenerScheme = listener.protocol === "HTTPS" ? "https" : "http";
  const isSamePlace = (scheme ?? listenerScheme) === listenerScheme && (port ?? defaultPort(listenerScheme)) === listener.port;
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

/** A trailing slash has no meaning in a prefix. */
const withoutSlash = (path: string) => path.replace(/\/$/, "");

/** Diagnostic of a redirect loop, for objects of any kind. */
export const redirectLoop = (ref: ObjectRef, at: string, requests: string) =>
  diagnose("LB1213", ref, at, `${requests} are redirected to their own URL, endlessly`);
