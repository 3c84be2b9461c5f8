import type { InventoryInputs } from "../../../kinds/inventory";
import type { Known } from "../check";

/** Part of an inventory that tells which hosts and Services are served, and from which sources. */
type ServedFacts = Pick<Known<InventoryInputs>, "served" | "sources" | "keeps" | "pools" | "names" | "unknownServers">;

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

/** The reason for which the servers of a pool are not known. */
export interface UnknownServers {
  lacks?: string | undefined;
  because?: string | undefined;
}

/**
 * A place that had servers, whose servers the specs do not tell now and none of whose pools the state knows: a renamed Ingress, another
 * missing Service, a wrong port. New pools have no servers to keep.
 *
 * @returns what the specs lack, or what is wrong in them
 */
export function startsEmpty(place: string, olds: ServedFacts, news: ServedFacts): UnknownServers | undefined {
  const found = untold(place, news);
  if (!found || news.served?.[place] !== "kept" || (olds.served?.[place] ?? 0) === 0) return undefined;
  if (found.sound && news.unknownServers === "later") return undefined;
  return isNew(found.pools ?? [], olds) ? found : undefined;
}

/**
 * A new place that takes requests from one that had servers, although its own are not known and its pools are new: because of a fault in the specs, or,
 * where a program says so, because their Endpoints are missing.
 *
 * @returns what is missing or wrong, and the place that had the requests
 */
export function takesUnserved(place: string, olds: ServedFacts, news: ServedFacts): (UnknownServers & { from: string }) | undefined {
  const found = untold(place, news);
  if (!found || olds.served?.[place] !== undefined || !isNew(found.pools ?? [], olds)) return undefined;
  if (found.sound && news.unknownServers !== "refuse") return undefined;
  const from = placeAbove(place, olds);
  return from === undefined ? undefined : { ...found, from };
}

/** True if a state that knows pools has none of these. */
function isNew(pools: readonly string[], olds: ServedFacts): boolean {
  const known = olds.pools ?? olds.names?.filter((name) => name.startsWith("pool/")) ?? [];
  const before = new Set(known);
  return known.length > 0 && !pools.some((pool) => before.has(pool));
}

/** `https://shop.example.com/cart if header x=1 of Gateway infra/web`, taken apart. */
const PLACE = /^(\w+:\/\/)([^/ ]+)(\/[^ ]*)(?: \((?:exact|regex)\))?(.*)$/;

/** The longest place of a host, or of a wildcard above it, that had servers and whose requests include those of a new one. */
export function placeAbove(place: string, { served = {} }: ServedFacts): string | undefined {
  const [, scheme, host = "", path = ""] = PLACE.exec(place) ?? [];
  const gateway = ofGateway(place);
  const above = Object.keys(served).filter((known) => {
    const [, other, name = "", from = ""] = PLACE.exec(known) ?? [];
    return served[known] !== 0 && other === scheme && gateway === ofGateway(known) && isWithin(host, name) && path.startsWith(from);
  });
  return above.sort((a, b) => b.length - a.length)[0];
}

const ofGateway = (place: string): string | undefined => / of (?:Gateway )?(\S+)$/.exec(place)?.[1];

/** True for the host itself, and for one below a wildcard. */
const isWithin = (host: string, name: string): boolean =>
  name === host || name === "*" || (name.startsWith("*.") && host.endsWith(name.slice(1)));

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
