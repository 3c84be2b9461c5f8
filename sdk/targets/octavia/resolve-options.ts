// Reads the settings, and says with them what Octavia reads of specs.

import type { Diagnostic } from "../../../resources/diagnostic";
import { CONTOUR_CLASS_ANNOTATIONS, readContour, readGateways, readIngresses, readRoutes } from "../../frontends";
import type { ResolveOptions } from "../../routing";
import { parseSettings, readsWorkloads } from "../../settings";
import type { Spec, SpecSet } from "../../specs";
import { gatewayRules } from "./gateway";
import { respondersIn } from "./gateway/responders";
import { CLIENT_ANNOTATIONS, isInternal, unreadableClients } from "./lower/clients";
import { type Cloud, capabilities } from "./lower/context";
import { kuryr } from "./lower/kuryr";
import { occm } from "./lower/occm";
import { GROUP_ANNOTATION } from "./names";
import { type OctaviaSettings, octaviaSettingsSchema } from "./settings";

/** The controller of the IngressClasses that are ours: that of the octavia-ingress-controller. */
export const INGRESS_CONTROLLER = "openstack.org/octavia-ingress-controller";

/** The two naming schemes, with all that depends on them. */
const PROFILES = { kuryr, occm };

/** Settings, and what follows from them. */
export function readCloud(input: Readonly<Record<string, unknown>> | null | undefined): Cloud & { diagnostics: Diagnostic[] } {
  const { settings, diagnostics } = parseSettings(octaviaSettingsSchema, "octavia", input ?? {});
  const profile = PROFILES[settings.naming];
  return { settings, profile, can: capabilities(settings.octavia_version, profile.provider(settings)), diagnostics };
}

/** Options of the routing model for Octavia: members, Services, hosts and paths. */
export function resolveOptions(
  specs: SpecSet,
  { settings, profile, can }: Cloud,
  { group, hostsOnly }: { group?: string; hostsOnly?: boolean },
): ResolveOptions {
  const { ownMembers } = profile;
  return {
    members: (now) => profile.members(now, settings),
    services: {
      ...profile.services,
      members: ownMembers && ((now) => ownMembers(now, { settings, can })),
      ...(hostsOnly ? { concerns: () => false } : {}),
    },
    reads: [
      readIngresses({
        classes: { names: [settings.ingressClass], controller: INGRESS_CONTROLLER, takeUnclassified: settings.defaultIngController },
        annotations: [GROUP_ANNOTATION, ...CLIENT_ANNOTATIONS],
        defaultBackends: true,
      }),
      readRoutes({ annotations: CLIENT_ANNOTATIONS }),
      readContour({ ...settings, ingressClass: settings.contourIngressClass }),
      readGateways(gatewayRules(settings, can)),
    ],
    refuses: unreadableClients,
    claims: settings,
    lostRestrictions: settings.lostRestrictions,
    readsWorkloads: readsWorkloads(settings),
    responders: respondersIn(settings, profile, specs),
    // a rule without host is for every host
    hosts: {
      admits: () => true,
      admitted: "",
      defaultHost: () => "*",
      scope: (owner) => scopeOf(owner, group ?? groupOf(owner, settings)),
    },
  };
}

/** Group of an object; internal objects have one of their own. */
const scopeOf = (owner: Spec, group: string) => (isInternal(owner) ? `${group}-internal` : group);

/** The group an object belongs to: hosts of one group share a load balancer. Default: one group per ingress class. */
function groupOf(owner: Spec, settings: OctaviaSettings): string {
  const annotated = [GROUP_ANNOTATION, ...CONTOUR_CLASS_ANNOTATIONS].map((name) => owner.meta.annotations[name]).find(Boolean);
  return annotated || ("className" in owner && typeof owner.className === "string" && owner.className) || settings.ingressClass;
}
