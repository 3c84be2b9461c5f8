import type { TrafficManifest } from "./world";

/**
 * Expected servers of requests, from the documents of the kinds alone: Kubernetes (Ingress, "Path types", "Multiple matches", "Hostname
 * wildcards"), OpenShift ("Route configuration": path-based routes, alternate backends, insecureEdgeTerminationPolicy; port.targetPort of
 * the API), Contour ("IngressRoute": permitInsecure, weights), and the seed of the Route CRD. Nothing here knows our plan.
 */

/** The part of the traffic that each server gets, by address. Nobody: no server. */
export type Shares = Record<string, number>;
export type Landing = "https" | Shares;

export interface TrafficRule {
  owner: string;
  host: string;
  path: string;
  type: "exact" | "segments" | "characters";
  secure: boolean;
  clear: "serve" | "https" | "nobody";
  shares: Shares;
  seniority: readonly string[];
}

interface Wanted {
  service: string;
  weight: number;
  port?: number | string;
}

/** Reads all promises of the objects. */
export function rulesOf(objects: readonly TrafficManifest[]): TrafficRule[] {
  return objects.flatMap((object, at) => {
    const { metadata } = object;
    const common = {
      owner: metadata.name,
      seniority: [metadata.creationTimestamp, metadata.namespace, metadata.name, String(at)],
    };
    const shares = (expected: readonly Wanted[]) => sharesOf(objects, expected);
    if (object.kind === "Ingress") return ofIngress(object, common, shares);
    if (object.apiVersion.startsWith("route.openshift.io")) return ofOpenShift(object, common, shares);
    if (object.kind === "IngressRoute") return ofIngressRoute(object, common, shares);
    if (object.kind === "Route") return ofContourRoute(object, common, shares);
    return [];
  });
}

type Common = Pick<TrafficRule, "owner" | "seniority">;
type Sharing = (expected: readonly Wanted[]) => Shares;
const rank = (common: Common, at: number): Common => ({ ...common, seniority: [...common.seniority, String(at).padStart(3, "0")] });

const TYPES = { Exact: "exact", Prefix: "segments", ImplementationSpecific: "characters" } as const;

/** Clear text of a host with TLS is redirected: every controller that is followed here does it. */
function ofIngress({ spec }: TrafficManifest, common: Common, shares: Sharing): TrafficRule[] {
  const secured = new Set<string>((spec.tls ?? []).flatMap(({ hosts }: { hosts: string[] }) => hosts));
  // biome-ignore lint/suspicious/noExplicitAny: as in the manifest
  return spec.rules.map(({ host = "", http }: any, at: number): TrafficRule => {
    const [{ path, pathType, backend }] = http.paths;
    const secure = secured.has(host);
    const type = TYPES[pathType as keyof typeof TYPES];
    const to = shares([{ service: backend.service.name, weight: 1, port: "http" }]);
    return { ...rank(common, at), host, path, type, secure, clear: secure ? "https" : "serve", shares: to };
  });
}

/** A path with a slash at its end takes what is below it; any other takes whole segments. None is shorter than `/`. */
function ofOpenShift({ spec }: TrafficManifest, common: Common, shares: Sharing): TrafficRule[] {
  const { path = "", tls, port } = spec;
  const backends: { name: string; weight?: number }[] = [spec.to, ...(spec.alternateBackends ?? [])];
  const to = shares(backends.map(({ name, weight = 100 }) => ({ service: name, weight, port: port?.targetPort })));
  const policy = tls?.insecureEdgeTerminationPolicy ?? "None";
  const clear = !tls || policy === "Allow" ? "serve" : policy === "Redirect" ? "https" : "nobody";
  const type = path === "" || path.endsWith("/") ? "characters" : "segments";
  return [{ ...common, host: spec.host, path, type, secure: tls !== undefined, clear, shares: to }];
}

/** Weights are relative; with none at all every Service gets the same, and beside one with a weight none means 0. */
const relative = (weights: readonly (number | undefined)[]) =>
  weights.some(Boolean) ? weights.map((one) => one ?? 0) : weights.map(() => 1);

function ofIngressRoute({ spec }: TrafficManifest, common: Common, shares: Sharing): TrafficRule[] {
  const secure = spec.virtualhost.tls !== undefined;
  // biome-ignore lint/suspicious/noExplicitAny: as in the manifest
  return spec.routes.map(({ match, permitInsecure, services }: any, at: number): TrafficRule => {
    const weights = relative(services.map(({ weight }: { weight?: number }) => weight));
    const to = shares(services.map(({ name }: { name: string }, i: number) => ({ service: name, weight: weights[i] ?? 0, port: "http" })));
    const clear = secure && !permitInsecure ? "https" : "serve";
    return { ...rank(common, at), host: spec.virtualhost.fqdn, path: match, type: "characters", secure, clear, shares: to };
  });
}

