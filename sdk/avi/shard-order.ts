/**
 * Shared virtual services in the order in which a run writes them. The shard of a host is its hash masked with `count - 1`: with twice as
 * many shards a host stays where it is or goes to a number that was not there, with half as many to one that stays. So what only the
 * larger size has is written before what the smaller size has as well: a host is served by its new shard before its old one lets go of it.
 * Shards that go are deleted by the engine when all else is done.
 *
 * @returns 4 to 7, then 2 and 3, then 1, then 0 and whatever has no number; without empty groups
 */
export function inOrderOfMoves<S extends { shard?: number }>(shards: readonly S[]): S[][] {
  const groups = new Map<number, S[]>();
  for (const one of shards) {
    const size = Math.ceil(Math.log2((one.shard ?? 0) + 1));
    groups.set(size, [...(groups.get(size) ?? []), one]);
  }
  return [...groups].sort(([a], [b]) => b - a).map(([, group]) => group);
}
