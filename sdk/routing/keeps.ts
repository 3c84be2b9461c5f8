import type { InventoryInputs } from "../../kinds/inventory";

/** A pool, as far as it decides what is left of a place whose Service is missing. */
export interface HoldingPool {
  /** As the inventory remembers it. */
  name: string;
  /** The places that lead to it, see {@link placeAt}. */
  at: readonly string[];
  /** It keeps the servers it has, because the specs lack what tells them. */
  kept: boolean;
  /** Number of servers in the specs. */
  servers: number;
  /** `namespace/name` of the Services whose servers it holds. */
  services: readonly string[];
}

/** A place without its scheme: clear text and TLS may share a pool. */
export const placeAt = (fqdn: string, path?: string): string => fqdn.toLowerCase() + (path === undefined ? "" : path || "/");

/**
 * The pools that places without a Service depend on: one that does not exist yet has nothing to keep. Places that have servers from another
 * Service are left out.
 *
 * @param hasService whether the specs have the Service of this key
 */
export function keepingPools(pools: readonly HoldingPool[], hasService: (key: string) => boolean): NonNullable<InventoryInputs["keeps"]> {
  const byPlace = new Map<string, HoldingPool[]>();
  for (const pool of pools) for (const at of pool.at) byPlace.set(at, [...(byPlace.get(at) ?? []), pool]);
  const found = [...byPlace].flatMap(([at, all]) => {
    const kept = all.filter((pool) => pool.kept);
    const lacks = kept.flatMap(({ services }) => services).find((key) => !hasService(key));
    if (lacks === undefined || all.some(({ servers }) => servers > 0)) return [];
    return [[at, { pools: kept.map(({ name }) => name), lacks: `Service ${lacks}` }] as const];
  });
  return Object.fromEntries(found);
}
