import { type Diagnostic, describeFault } from "../../resources/diagnostic";
import type { InventoryInputs } from "../../resources/inventory";
import { scopeOf } from "../specs";

/** A pool, as far as it decides what is left of a route whose servers the specs do not tell. */
export interface RoutePool {
  /** As the inventory remembers it. */
  name: string;
  /** The keys of the routes that lead to it, without schemes: clear text and TLS may share a pool. */
  routeKeys: readonly string[];
  /** It keeps the servers it has. */
  isPreserved: boolean;
  /** The fault for which it keeps them. */
  because?: Diagnostic | undefined;
  /** Number of servers in the specs. */
  servers: number;
  /** `namespace/name` of the Services whose servers it holds. */
  services: readonly string[];
}

/**
 * The pools that routes whose servers are not told depend on: one that does not exist yet has nothing to keep. Routes that have servers from another
 * Service are left out.
 *
 * @param hasService whether the specs have the Service of this key
 */
export function preservedPools(pools: readonly RoutePool[], hasService: (key: string) => boolean): NonNullable<InventoryInputs["keeps"]> {
  const byRoute = new Map<string, RoutePool[]>();
  for (const pool of pools) for (const at of pool.routeKeys) byRoute.set(at, [...(byRoute.get(at) ?? []), pool]);
  const found = [...byRoute].flatMap(([at, all]) => {
    const kept = all.filter((pool) => pool.isPreserved);
    const lacks = kept.flatMap(({ services }) => services).find((key) => !hasService(key));
    const because = kept.find((pool) => pool.because)?.because;
    if (kept.length === 0 || all.some(({ servers }) => servers > 0)) return [];
    const why = lacks === undefined ? (because ? { because: describeFault(because) } : {}) : { lacks: `Service ${lacks}` };
    const isSound = lacks === undefined && kept.every((pool) => pool.because && scopeOf(pool.because.code) === "cluster");
    return [[at, { pools: kept.map(({ name }) => name), ...why, ...(isSound ? { sound: true as const } : {}) }] as const];
  });
  return Object.fromEntries(found);
}
