// Hosts and their routes as `--to routes` prints them.

import type { Forward, PathMatch, Rule, TlsVersion, VirtualHost } from "../../../routing";
import { isForward, isOnTls, type RuleListener } from "../../../routing";
import { compare, keyOf } from "../../../specs";
import { type ShownCluster, shownClusters } from "./clusters";

/** A route: one of `prefix` (by characters), `segments` and `exact` says what it matches. */
export interface ShownRoute {
  prefix?: string;
  segments?: string;
  exact?: string;
  /** Clear text is answered with the https URL; what is served there is in `clusters` all the same. */
  redirectToHttps?: true;
  clusters: ShownCluster[];
  timeout?: number | "infinite";
  retry?: { on: "5xx"; count: number; perTryTimeout?: number };
  prefixRewrite?: string;
  websockets?: boolean;
}

/** A host on one port: 80 in clear text, 443 on TLS. */
export interface ShownVirtualHost {
  fqdn: string;
  port: 80 | 443;
  tls?: { secret: string; minimumProtocolVersion?: TlsVersion };
  passthrough?: true;
  tcpProxy?: { clusters: ShownCluster[] };
  routes: ShownRoute[];
}

/** A host as its ports serve it; one where nothing is served does not appear. */
export function showHost(host: VirtualHost): ShownVirtualHost[] {
  const { fqdn, tls, tcp } = host;
  const clear = routesOn(host, "HTTP");
  const secure = routesOn(host, "HTTPS");
  const shown: ShownVirtualHost[] = [];
  if (clear.length > 0) shown.push({ fqdn, port: 80, routes: clear });
  if (secure.length > 0 || tcp) {
    shown.push({
      fqdn,
      port: 443,
      ...(tls ? { tls: { secret: keyOf(tls.source), minimumProtocolVersion: tls.minimumVersion } } : {}),
      ...(tcp && !tls ? { passthrough: true } : {}),
      ...(tcp ? { tcpProxy: { clusters: shownClusters(tcp.backends) } } : {}),
      routes: secure,
    });
  }
  return shown;
}

function routesOn(host: VirtualHost, on: RuleListener["protocol"]): ShownRoute[] {
  return host.routes
    .filter((route) => route.listener.protocol === on)
    .sort((a, b) => bySpecificity(a.match.path, b.match.path))
    .map((route) => ({ ...matchOf(route.match.path), ...actionOf(host, route) }));
}

/** Longest first; of equal length the later in byte order first, as the proxy of Contour has it; a whole path before its prefix. */
function bySpecificity(a: PathMatch, b: PathMatch): number {
  const rank = ({ is }: PathMatch) => ["exact", "segments", "characters"].indexOf(is);
  return b.value.length - a.value.length || compare(b.value, a.value) || rank(a) - rank(b);
}

function matchOf({ is, value }: PathMatch): Pick<ShownRoute, "prefix" | "segments" | "exact"> {
  return { [is === "characters" ? "prefix" : is]: value };
}

function actionOf(host: VirtualHost, { match, to, owner }: Rule): Omit<ShownRoute, "prefix" | "segments" | "exact"> {
  if ("backends" in to) return forwardOf(to, owner.ref);
  const { is, value } = match.path;
  const twin = host.routes.find((other) => isOnTls(other) && other.match.path.value === value && other.match.path.is === is);
  const served = twin && isForward(twin) ? forwardOf(twin.to, twin.owner.ref) : { clusters: shownClusters(host.tcp?.backends ?? []) };
  return { redirectToHttps: true, ...served };
}

function forwardOf({ backends, timeouts, retry, rewrite, websockets }: Forward, owner: Rule["owner"]["ref"]) {
  // the Route CRD knows "no health check", the other kinds are silent where there is none
  const resolved = owner.kind === "Route" && owner.apiVersion.startsWith("contour.heptio.com/");
  const timeout = timeouts?.request;
  return {
    clusters: shownClusters(backends, resolved),
    timeout: timeout === 0 ? ("infinite" as const) : timeout,
    retry: retry && { on: "5xx" as const, count: retry.attempts ?? 1, perTryTimeout: retry.perTryTimeout },
    prefixRewrite: rewrite?.path?.value,
    websockets,
  };
}
