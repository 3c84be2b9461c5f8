// Writes the rules of HTTPRoutes.

import type { Forward, Redirect, Rule, UnsupportedFeature } from "../routing";
import { type ForwardRule, isForward, isRedirect, type PathChange, pathOnly, type RedirectRule } from "../routing";
import { protocolFault, referencesOf } from "./backends";
import type { Writing } from "./context";
import { pointerOf } from "./losses";
import type { WrittenPath, WrittenRule } from "./manifests";

/** Place of a rule: a host on a port. */
export interface RulePlace {
  /** In lower case; empty for every host. */
  host: string;
  protocol: "HTTP" | "HTTPS";
  port: number;
}

/** The rule of an HTTPRoute for a route of the model; undefined where it cannot be served, which is noted as a loss then. */
export function ruleOf(cx: Writing, place: RulePlace, route: Rule, path: WrittenPath): WrittenRule | undefined {
  if (isRedirect(route)) return redirectRule(cx, place, route, path);
  return isForward(route) ? forwardRule(cx, place, route, path) : undefined;
}

/** Notes that nothing is written for a route. */
export function loseRoute({ losses }: Writing, { host, protocol }: Pick<RulePlace, "host" | "protocol">, route: Rule, why: string): void {
  const url = `${protocol.toLowerCase()}://${host || "*"}${route.match.path.value || "/"}`;
  losses.add(route.owner.ref, route.at ?? "", `${url} is not served: ${why}`);
}

function redirectRule(cx: Writing, place: RulePlace, route: RedirectRule, path: WrittenPath): WrittenRule | undefined {
  const { statusCode } = route.to.redirect;
  const refused = refusedBy(cx, place, route, path, { redirect: { scheme: "https", statusCode } });
  if (!refused) return { matches: [{ path }], filters: [{ type: "RequestRedirect", requestRedirect: { scheme: "https", statusCode } }] };
  loseRoute(cx, place, route, refused.message);
  return undefined;
}

function forwardRule(cx: Writing, place: RulePlace, route: ForwardRule, path: WrittenPath): WrittenRule | undefined {
  const { to } = route;
  const fault = to.backends.map((backend) => protocolFault(cx, backend)).find((one) => one !== undefined);
  if (fault) {
    loseRoute(cx, place, route, fault);
    return undefined;
  }
  const replaced = to.rewrite?.path && changeOf(path, to.rewrite.path.value);
  const forward: Forward = {
    backends: to.backends.map((backend) => ({ ...backend, weight: backend.weight ?? 1 })),
    ...(replaced ? { rewrite: { path: replaced } } : {}),
  };
  const refused = refusedBy(cx, place, route, path, forward);
  if (refused) {
    loseRoute(cx, place, route, refused.message);
    return undefined;
  }
  const backendRefs = referencesOf(cx, "HTTPRoute", route, to.backends);
  if (!backendRefs) {
    loseRoute(cx, place, route, "none of its Services can be referred to");
    return undefined;
  }
  noteRetry(cx, route, to);
  noteRewrite(cx, route, to);
  const request = timeoutOf(cx, place, route, path, forward);
  return {
    matches: [{ path }],
    ...(replaced ? { filters: [{ type: "URLRewrite", urlRewrite: { path: written(replaced) } }] } : {}),
    backendRefs,
    ...(request === undefined ? {} : { timeouts: { request } }),
  };
}

const changeOf = ({ type }: WrittenPath, value: string): PathChange => ({ replaces: type === "PathPrefix" ? "segments" : "all", value });

const written = ({ replaces, value }: PathChange) =>
  replaces === "all"
    ? { type: "ReplaceFullPath" as const, replaceFullPath: value }
    : { type: "ReplacePrefixMatch" as const, replacePrefixMatch: value };

const PATHS = { Exact: "exact", PathPrefix: "segments", RegularExpression: "regex" } as const;

function refusedBy(
  { view }: Writing,
  { host, protocol, port }: RulePlace,
  { owner }: Rule,
  path: WrittenPath,
  to: Forward | Redirect,
): UnsupportedFeature | undefined {
  const rule: Rule = {
    ...{ listener: { protocol, port }, host, except: [], match: pathOnly({ is: PATHS[path.type], value: path.value }) },
    ...{ to, owner, at: "/spec/rules/0", index: 0 },
  };
  return view.rules.refusesRule(rule);
}

/** The timeout as Gateway API writes it, where the target can serve it. */
function timeoutOf(cx: Writing, place: RulePlace, route: Rule, path: WrittenPath, forward: Forward): string | undefined {
  const { to } = route;
  const request = "backends" in to ? to.timeouts?.request : undefined;
  if (request === undefined) return undefined;
  const text = durationOf(request);
  const refused = refusedBy(cx, place, route, path, { ...forward, timeouts: { request } });
  if (refused || text === undefined) {
    const why = refused?.message ?? "Gateway API has no duration that long";
    cx.losses.add(
      route.owner.ref,
      pointerOf(route, "timeout"),
      `the timeout ${request === 0 ? "infinite" : `${request} s`} is lost: ${why}`,
    );
    return undefined;
  }
  return text;
}

/** Seconds in the words of Gateway API: `1m30s`. */
export function durationOf(seconds: number): string | undefined {
  const milliseconds = Math.max(seconds > 0 ? 1 : 0, Math.round(seconds * 1000));
  if (milliseconds === 0) return "0s";
  const hours = Math.floor(milliseconds / 3_600_000);
  if (hours > 99_999) return undefined;
  const parts: [number, string][] = [
    [hours, "h"],
    [Math.floor(milliseconds / 60_000) % 60, "m"],
    [Math.floor(milliseconds / 1000) % 60, "s"],
    [milliseconds % 1000, "ms"],
  ];
  return parts.flatMap(([amount, unit]) => (amount > 0 ? [`${amount}${unit}`] : [])).join("");
}

function noteRetry({ losses }: Writing, route: Rule, { retry }: Forward): void {
  if (!retry) return;
  const message = `requests are not tried again after ${retry.on}: retries are in the standard channel of Gateway API from 1.7 on only`;
  losses.add(route.owner.ref, pointerOf(route, "retry"), message);
}

/** The model replaces characters, Gateway API segments. */
function noteRewrite({ losses }: Writing, route: Rule, to: Forward): void {
  const path = route.match.path.value;
  const rewrite = to.rewrite?.path?.value;
  if (rewrite === undefined || path.endsWith("/") === rewrite.endsWith("/")) return;
  const slash = path.endsWith("/")
    ? "a slash is between the new prefix and the rest"
    : "of two slashes between the new prefix and the rest one is left";
  losses.add(route.owner.ref, pointerOf(route, "rewrite"), `segments are replaced, not characters: ${slash}`, "notice");
}
