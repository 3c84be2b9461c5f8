import type { Forward, HttpRoute, Retry, RoutePath, TlsVersion, VirtualHost } from "../../../routing";
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
  retry?: Retry;
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
  const clear = routesOn(host, "clear");
  const secure = routesOn(host, "tls");
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

function routesOn(host: VirtualHost, on: HttpRoute["on"]): ShownRoute[] {
  return host.routes
    .filter((route) => route.on === on)
    .sort((a, b) => bySpecificity(a.match, b.match))
    .map((route) => ({ ...matchOf(route.match), ...actionOf(host, route) }));
}

/** Longest first; of equal length the later in byte order first, as the proxy of Contour has it; a whole path before its prefix. */
function bySpecificity(a: RoutePath, b: RoutePath): number {
  const rank = ({ type }: RoutePath) => ["exact", "segments", "prefix"].indexOf(type);
  return b.path.length - a.path.length || compare(b.path, a.path) || rank(a) - rank(b);
}

function matchOf({ path, type }: RoutePath): Pick<ShownRoute, "prefix" | "segments" | "exact"> {
  return { [type]: path };
}

function actionOf(host: VirtualHost, { match, to, owner }: HttpRoute): Omit<ShownRoute, "prefix" | "segments" | "exact"> {
  if (!("redirect" in to)) return forwardOf(to, owner.ref);
  const twin = host.routes.find((other) => other.on === "tls" && other.match.path === match.path && other.match.type === match.type);
  const served = twin && "backends" in twin.to ? forwardOf(twin.to, twin.owner.ref) : { clusters: shownClusters(host.tcp?.backends ?? []) };
  return { redirectToHttps: true, ...served };
}

function forwardOf({ backends, timeout, retry, rewrite, websockets }: Forward, owner: HttpRoute["owner"]["ref"]) {
  // the Route CRD knows "no health check", the other kinds are silent where there is none
  const resolved = owner.kind === "Route" && owner.apiVersion.startsWith("contour.heptio.com/");
  return {
    clusters: shownClusters(backends, resolved),
    timeout,
    retry,
    prefixRewrite: rewrite,
    websockets,
  };
}
