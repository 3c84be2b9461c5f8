import type { Backend, Forward, HttpRoute, PathMatch, VirtualHost } from "../routing";
import { compare, keyOf } from "../specs";
import { shares } from "./share";
import type { ShownCluster, ShownRoute, ShownVirtualHost } from "./shown";

/** A host as it stands on its ports; one where nothing is served does not appear. */
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
      ...(tcp ? { tcpProxy: { clusters: clusters(tcp.backends, false) } } : {}),
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
function bySpecificity(a: PathMatch, b: PathMatch): number {
  const rank = ({ type }: PathMatch) => ["exact", "segments", "prefix"].indexOf(type);
  return b.path.length - a.path.length || compare(b.path, a.path) || rank(a) - rank(b);
}

function matchOf({ path, type }: PathMatch): Pick<ShownRoute, "prefix" | "segments" | "exact"> {
  return { [type]: path };
}

function actionOf(host: VirtualHost, { match, to, owner }: HttpRoute): Omit<ShownRoute, "prefix" | "segments" | "exact"> {
  if (!("redirect" in to)) return forwardOf(to, owner.ref);
  const twin = host.routes.find((other) => other.on === "tls" && other.match.path === match.path && other.match.type === match.type);
  const served =
    twin && "backends" in twin.to ? forwardOf(twin.to, twin.owner.ref) : { clusters: clusters(host.tcp?.backends ?? [], false) };
  return { redirectToHttps: true, ...served };
}

function forwardOf({ backends, timeout, retry, rewrite, websockets }: Forward, owner: HttpRoute["owner"]["ref"]) {
  // the Route CRD knows "no health check", the other kinds are silent where there is none
  const resolved = owner.kind === "Route" && owner.apiVersion.startsWith("contour.heptio.com/");
  return {
    clusters: clusters(backends, resolved),
    timeout,
    retry,
    prefixRewrite: rewrite,
    websockets,
  };
}

function clusters(backends: readonly Backend[], resolved: boolean): ShownCluster[] {
  const parts = shares(backends.map(({ weight }) => weight));
  return backends.map(({ service, port, weight, protocol, strategy, healthCheck, validation }, i) => ({
    service: keyOf(service),
    port: port?.port,
    weight: weight ?? 0,
    share: parts[i]!,
    protocol,
    strategy,
    healthCheck: healthCheck ?? (resolved ? null : undefined),
    validation: validation
      ? { caSecret: validation.source ? keyOf(validation.source) : undefined, subjectName: validation.subjectName }
      : undefined,
  }));
}