function ofContourRoute({ spec }: TrafficManifest, common: Common, shares: Sharing): TrafficRule[] {
  // biome-ignore lint/suspicious/noExplicitAny: as in the manifest
  return spec.routes.map(({ pathPrefix, upstreams }: any, at: number): TrafficRule => {
    const weights = relative(upstreams.map(({ weight }: { weight?: number }) => weight));
    const to = shares(
      upstreams.map(({ serviceName }: { serviceName: string }, i: number) => ({
        service: serviceName,
        weight: weights[i] ?? 0,
        port: "http",
      })),
    );
    return { ...rank(common, at), host: spec.host, path: pathPrefix, type: "characters", secure: false, clear: "serve", shares: to };
  });
}

/** A Service shares its part among its servers that are not drained; one without such ones has no part. */
function sharesOf(objects: readonly TrafficManifest[], expected: readonly Wanted[]): Shares {
  const parts = expected.map(({ service, weight, port }) => {
    const named = objects.filter(({ metadata: { name } }) => name === service);
    const drained = named.flatMap(({ metadata: { annotations } }) => (annotations?.["k8s-lb.io/drained"] ?? "").split(","));
    const subsets = named.flatMap((object) => object.subsets ?? []);
    const servers = subsets.flatMap(({ addresses, ports }: { addresses: { ip: string }[]; ports: { name: string; port: number }[] }) => {
      const number = ports.find((one) => one.name === port || one.port === port)?.port;
      return number === undefined ? [] : addresses.filter(({ ip }) => !drained.includes(ip)).map(({ ip }) => `${ip}:${number}`);
    });
    return { servers, weight: servers.length > 0 ? weight : 0 };
  });
  const sum = parts.reduce((all, { weight }) => all + weight, 0);
  const entries = parts.flatMap(({ servers, weight }) =>
    servers.map((server): [string, number] => [server, weight / sum / servers.length]),
  );
  return Object.fromEntries(entries.filter(([, share]) => share > 0));
}

/** The default backend, where one Ingress has one. */
export const defaultOf = (objects: readonly TrafficManifest[]): Shares => {
  const [spec] = objects.flatMap((object) => (object.kind === "Ingress" && object.spec.defaultBackend ? [object.spec] : []));
  return spec ? sharesOf(objects, [{ service: spec.defaultBackend.service.name, weight: 1, port: "http" }]) : {};
};

/** The rule that a request belongs to; its host first, then the longest path, Exact before Prefix before the rest, then the oldest. */
export function ruleFor(rules: readonly TrafficRule[], on: "clear" | "tls", host: string, path: string): TrafficRule | undefined {
  const breadths = rules.map((rule) => breadth(rule.host, host)).filter((one) => one !== undefined);
  const narrowest = Math.min(...breadths);
  return rules
    .filter((rule) => [narrowest, 2].includes(breadth(rule.host, host) ?? 3) && matches(rule, path))
    .filter((rule) => (on === "tls" ? rule.secure : rule.clear !== "nobody"))
    .sort((a, b) => breadth(a.host, host)! - breadth(b.host, host)! || before(a, b, on))[0];
}

function before(a: TrafficRule, b: TrafficRule, on: "clear" | "tls"): number {
  const length = ({ path, type }: TrafficRule) => (type === "segments" ? `/${elements(path).join("/")}` : path).length;
  const kinds = ["exact", "segments", "characters"];
  const redirect = (rule: TrafficRule) => Number(on === "clear" && rule.clear === "https");
  const exact = Number(b.type === "exact") - Number(a.type === "exact");
  return exact || length(b) - length(a) || kinds.indexOf(a.type) - kinds.indexOf(b.type) || redirect(b) - redirect(a) || elder(a, b);
}

function elder({ seniority: a }: TrafficRule, { seniority: b }: TrafficRule): number {
  const at = a.findIndex((part, i) => part !== b[i]);
  return at < 0 ? 0 : a[at]! < (b[at] ?? "") ? -1 : 1;
}

/** 0 for the host itself, 1 for its wildcard, which is one label, 2 for every host; undefined for others. */
function breadth(rule: string, host: string): number | undefined {
  if (rule === "") return 2;
  if (rule === host) return 0;
  return rule.startsWith("*.") && host.slice(host.indexOf(".")) === rule.slice(1) ? 1 : undefined;
}

const elements = (path: string) => path.split("/").filter(Boolean);

function matches({ path: written, type }: TrafficRule, path: string): boolean {
  if (type === "exact") return path === written;
  if (type === "characters") return path.startsWith(written);
  return elements(written).every((element, i) => elements(path)[i] === element);
}
