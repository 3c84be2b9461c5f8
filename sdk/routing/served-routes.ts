// Counts the ready servers of each route, and lists the routes of each object.

import { describeObject } from "../../resources/diagnostic";
import type { Backend } from "./model";
import { routesOf } from "./routes";
import type { RoutedParts } from "./routing-model";

/**
 * Number of ready servers by route key. Keys come from specs, so that changed weights, shards or cluster names keep them. `kept`: the specs
 * lack the source of the servers, and pools preserve theirs.
 *
 * @param isServed whether the target can preserve the servers of these backends; default: it can
 */
export function servedRoutes(
  model: RoutedParts,
  isServed: (backends: readonly Backend[]) => boolean = () => true,
): Record<string, number | "kept"> {
  const served: Record<string, number | "kept"> = {};
  for (const { key, backends } of routesOf(model)) {
    if (backends.length === 0 || !isServed(backends)) continue;
    const [before = 0, now] = [served[key], readyCount(backends)];
    served[key] = before === "kept" || now === "kept" ? "kept" : before + now;
  }
  return served;
}

const readyCount = (backends: readonly Backend[]): number | "kept" =>
  backends.some(({ missing }) => missing)
    ? "kept"
    : backends.reduce((sum, { servers }) => sum + servers.filter(({ ready }) => ready !== false).length, 0);

/** Keys of the routes with servers by object; a Gateway has all routes of its ports. Services are named by the keys themselves. */
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
