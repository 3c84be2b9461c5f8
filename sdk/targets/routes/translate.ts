// Translates specs to the neutral routing model that `--to routes` prints.

import type { z } from "zod";
import type { RoutingTable } from "../../../requests/table/routing-table";
import type { Diagnostic } from "../../../resources/diagnostic";
import { readContour, readGateways, readIngresses, readRoutes } from "../../frontends";
import { desiredRules } from "../../requests/desired";
import { type RoutingModel, resolve, type Status } from "../../routing";
import { parseSettings } from "../../settings";
import { compare, keyOf, ownerNames, type SpecSet } from "../../specs";
import type { ShownGateway } from "./lower/gateway-types";
import { NEUTRAL_RULES, showGateway } from "./lower/gateways";
import { type ShownVirtualHost, showHost } from "./lower/virtual-hosts";
import { routesSettingsSchema } from "./settings";

/** The controller of the IngressClasses that are ours. */
const INGRESS_CONTROLLER = "projectcontour.io/ingress-controller";

export interface RoutesView {
  /** `gateways` is absent where there are none. */
  objects: { virtualHosts: ShownVirtualHost[]; gateways?: ShownGateway[] };
  /** `virtualHosts/<fqdn>:<port>` or `gateways/<namespace>/<name>` -> the specs it represents. */
  owners: Record<string, string[]>;
  /** The rules of all of them in order, as they answer requests. */
  table: RoutingTable;
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
    table: desiredRules(model),
    statuses,
    diagnostics: [...diagnostics, ...loose],
  };
}

/** The model of specs under the rules of this view: nothing of them is refused for a load balancer. */
export const routesModel = (specs: SpecSet, input: Readonly<Record<string, unknown>>): RoutingModel =>
  modelOf(specs, parseSettings(routesSettingsSchema, "routes", input).settings);

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
    members: () => () => ({ servers: [], missing: true }),
    services: { concerns: () => false, unused: () => [] },
    hosts: { admits: () => true, admitted: "", defaultHost: () => "*", scope: () => "" },
  });
}
