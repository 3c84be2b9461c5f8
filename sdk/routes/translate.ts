import { z } from "zod";
import type { Diagnostic } from "../../kinds/diagnostic";
import { ownerNames } from "../owner-name";
import { resolve, type Status } from "../routing";
import { CONTOUR_SETTINGS, parseSettings } from "../settings";
import { compare, type SpecSet } from "../specs";
import { type ShownVirtualHost, showHost } from "./show";

/** The controller of the IngressClasses that are ours. */
const INGRESS_CONTROLLER = "projectcontour.io/ingress-controller";

export interface RoutesView {
  objects: { virtualHosts: ShownVirtualHost[] };
  /** `virtualHosts/<fqdn>:<port>` -> the specs it stands for. */
  owners: Record<string, string[]>;
  statuses: Status[];
  diagnostics: Diagnostic[];
}

/**
 * Which host and path leads to which Service, whatever load balancer will serve it: Ingress, OpenShift Route, IngressRoute and
 * the Contour Route CRD in one view. Pure and synchronous; never throws on faulty specs (they are in `statuses`).
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
export function translateToRoutes(specs: SpecSet, options: { settings?: Readonly<Record<string, unknown>> } = {}): RoutesView {
  const { settings, diagnostics } = parseSettings(routesSettingsSchema, "routes", options.settings ?? {});
  const model = resolve(specs, {
    contour: settings,
    // the view ends at Services
    members: () => ({ servers: [] }),
    services: { concerns: () => false, unused: () => [] },
    classes: { names: [settings.ingressClass], controller: INGRESS_CONTROLLER, takeUnclassified: true },
    hosts: { admits: () => true, admitted: "", defaultHost: () => "*", scope: () => "" },
  });
  model.ledger.served(model.hosts.flatMap((host) => [...host.routes, ...(host.tcp ? [host.tcp] : [])].map(({ owner }) => owner.ref)));
  const shown = model.hosts.flatMap((host) => showHost(host).map((virtualHost) => ({ virtualHost, host })));
  shown.sort(({ virtualHost: a }, { virtualHost: b }) => a.port - b.port || compare(a.fqdn, b.fqdn));
  const owners = shown.map(({ virtualHost: { fqdn, port }, host }) => {
    return [`virtualHosts/${fqdn}:${port}`, ownerNames(host.owners.map(({ ref }) => ref))] as const;
  });
  const { statuses, diagnostics: loose } = model.ledger.close();
  return {
    objects: { virtualHosts: shown.map(({ virtualHost }) => virtualHost) },
    owners: Object.fromEntries(owners),
    statuses,
    diagnostics: [...diagnostics, ...loose],
  };
}

/** The settings of `--to routes`. Rendered into docs/contour.md: each key has its meaning in `describe`. */
export const routesSettingsSchema = z.object({
  rootNamespaces: CONTOUR_SETTINGS.rootNamespaces,
  disablePermitInsecure: CONTOUR_SETTINGS.disablePermitInsecure,
  ingressClass: z.string().default("contour").describe("The class that is ours. An object that names none, or an empty one, is ours too."),
});

/** Settings as users write them: every key may be left out, booleans may be strings. */
export type RoutesSettingsInput = z.input<typeof routesSettingsSchema>;
