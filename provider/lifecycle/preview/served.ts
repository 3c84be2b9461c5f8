// The routes that a change takes away, and the reasons.

import type { InventoryInputs } from "../../../resources/inventory";
import { clientOf, hostOf, includes, withoutScheme } from "../../../resources/route-key";
import type { Known } from "../check";

/** Part of an inventory: the hosts and Services that are served, and their sources. */
type ServedFacts = Pick<Known<InventoryInputs>, "served" | "sources" | "keeps" | "pools" | "names" | "unknownServers">;

/** Hosts of routes. */
export const hostsOf = (served: object): string[] => Object.keys(served).map(hostOf).filter(Boolean);

/** True for a route that had servers and has none now. */
export function lost(key: string, { served: before = {} }: ServedFacts, { served: after = {} }: ServedFacts): boolean {
  return (before[key] ?? 0) !== 0 && (after[key] ?? 0) === 0;
}

/** The pools that preserve the servers of a route because the specs lack them, and why. */
export const preservedAt = (key: string, { keeps }: ServedFacts) => keeps?.[withoutScheme(key)];

/** The reason for which the servers of a pool are not known. */
export interface UnknownServers {
  lacks?: string | undefined;
  because?: string | undefined;
}

/**
 * A route that had servers, whose servers the specs do not tell now and none of whose pools the state knows: a renamed Ingress, another
 * missing Service, a wrong port. New pools have no servers to keep.
 *
 * @returns what the specs lack, or what is wrong in them
 */
export function startsEmpty(key: string, olds: ServedFacts, news: ServedFacts): UnknownServers | undefined {
  const preserved = preservedAt(key, news);
  if (!preserved || news.served?.[key] !== "kept" || (olds.served?.[key] ?? 0) === 0) return undefined;
  if (preserved.sound && news.unknownServers === "later") return undefined;
  return isNew(preserved.pools ?? [], olds) ? preserved : undefined;
}

/**
 * A new route that takes requests from one that had servers, although its own are not known and its pools are new: because of a fault in
 * the specs, or, where a program says so, because their Endpoints are missing.
 *
 * @returns what is missing or wrong, and the route that had the requests
 */
export function takesUnserved(key: string, olds: ServedFacts, news: ServedFacts): (UnknownServers & { from: string }) | undefined {
  const preserved = preservedAt(key, news);
  if (!preserved || olds.served?.[key] !== undefined || !isNew(preserved.pools ?? [], olds)) return undefined;
  if (preserved.sound && news.unknownServers !== "refuse") return undefined;
  const from = routeAbove(key, olds);
  return from === undefined ? undefined : { ...preserved, from };
}

/** True if a state that knows pools has none of these. */
function isNew(pools: readonly string[], olds: ServedFacts): boolean {
  const earlierPools = olds.pools ?? olds.names?.filter((name) => name.startsWith("pool/")) ?? [];
  const before = new Set(earlierPools);
  return earlierPools.length > 0 && !pools.some((pool) => before.has(pool));
}

/** The longest route of a host, or of a wildcard above it, that had servers and whose requests include those of a new one. */
export function routeAbove(key: string, { served = {} }: ServedFacts): string | undefined {
  const above = Object.keys(served).filter((place) => served[place] !== 0 && includes(place, key));
  return above.sort((a, b) => b.length - a.length)[0];
}

/** Hosts and Services that are served, and those of them that would not be: no route of theirs keeps a server. */
export function clientsLost(olds: ServedFacts, news: ServedFacts): { all: string[]; gone: string[] } {
  const { served = {} } = olds;
  const routes = Object.keys(served).filter((key) => served[key] !== 0);
  const all = [...new Set(routes.map(clientOf))].sort();
  const kept = new Set(routes.filter((key) => !lost(key, olds, news)).map(clientOf));
  return { all, gone: news.served ? all.filter((client) => !kept.has(client)) : [] };
}

/** Sources that gave specs and give none, where that is most of them and most of the specs have gone, not moved to other sources. */
export function emptiedSources({ sources: before }: ServedFacts, { sources: after }: ServedFacts): { all: string[]; gone: string[] } {
  if (!before || !after) return { all: [], gone: [] };
  const sizeOf = (kinds: object = {}) => Object.values(kinds).reduce((sum: number, count: number) => sum + count, 0);
  const total = (sources: object) => Object.values(sources).reduce((sum: number, kinds) => sum + sizeOf(kinds), 0);
  const all = Object.keys(before).filter((source) => sizeOf(before[source]) > 0);
  const gone = all.filter((source) => sizeOf(after[source]) === 0);
  return { all, gone: total(after) * 2 < total(before) ? gone : [] };
}
