// The Ingress classes that Avi serves, and the hosts with TLS among those Ingresses.

import { type ClassRules, ingressReader, isOfOurClass, openShiftRouteReader } from "../../frontends";
import { objectsOf, type SpecSet } from "../../specs";
import { type AviSettings, akoVersionOf, CONTROLLER } from "./settings";

/** Ingresses that Avi takes, by their class. */
export function ingressClasses(settings: AviSettings): ClassRules {
  const { strictClasses: strict } = akoVersionOf(settings);
  return {
    names: strict ? [settings.ingressClass] : [...new Set(["avi", settings.ingressClass])],
    controller: CONTROLLER,
    takeUnclassified: settings.defaultIngController && !strict,
    strict,
  };
}

/** Hosts that Ingresses and Routes serve with TLS, in lower case: AKO gives each a virtual service whose names no other may have. */
export function securedHosts(specs: SpecSet, settings: AviSettings): ReadonlySet<string> {
  const classes = ingressClasses(settings);
  const ingresses = objectsOf(specs, ingressReader).filter((ingress) => isOfOurClass(ingress, specs, classes, () => undefined));
  const routes = objectsOf(specs, openShiftRouteReader).filter(({ tls }) => tls !== undefined);
  const hosts = [...ingresses.flatMap(({ tls }) => tls.flatMap((entry) => entry.hosts)), ...routes.map(({ host }) => host)];
  return new Set(hosts.filter(Boolean).map((host) => host.toLowerCase()));
}
