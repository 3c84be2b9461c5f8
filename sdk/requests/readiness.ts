// Removes readiness from served rules before a comparison with desired ones: a load balancer that contains only ready servers is read as if
// all Services had some.

import type { Part, RoutingTable, ServedAnswer, ServedForward } from "../../requests/table/routing-table";

/** Shares count as equal within 1 %: load balancers round weights. */
const TOLERANCE = 0.01;

/**
 * A served answer with Services and weights of the specs, if only servers without readiness are missing. Octavia has one pool for all
 * Services of a rule: it contains no servers of a Service without ready ones, and is empty if there are none at all.
 */
export function regardlessOfReadiness(
  served: ServedAnswer,
  desired: ServedAnswer | undefined,
  { servers = {} }: RoutingTable,
): ServedAnswer {
  if (served === desired || !desired || !("forward" in desired)) return served;
  const parts = desired.forward.filter(({ weight }) => weight > 0);
  // parts of pools whose servers the specs do not give are known
  if ("forward" in served && served.forward.some(({ pool }) => pool !== undefined)) return withFaults(served, parts);
  // another rule may know the servers of a Service that a fault hides here
  const serversOf = ({ service = "", servers: partServers }: Part) =>
    partServers?.kept ? (servers[service] ?? partServers) : (partServers ?? servers[service]);
  const isIdle = (part: Part) => part.status === undefined && serversOf(part)?.ready.length === 0;
  const able = parts.filter((part) => !isIdle(part));
  if (able.length === parts.length) return served;
  if (!("forward" in served)) return able.length === 0 && isEmpty(served) ? { ...desired, empty: served } : served;
  return isOf(served, parts, able) ? { ...served, forward: desired.forward } : served;
}

/** A served answer whose hidden servers stay hidden, even if another rule knows them. */
function withFaults(served: ServedForward, desired: readonly Part[]): ServedForward {
  const faults = new Map(desired.flatMap(({ service, servers }) => (service !== undefined && servers?.kept ? [[service, servers]] : [])));
  const isHidden = ({ service = "", pool }: Part) => pool !== undefined && faults.has(service);
  if (!served.forward.some(isHidden)) return served;
  const forward = served.forward.map((part) => (isHidden(part) ? { ...part, servers: faults.get(part.service ?? "")! } : part));
  return { ...served, forward };
}

/** The answer of a pool without servers. */
const isEmpty = (served: ServedAnswer): served is NonNullable<ServedForward["empty"]> =>
  "closed" in served || ("status" in served && !("redirect" in served) && served.status === 503 && served.by === undefined);

/** True if the requests go only to these parts, and by weight to those with ready servers. */
function isOf({ forward }: ServedForward, parts: readonly Part[], able: readonly Part[]): boolean {
  const partKeys = new Set(parts.map(keyOf));
  if (!forward.every((part) => part.weight === 0 || (keyOf(part) !== "" && partKeys.has(keyOf(part))))) return false;
  const [is, wanted] = [sharesOf(forward, able), sharesOf(able, able)];
  return [...wanted].every(([key, share]) => Math.abs(share - (is.get(key) ?? 0)) <= TOLERANCE);
}

const keyOf = ({ service, status }: Part): string => service ?? (status === undefined ? "" : `status ${status}`);

/** Shares of the requests within some of the parts. */
function sharesOf(all: readonly Part[], among: readonly Part[]): Map<string, number> {
  const keys = new Set(among.map(keyOf));
  const selected = all.filter((part) => keys.has(keyOf(part)));
  const sum = selected.reduce((total, { weight }) => total + weight, 0) || 1;
  const shares = new Map<string, number>();
  for (const part of selected) shares.set(keyOf(part), (shares.get(keyOf(part)) ?? 0) + part.weight / sum);
  return shares;
}
