import type { Forward, GatewayForward, GatewayRedirect, HttpRoute, RequestRule, Unserved } from "../routing";
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
export function ruleOf(cx: Writing, place: RulePlace, route: HttpRoute, path: WrittenPath): WrittenRule | undefined {
  return "redirect" in route.to ? redirectRule(cx, place, route, path) : forwardRule(cx, place, route, route.to, path);
}

/** Notes that nothing is written for a route. */
export function loseRoute(
  { losses }: Writing,
  { host, protocol }: Pick<RulePlace, "host" | "protocol">,
  route: HttpRoute,
  why: string,
): void {
  const url = `${protocol.toLowerCase()}://${host || "*"}${route.match.path || "/"}`;
  losses.add(route.owner.ref, route.at ?? "", `${url} is not served: ${why}`);
}

function redirectRule(cx: Writing, place: RulePlace, route: HttpRoute, path: WrittenPath): WrittenRule | undefined {
  const { status: statusCode } = route.to as Extract<HttpRoute["to"], { redirect: "https" }>;
  const refused = refusedBy(cx, place, route, path, { redirect: { scheme: "https", statusCode } });
  if (!refused) return { matches: [{ path }], filters: [{ type: "RequestRedirect", requestRedirect: { scheme: "https", statusCode } }] };
  loseRoute(cx, place, route, refused.message);
  return undefined;
}

function forwardRule(cx: Writing, place: RulePlace, route: HttpRoute, to: Forward, path: WrittenPath): WrittenRule | undefined {
  const fault = to.backends.map((backend) => protocolFault(cx, backend)).find((one) => one !== undefined);
  if (fault) {
    loseRoute(cx, place, route, fault);
    return undefined;
  }
  const replaced = to.rewrite === undefined ? undefined : changeOf(path, to.rewrite);
  const forward: GatewayForward = {
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

type PathChange = NonNullable<NonNullable<GatewayForward["rewrite"]>["path"]>;

const changeOf = ({ type }: WrittenPath, value: string): PathChange =>
  type === "PathPrefix" ? { type: "ReplacePrefixMatch", value } : { type: "ReplaceFullPath", value };

const written = ({ type, value }: PathChange) =>
  type === "ReplacePrefixMatch" ? { type, replacePrefixMatch: value } : { type, replaceFullPath: value };

function refusedBy(
  { view }: Writing,
  { host, protocol, port }: RulePlace,
  { owner }: HttpRoute,
  path: WrittenPath,
  to: GatewayForward | GatewayRedirect,
): Unserved | undefined {
  const rule: RequestRule = { host, except: [], match: { path, headers: [], queryParams: [] }, to, owner, at: "/spec/rules/0", index: 0 };
  return view.rules.refusesRule(rule, { protocol, port });
}

/** The timeout as Gateway API writes it, where the target can serve it. */
function timeoutOf(cx: Writing, place: RulePlace, route: HttpRoute, path: WrittenPath, forward: GatewayForward): string | undefined {
  const { to } = route;
  if (!("backends" in to) || to.timeout === undefined) return undefined;
  const request = to.timeout === "infinite" ? 0 : to.timeout;
  const text = durationOf(request);
  const refused = refusedBy(cx, place, route, path, { ...forward, timeouts: { request } });
  if (refused || text === undefined) {
    const why = refused?.message ?? "Gateway API has no duration that long";
    cx.losses.add(
      route.owner.ref,
      pointerOf(route, "timeout"),
      `the timeout ${to.timeout === "infinite" ? to.timeout : `${to.timeout} s`} is lost: ${why}`,
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

function noteRetry({ losses }: Writing, route: HttpRoute, { retry }: Forward): void {
  if (!retry) return;
  const message = `requests are not tried again after ${retry.on}: retries are in the standard channel of Gateway API from 1.7 on only`;
  losses.add(route.owner.ref, pointerOf(route, "retry"), message);
}

/** The model replaces characters, Gateway API segments. */
function noteRewrite({ losses }: Writing, route: HttpRoute, { rewrite }: Forward): void {
  const { path } = route.match;
  if (rewrite === undefined || path.endsWith("/") === rewrite.endsWith("/")) return;
  const slash = path.endsWith("/")
    ? "a slash is between the new prefix and the rest"
    : "of two slashes between the new prefix and the rest one is left";
  losses.add(route.owner.ref, pointerOf(route, "rewrite"), `segments are replaced, not characters: ${slash}`, "notice");
}
