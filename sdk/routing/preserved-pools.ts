// Lists the pools that must preserve their servers because the specs do not give them.

import { type Diagnostic, describeFault } from "../../resources/diagnostic";
import type { InventoryInputs } from "../../resources/inventory";
import { addTo } from "../../resources/lists";
import { scopeOf } from "../specs";

/** A pool, reduced to what decides about routes whose servers the specs do not give. */
export interface RoutePool {
  /** Name in the inventory. */
  name: string;
  /** Keys of the routes that lead to it, without schemes: HTTP and TLS may share a pool. */
  routeKeys: readonly string[];
  /** It preserves its servers. */
  isPreserved: boolean;
  /** The fault after which it preserves them. */
  because?: Diagnostic | undefined;
  /** Number of servers in the specs. */
  servers: number;
  /** `namespace/name` of the Services of its servers. */
  services: readonly string[];
}

/**
 * Pools that routes without known servers depend on: a pool that does not exist yet has none to preserve. Routes with servers of another
 * Service are left out.
 *
 * @param hasService whether the specs have the Service
 */
export function preservedPools(pools: readonly RoutePool[], hasService: (key: string) => boolean): NonNullable<InventoryInputs["keeps"]> {
  const byRoute = new Map<string, RoutePool[]>();
  for (const pool of pools) for (const at of pool.routeKeys) addTo(byRoute, at, pool);
  const entries = [...byRoute].flatMap(([at, all]) => {
    const preserved = all.filter((pool) => pool.isPreserved);
    const missingService = preserved.flatMap(({ services }) => services).find((key) => !hasService(key));
    const because = preserved.find((pool) => pool.because)?.because;
    if (preserved.length === 0 || all.some(({ servers }) => servers > 0)) return [];
    const why =
      missingService === undefined ? (because ? { because: describeFault(because) } : {}) : { lacks: `Service ${missingService}` };
    const isSound = missingService === undefined && preserved.every((pool) => pool.because && scopeOf(pool.because.code) === "cluster");
    return [[at, { pools: preserved.map(({ name }) => name), ...why, ...(isSound ? { sound: true as const } : {}) }] as const];
  });
  return Object.fromEntries(entries);
}
