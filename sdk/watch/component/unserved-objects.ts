// Finds objects whose new pools would have no servers yet.

import { kindOf } from "../../../resources";
import { showInputs } from "../../../resources/hidden";
import { INVENTORY_HIDDEN } from "../../../resources/inventory";
import { withoutScheme } from "../../../resources/route-key";
import type { Facts } from "../../plan";
import type { StateResource } from "../stack/stack-state";

/** An object that would send requests to a pool without servers. */
export interface UnservedObject {
  /** Missing input or fault of the specs that leaves its servers unknown. */
  because: string;
  /** Nothing but the servers is missing: an EndpointSlice that has not come yet. */
  isSound: boolean;
}

/**
 * Objects whose requests would go to new pools whose servers are not known, by `Ingress shop/web`. A pool that exists keeps the servers that it has.
 *
 * @param existing pools of the last run, undefined where it recorded none
 */
export function unservedObjects(
  { asks = {}, keeps = {} }: Pick<Facts, "asks" | "keeps">,
  existing: ReadonlySet<string> | undefined,
): Map<string, UnservedObject> {
  if (!existing) return new Map();
  const unserved = Object.entries(asks).flatMap(([object, keys]) => {
    const waiting = keys.map((key) => keeps[withoutScheme(key)]).find((keep) => keep && !keep.pools.some((pool) => existing.has(pool)));
    if (!waiting) return [];
    const why = waiting.lacks === undefined ? (waiting.because ?? "its servers are not known") : `${waiting.lacks} is missing`;
    return [[object, { because: `its new pool would have no servers: ${why}`, isSound: waiting.sound === true }] as const];
  });
  return new Map(unserved);
}

/** Pools of the last run, as the inventory in the state recorded them. */
export function poolsInState(state: ReadonlyMap<string, StateResource>): ReadonlySet<string> | undefined {
  const inventory = [...state.values()].find(({ type }) => kindOf(type)?.inventory === true);
  if (!inventory) return undefined;
  const { names, pools = names } = showInputs({ ...inventory.inputs }, INVENTORY_HIDDEN);
  return Array.isArray(pools) ? new Set(pools.map(String)) : undefined;
}
