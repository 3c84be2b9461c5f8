import { type ClassRules, ingressReader, isOfOurClass, openShiftRouteReader } from "../../frontends";
import { objectsOf, type SpecSet } from "../../specs";
import { type AviSettings, CONTROLLER, generationOf } from "./settings";

/** Ingresses that Avi takes, by their class. */
export function ingressClasses(settings: AviSettings): ClassRules {
  const { strictClasses: strict } = generationOf(settings);
  return {
    names: strict ? [settings.ingressClass] : [...new Set(["avi", settings.ingressClass])],
    controller: CONTROLLER,
    takeUnclassified: settings.defaultIngController && !strict,
    strict,
  };
}

/** Hosts of Ingresses and Routes that Avi takes, in lower case. */
export function servedHosts(specs: SpecSet, settings: AviSettings): ReadonlySet<string> {
  const classes = ingressClasses(settings);
  const ingresses = objectsOf(specs, ingressReader).filter((ingress) => isOfOurClass(ingress, specs, classes, () => undefined));
  const hosts = [
    ...ingresses.flatMap(({ rules }) => rules.map(({ host }) => host)),
    ...objectsOf(specs, openShiftRouteReader).map(({ host }) => host),
  ];
  return new Set(hosts.flatMap((host) => (host ? [host.toLowerCase()] : [])));
}
