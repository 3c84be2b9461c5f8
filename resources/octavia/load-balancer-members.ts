// Reads and replaces the members of the pools in the inputs of `octavia:LoadBalancer`.

import { isRecord, listIn } from "../json";
import type { Members } from "../members";

/** The members of the pools of a load balancer; `keep` names pools and listeners that stay as they are. */
export const MEMBERS: Members = {
  keepsIn: "keep",
  read({ loadBalancer, keep }) {
    const kept = listIn(keep);
    return new Map(poolsIn(loadBalancer).map(({ name, members }) => [String(name), kept.includes(name) ? "kept" : listIn(members)]));
  },
  write({ keep, ...inputs }, members) {
    const written = (pool: unknown) => {
      const list = isRecord(pool) && !isReference(pool) ? members.get(String(pool.name)) : undefined;
      return isRecord(pool) && list ? { ...pool, members: list } : pool;
    };
    const { loadBalancer } = inputs;
    if (!isRecord(loadBalancer)) return inputs;
    const { listeners, pools } = loadBalancer;
    const listener = (entry: unknown) =>
      isRecord(entry) && entry.default_pool !== undefined ? { ...entry, default_pool: written(entry.default_pool) } : entry;
    const stillKept = listIn(keep).filter((name) => !members.has(String(name)));
    return {
      ...inputs,
      ...(stillKept.length > 0 ? { keep: stillKept } : {}),
      loadBalancer: {
        ...loadBalancer,
        ...(Array.isArray(listeners) ? { listeners: listeners.map(listener) } : {}),
        ...(Array.isArray(pools) ? { pools: pools.map(written) } : {}),
      },
    };
  },
};

function poolsIn(loadBalancer: unknown): Record<string, unknown>[] {
  if (!isRecord(loadBalancer)) return [];
  const defaults = listIn(loadBalancer.listeners).map((listener) => (isRecord(listener) ? listener.default_pool : undefined));
  return [...defaults, ...listIn(loadBalancer.pools)].filter(isRecord).filter((pool) => !isReference(pool));
}

/** `{ name }` alone refers to a pool that is defined elsewhere. */
const isReference = (pool: Record<string, unknown>) => Object.keys(pool).every((field) => field === "name");
