import { describeObject } from "../../resources/diagnostic";
import type { Backend } from "./model";
import { routesOf } from "./routes";
import type { RoutedParts } from "./routing-model";

/**
 * Number of servers that are ready at each route, by its key. Keys are of specs and not of objects of a target, so that other weights, shards or
 * cluster names move none. `kept`: the specs lack the source of the servers, which stay.
 *
 * @param isServed whether the target can keep the servers of a backend whose specs lack something; default: it can
 */
export function servedRoutes(
  model: RoutedParts,
  isServed: (backends: readonly Backend[]) => boolean = () => true,
): Record<string, number | "kept"> {
  const served: Record<string, number | "kept"> = {};
  for (const { key, backends } of routesOf(model)) {
    if (backends.length === 0 || !isServed(backends)) continue;
    const [before = 0, now] = [served[key], countOf(backends)];
    served[key] = before === "kept" || now === "kept" ? "kept" : before + now;
  }
  return served;
}

const countOf = (backends: readonly Backend[]): number | "kept" =>
  backends.some(({ missing }) => missing)
    ? "kept"
    : backends.reduce((sum, { servers }) => sum + servers.filter(({ ready }) => ready !== false).length, 0);

/** The routes with servers that each object asks for, by their keys: of a Gateway all that is on its ports. A Service is named by its keys. */
export function desiredRoutes(model: RoutedParts): Record<string, string[]> {
  const byObject = new Map<string, Set<string>>();
  for (const { key, backends, owners } of routesOf(model)) {
    if (backends.length === 0) continue;
    for (const { ref } of owners) {
      const object = describeObject(ref);
      byObject.set(object, (byObject.get(object) ?? new Set()).add(key));
    }
  }
  return Object.fromEntries([...byObject].map(([object, keys]) => [object, [...keys]]));
}
