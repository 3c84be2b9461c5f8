import type { Backend, Forward, HealthCheck, HttpRoute, PathMatch, Retry, TlsVersion, VirtualHost } from "../routing";
import { compare, keyOf } from "../specs";

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

/** A backend as `--to routes` shows it. */
export interface ShownCluster {
  /** `namespace/name`. */
  service: string;
  port?: number;
  /** As the model has it, 0 where there is none. */
  weight: number;
  /** Its part of the traffic of the route, as a reduced fraction. */
  share: string;
  protocol?: string;
  strategy?: string;
  /** null: the kind says that there is none. */
  healthCheck?: HealthCheck | null;
  validation?: { caSecret?: string; subjectName?: string };
}

/** A route: one of `prefix` (by characters), `segments` and `exact` says what it matches. */
export interface ShownRoute {
  prefix?: string;
  segments?: string;
  exact?: string;
  /** Clear text is answered with the https URL; what is served there stands in `clusters` all the same. */
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

/** Each one's part of the whole as a reduced fraction; without weights all get the same, and nothing of nothing is 0. */
export function shares(weights: readonly (number | undefined)[]): string[] {
  const given = weights.some((weight) => weight !== undefined) ? weights.map((weight) => weight ?? 0) : weights.map(() => 1);
  const sum = given.reduce((a, b) => a + b, 0);
  return given.map((weight) => fraction(weight, sum));
}

function fraction(part: number, whole: number): string {
  if (part === 0) return "0";
  const divisor = gcd(part, whole);
  return whole === divisor ? String(part / divisor) : `${part / divisor}/${whole / divisor}`;
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
