import type { root, route } from "./contour";
import type { ingress, ingressV1, openShiftRoute } from "./manifests";

type IngressV1 = ReturnType<typeof ingressV1>;

/** Promise of a manifest for one path, in the words of its kind's documentation. */
export interface Promised {
  /** Empty for every host. */
  host: string;
  path: string;
  type: "Exact" | "Prefix" | "Characters";
  service: string;
  /** Served on TLS. */
  secure: boolean;
  /** Answer to clear text. */
  clear: "service" | "https" | "nobody";
  /** Of two that say the same the least counts. */
  seniority: readonly (string | number)[];
}

type OracleInput = { metadata: { name?: string; namespace?: string; creationTimestamp?: string } };
const seniority = ({ metadata: { creationTimestamp = "9", namespace = "default", name = "" } }: OracleInput, at = 0) =>
  [creationTimestamp, namespace, name, at] as const;

/** Ingress of networking.k8s.io/v1. Clear text of a path with TLS is redirected, as every target here has it. */
export const ofIngress = (given: IngressV1): Promised[] =>
  given.spec.rules.flatMap((rule, at) =>
    rule.http.paths.map(({ path, pathType, backend }): Promised => {
      const secure = given.spec.tls?.some(({ hosts }) => hosts.includes(rule.host ?? "")) ?? false;
      const type = pathType === "ImplementationSpecific" ? "Characters" : pathType;
      const clear = secure ? "https" : "service";
      return { host: rule.host ?? "", path, type, service: backend.service.name, secure, clear, seniority: seniority(given, at) };
    }),
  );

/** Ingress of the older versions, whose paths are prefixes of characters (seed ako-objects.md). */
export const ofOldIngress = (given: ReturnType<typeof ingress>): Promised[] =>
  given.spec.rules.flatMap((rule, at) =>
    rule.http.paths.map(({ path, backend }): Promised => {
      const secure = given.spec.tls?.some(({ hosts }) => hosts.includes(rule.host)) ?? false;
      const clear = secure ? "https" : "service";
      return { host: rule.host, path, type: "Characters", service: backend.serviceName, secure, clear, seniority: seniority(given, at) };
    }),
  );

interface RouteSpec {
  host: string;
  path?: string;
  to: { name: string };
  tls?: { insecureEdgeTerminationPolicy?: string };
}

/** OpenShift Route: its router reads paths by whole segments; with TLS no one serves clear text unless the policy says otherwise. */
export function ofRoute(given: ReturnType<typeof openShiftRoute>): Promised[] {
  const { host, path = "/", to, tls } = given.spec as RouteSpec;
  const policy = tls?.insecureEdgeTerminationPolicy;
  const clear = !tls || policy === "Allow" ? "service" : policy === "Redirect" ? "https" : "nobody";
  return [{ host, path, type: "Prefix", service: to.name, secure: tls !== undefined, clear, seniority: seniority(given) }];
}

/** IngressRoute: prefixes of characters; on a host with TLS clear text is redirected unless a route permits it. */
export function ofIngressRoute(given: ReturnType<typeof root>): Promised[] {
  const { virtualhost, routes = [] } = given.spec as {
    virtualhost: { fqdn: string; tls?: object };
    routes?: { match: string; permitInsecure?: boolean; services: { name: string }[] }[];
  };
  return routes.map(({ match: path, permitInsecure, services }, at): Promised => {
    const secure = virtualhost.tls !== undefined;
    const clear = secure && !permitInsecure ? "https" : "service";
    const service = services[0]?.name ?? "";
    return { host: virtualhost.fqdn, path, type: "Characters", service, secure, clear, seniority: seniority(given, at) };
  });
}

/** The Contour Route CRD: prefixes of characters, in clear text only. */
export function ofContourRoute(given: ReturnType<typeof route>): Promised[] {
  const { host, routes } = given.spec as unknown as {
    host: string;
    routes: { pathPrefix?: string; upstreams: { serviceName: string }[] }[];
  };
  return routes.map(({ pathPrefix = "/", upstreams }, at): Promised => {
    const service = upstreams[0]?.serviceName ?? "";
    return { host, path: pathPrefix, type: "Characters", service, secure: false, clear: "service", seniority: seniority(given, at) };
  });
}

/**
 * Finds the service of a request from the manifests alone: the host first (a precise one before a wildcard, which matches one label), then
 * its longest path, Exact before Prefix; rules without a host apply to all that is left. Of a redirect and a service for one path the
 * redirect counts, else the older, then the name.
 */
export function judge(all: readonly Promised[], on: "clear" | "tls", host: string, path: string): string | undefined {
  const named = all.map((rule) => breadth(rule.host, host)).filter((given) => given !== undefined);
  const narrowest = Math.min(...named);
  const [winner] = all
    .filter((rule) => [narrowest, ANY].includes(breadth(rule.host, host)!) && matches(rule, path))
    .filter((rule) => (on === "clear" ? rule.clear !== "nobody" : rule.secure))
    .sort(
      (a, b) =>
        breadth(a.host, host)! - breadth(b.host, host)! ||
        length(b) - length(a) ||
        rank(a) - rank(b) ||
        (on === "clear" ? Number(b.clear === "https") - Number(a.clear === "https") : 0) ||
        bySeniority(a.seniority, b.seniority),
    );
  return winner && on === "clear" && winner.clear === "https" ? "https" : winner?.service;
}

/** The same for Ingresses of one group; what no Ingress takes goes to the default backend, if one of them has one. */
export function promised(ingresses: readonly IngressV1[], on: "clear" | "tls", host: string, path: string): string | undefined {
  const defaults = ingresses.flatMap(({ spec }) => (spec.defaultBackend ? [spec.defaultBackend.service.name] : []));
  return judge(ingresses.flatMap(ofIngress), on, host, path) ?? (defaults.length === 1 ? defaults[0] : undefined);
}

const ANY = 2;

/** 0 for the host itself, 1 for its wildcard; undefined where the rule is for others. */
function breadth(rule: string, host: string): number | undefined {
  if (rule === "") return ANY;
  if (rule === host) return 0;
  const [, ...parent] = host.split(".");
  return rule.startsWith("*.") && rule.slice(2) === parent.join(".") ? 1 : undefined;
}

const elements = (path: string) => path.split("/").filter(Boolean);

function matches({ path: written, type }: Promised, path: string): boolean {
  if (type === "Exact") return path === written;
  if (type === "Characters") return path.startsWith(written);
  return elements(written).every((element, i) => elements(path)[i] === element);
}

const length = ({ path, type }: Promised) => (type === "Prefix" ? `/${elements(path).join("/")}` : path).length;
const rank = ({ type }: Promised) => ["Exact", "Prefix", "Characters"].indexOf(type);

function bySeniority(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  const at = a.findIndex((part, i) => part !== b[i]);
  return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1;
}
