// Marks parts of new pools whose servers the specs do not give.

import type { Part, RoutingTable, ServedAnswer, Servers } from "./routing-table";
import { withAnswers } from "./with-answers";

/**
 * The routing table after a run, with parts marked whose servers are unknown: the specs do not give them and the pool is new. An existing
 * pool preserves its servers.
 *
 * @param existing pools before the run, as {@link Part.pool} names them
 * @param isWatched a watch fills new pools
 */
export function withUnknownServers(rules: RoutingTable, existing: ReadonlySet<string>, isWatched = false): RoutingTable {
  const servers: Servers = { ready: [], kept: true, unknown: isWatched ? "watch" : true };
  const isNew = ({ pool }: Part) => pool !== undefined && !existing.has(pool);
  const part = (one: Part): Part => (isNew(one) ? { ...one, servers } : one);
  return withAnswers(
    rules,
    (to: ServedAnswer): ServedAnswer => ("forward" in to && to.forward.some(isNew) ? { ...to, forward: to.forward.map(part) } : to),
  );
}
