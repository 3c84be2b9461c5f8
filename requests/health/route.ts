// Health of the servers of one answer, and the answer that its client gets now.

import { type Answer, effectOf } from "../answer/effect";
import type { ParsedRequest } from "../answer/request";
import type { Part, RoutingTable, ServedAnswer, ServedForward, Servers } from "../table/routing-table";
import { type PoolFinder, type PoolQuery, UNLISTED } from "./find";
import { type ServerHealth, serverName, takesRequests } from "./health";

/** Health of the servers of one part of an answer. */
export interface PartHealth {
  /** `default/web:80`; absent where unknown. */
  service?: string;
  servers: ServerHealth[];
  /** Servers are unknown: the specs do not give them, and no pool was found. */
  kept?: true;
}

/**
 * Health of the servers of each part of a forward. A single part has those of its pool, even if a watch has moved servers since. Servers
 * that are not ready in the specs count only if the load balancer lists them.
 */
export function partsHealth(
  to: ServedForward,
  query: Omit<PoolQuery, "servers">,
  finder: PoolFinder,
  servers: RoutingTable["servers"] = {},
): PartHealth[] {
  const parts = to.forward.filter(hasServers);
  return parts.map((part) => {
    const { ready, unready = [], kept } = serversOf(part, servers);
    const service = part.service === undefined ? {} : { service: part.service };
    const on = part.pool?.startsWith("pool/") ? { on: part.pool } : {};
    const pools = parts.length === 1 ? finder.poolsAt({ ...query, ...on, servers: [...ready, ...unready] }) : [];
    const [pool] = pools;
    if (pool && pools.length === 1) return { ...service, servers: pool.servers };
    const health = [...finder.serversAt({ ...query, servers: ready }), ...serverHealth(finder, query, unready)];
    return { ...service, servers: health, ...(kept && health.length === 0 ? { kept } : {}) };
  });
}

/** True for a part that gets requests and has servers. */
const hasServers = ({ status, weight }: Part): boolean => status === undefined && weight > 0;

const serverHealth = (finder: PoolFinder, query: Omit<PoolQuery, "servers">, names: readonly string[]): ServerHealth[] =>
  names.length === 0 ? [] : finder.serversAt({ ...query, servers: names }).filter(({ reason }) => reason !== UNLISTED);

const serversOf = ({ servers: partServers, service = "" }: Part, servers: NonNullable<RoutingTable["servers"]>): Servers =>
  partServers ?? servers[service] ?? { ready: [] };

/**
 * The answer that a client gets now: servers that are down get no requests, and their share goes to the others. If all are down, it is the
 * answer of a rule without a server.
 *
 * @param parts result of {@link partsHealth}
 * @unverified avi/pool-down
 */
export function answerNow(
  to: ServedAnswer,
  request: ParsedRequest,
  parts: readonly PartHealth[],
  servers: RoutingTable["servers"] = {},
): Answer {
  if (!("forward" in to)) return effectOf(to, request, servers);
  const able = new Set(parts.flatMap((part) => part.servers.filter(takesRequests).map(serverName)));
  const of = to.forward.filter(hasServers);
  const forward = to.forward.flatMap((part): Part[] => {
    if (part.status !== undefined) return [part];
    if (!hasServers(part)) return [];
    // unknown servers may be up
    if (parts[of.indexOf(part)]?.kept) return [part];
    const { ready, kept, unknown, ...rest } = serversOf(part, servers);
    const still = parts.length === 1 ? [...able] : ready.filter((one) => able.has(one));
    if (still.length === 0) return [];
    // a pool that preserves its servers answers as before while one of them is up
    return [kept && !unknown ? part : { ...part, servers: { ...rest, ready: still } }];
  });
  if (forward.some(({ weight }) => weight > 0)) return effectOf({ ...to, forward }, request, servers);
  return effectOf(to.empty ?? { closed: "no server is up" }, request, servers);
}
