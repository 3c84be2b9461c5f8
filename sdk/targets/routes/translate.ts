import { z } from "zod";
import type { Diagnostic } from "../../../kinds/diagnostic";
import { readContour, readGateways, readIngresses, readRoutes } from "../../frontends";
import {
  type Forward,
  type HttpRoute,
  type Retry,
  type RoutePath,
  type RoutingModel,
  resolve,
  type Status,
  type TlsVersion,
  type VirtualHost,
} from "../../routing";
import { CONTOUR_SETTINGS, parseSettings } from "../../settings";
import { compare, keyOf, ownerNames, type SpecSet } from "../../specs";
import { type ShownCluster, shownClusters } from "./lower/clusters";
import type { ShownGateway } from "./lower/gateway-types";
import { NEUTRAL_RULES, showGateway } from "./lower/gateways";

/** The controller of the IngressClasses that are ours. */
const INGRESS_CONTROLLER = "projectcontour.io/ingress-controller";

export interface RoutesView {
  /** `gateways` is absent where there are none. */
  objects: { virtualHosts: ShownVirtualHost[]; gateways?: ShownGateway[] };
  /** `virtualHosts/<fqdn>:<port>` or `gateways/<namespace>/<name>` -> the specs it represents. */
  owners: Record<string, string[]>;
  statuses: Status[];
  diagnostics: Diagnostic[];
}

export interface RoutesOptions {
  /** See docs/contour.md. */
  settings?: Readonly<Record<string, unknown>>;
  /** Ingresses of further classes, by the name of the class or by the controller of an IngressClass. Default: none. */
  classes?: { names?: readonly string[]; controllers?: readonly string[] };
}

/**
 * Translates specs to hosts and paths with their Services, for any load balancer: Ingress, OpenShift Route, IngressRoute,
 * the Contour Route CRD and Gateway API in one view. Pure and synchronous; never throws on faulty specs (they are in `statuses`).
 *
 * @example
 * ```ts
 * import { parseManifests, readSpecs, translateToRoutes } from "pulumi-k8s-lb";
 *
 * const { objects, diagnostics } = parseManifests("apiVersion: v1\nkind: Service\nmetadata: { name: web }", "web.yaml");
 * const view = translateToRoutes(readSpecs(objects, diagnostics), { settings: { rootNamespaces: ["roots"] } });
 * console.log(view.objects.virtualHosts.map(({ fqdn, port }) => `${fqdn}:${port}`));
 * ```
 */
export function translateToRoutes(specs: SpecSet, options: RoutesOptions = {}): RoutesView {
  const { settings, diagnostics } = parseSettings(routesSettingsSchema, "routes", options.settings ?? {});
  const model = modelOf(specs, settings, options.classes);
  model.ledger.served(model.hosts.flatMap((host) => [...host.routes, ...(host.tcp ? [host.tcp] : [])].map(({ owner }) => owner.ref)));
  const shown = model.hosts.flatMap((host) => showHost(host).map((virtualHost) => ({ virtualHost, host })));
  shown.sort(({ virtualHost: a }, { virtualHost: b }) => a.port - b.port || compare(a.fqdn, b.fqdn));
  const owners = shown.map(({ virtualHost: { fqdn, port }, host }) => {
    return [`virtualHosts/${fqdn}:${port}`, ownerNames(host.owners.map(({ ref }) => ref))] as const;
  });
  const gateways = model.gateways.map((gateway) => ({ gateway, shown: showGateway(gateway) }));
  for (const { gateway } of gateways) model.ledger.served(gateway.owners.map(({ ref }) => ref));
  const gatewayOwners = gateways.map(({ gateway: { owner, owners: all } }) => {
    return [`gateways/${keyOf(owner.ref)}`, ownerNames(all.map(({ ref }) => ref))] as const;
  });
  const { statuses, diagnostics: loose } = model.ledger.close();
  return {
    objects: {
      virtualHosts: shown.map(({ virtualHost }) => virtualHost),
      ...(gateways.length > 0 ? { gateways: gateways.map((one) => one.shown) } : {}),
    },
    owners: Object.fromEntries([...owners, ...gatewayOwners]),
    statuses,
    diagnostics: [...diagnostics, ...loose],
  };
}

/** The settings of `--to routes`. Rendered into docs/contour.md: each key has its meaning in `describe`. */
export const routesSettingsSchema = z.object({
  rootNamespaces: CONTOUR_SETTINGS.rootNamespaces,
  disablePermitInsecure: CONTOUR_SETTINGS.disablePermitInsecure,
  ingressClass: z
    .string()
    .default("contour")
    .describe("The class that is handled. Objects without a class, or with an empty one, are handled too."),
});

/** A host as its ports serve it; one where nothing is served does not appear. */
function showHost(host: VirtualHost): ShownVirtualHost[] {
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

/** The model of specs under the rules of this view: nothing of them is refused for a load balancer. */
export const routesModel = (specs: SpecSet, given: Readonly<Record<string, unknown>>): RoutingModel =>
  modelOf(specs, parseSettings(routesSettingsSchema, "routes", given).settings);

function modelOf(specs: SpecSet, settings: z.output<typeof routesSettingsSchema>, classes?: RoutesOptions["classes"]): RoutingModel {
  return resolve(specs, {
    reads: [
      readIngresses({
        classes: {
          names: [settings.ingressClass, ...(classes?.names ?? [])],
          controller: INGRESS_CONTROLLER,
          controllers: classes?.controllers,
          takeUnclassified: true,
        },
      }),
      readRoutes(),
      readContour(settings),
      readGateways(NEUTRAL_RULES),
    ],
    // the view ends at Services: nothing says which servers there are
    members: () => ({ servers: [], missing: true }),
    services: { concerns: () => false, unused: () => [] },
    hosts: { admits: () => true, admitted: "", defaultHost: () => "*", scope: () => "" },
  });
}
