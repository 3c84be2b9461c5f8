import type { InventoryInputs } from "../../../kinds/inventory";
import type { Known } from "../check";

/** Part of an inventory that tells which hosts and Services are served, and from which sources. */
type ServedFacts = Pick<Known<InventoryInputs>, "served" | "sources" | "keeps" | "pools" | "names">;

/** `https://shop.example.com/cart` is of `shop.example.com`; the port of a Service is of no host. */
export const hostOf = (place: string): string => /^\w+:\/\/([^/]+)/.exec(place)?.[1] ?? "";

/** A place as `allowLoss` names it: `shop.example.com/cart`, `Service shop/web`. */
export const plainPlace = (place: string): string =>
  place.startsWith("Service ")
    ? clientOf(place)
    : place
        .replace(/^\w+:\/\//, "")
        .replace(/ (if|of|for) .*$/, "")
        .replace(/ \((exact|regex)\)$/, "");

/** Hosts of places. */
export const hostsOf = (served: object): string[] => Object.keys(served).map(hostOf).filter(Boolean);

/** Name of a place for clients: its host, the listener of a Gateway that has none, or the Service, whatever paths and ports it has. */
const clientOf = (place: string): string => listenerOf(place) ?? (hostOf(place) || place.split(" ").slice(0, 2).join(" "));

/** Connections of a Gateway, `tcp://default/web:9000`, and its requests for any host, `https://*:8443/ of Gateway default/web`. */
function listenerOf(place: string): string | undefined {
  const [, scheme, gateway, port] = /^(tcp|udp|tls):\/\/([^/]+\/[^:]+):(\d+)/.exec(place) ?? [];
  if (scheme !== undefined) return `listener ${scheme.toUpperCase()} ${port} of Gateway ${gateway}`;
  const [, web, other, of] = /^(https?):\/\/\*(?::(\d+))?\/.* of Gateway (\S+)$/.exec(place) ?? [];
  if (web === undefined) return undefined;
  return `listener ${web.toUpperCase()} ${other ?? (web === "https" ? 443 : 80)} of Gateway ${of}`;
}

/** A place that had servers and has none. */
export function lost(place: string, { served: before = {} }: ServedFacts, { served: after = {} }: ServedFacts): boolean {
  return (before[place] ?? 0) !== 0 && (after[place] ?? 0) === 0;
}

/** A place whose servers the specs do not tell: the pools that keep theirs, and why. */
export const untold = (place: string, { keeps }: ServedFacts) => keeps?.[place.slice(place.indexOf("://") + "://".length)];

/**
 * A place that had servers, whose servers the specs do not tell now and none of whose pools the state knows: a renamed Ingress, another
 * missing Service, a wrong port. New pools have no servers to keep.
 *
 * @returns what the specs lack, or what is wrong in them
 */
export function startsEmpty(place: string, olds: ServedFacts, news: ServedFacts): { lacks?: string; because?: string } | undefined {
  const found = untold(place, news);
  const known = olds.pools ?? olds.names?.filter((name) => name.startsWith("pool/")) ?? [];
  if (!found || known.length === 0 || news.served?.[place] !== "kept" || (olds.served?.[place] ?? 0) === 0) return undefined;
  const before = new Set(known);
  return found.pools?.some((pool) => before.has(pool)) ? undefined : found;
}

/** Hosts and Services that are served, and those of them that would not be: no place of theirs keeps a server. */
export function clientsLost(olds: ServedFacts, news: ServedFacts): { all: string[]; gone: string[] } {
  const { served = {} } = olds;
  const places = Object.keys(served).filter((place) => served[place] !== 0);
  const all = [...new Set(places.map(clientOf))].sort();
  const kept = new Set(places.filter((place) => !lost(place, olds, news)).map(clientOf));
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
