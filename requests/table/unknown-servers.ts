import type { Part, RoutingTable, ServedAnswer, Servers } from "./routing-table";
import { withAnswers } from "./with-answers";

/**
 * The rules of a run with the parts whose servers nobody knows: the specs do not tell them, and the pool is new. A pool that was there keeps the
 * servers that it has.
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
