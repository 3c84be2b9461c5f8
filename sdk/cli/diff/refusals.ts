// Reasons for which the next run would be refused, computed without a run.
import type { InventoryInputs } from "../../../resources/inventory";
import { faultsIn, misspeltIn, type Plan } from "../../plan";
import type { TargetName } from "../../targets";

/** An inventory as far as a run is judged by it. */
export type GuardedInventory = Partial<
  Pick<
    InventoryInputs,
    "names" | "identities" | "served" | "asks" | "keeps" | "pools" | "missing" | "faults" | "misspelt" | "unknownServers"
  >
>;

/** The inventory of a plan, as its component would declare it. */
export function inventoryOfPlan(plan: Pick<Plan, "facts" | "statuses" | "diagnostics">): GuardedInventory {
  const { names, identities, served, asks, keeps, pools, missing, unknownServers } = plan.facts;
  const all = {
    names,
    identities,
    served,
    asks,
    keeps,
    pools,
    missing,
    unknownServers,
    faults: faultsIn(plan.statuses),
    misspelt: misspeltIn(plan),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/**
 * The reasons for which a run from one inventory to another is refused (LB2017), as its preview gives them; only the server can say more. A
 * component that changes its cluster gets new names, which the guard compares by their identity.
 */
export async function refusalsOf(target: TargetName, before: GuardedInventory, after: GuardedInventory): Promise<string[]> {
  const { KINDS } = await import("../../../provider/index.js");
  const kind = KINDS.get(`${target}:Inventory`);
  if (!kind || !before.names) return [];
  const silent = { config: { get: () => undefined }, progress: () => undefined, notice: () => undefined };
  const inputs = JSON.parse(JSON.stringify({ ...after, preflight: false }));
  const olds = JSON.parse(JSON.stringify(before));
  const faults = kind.check?.(olds, inputs, () => undefined) ?? [];
  const refused = faults.length > 0 ? faults : ((await kind.inspect?.(silent, olds, inputs)) ?? []);
  return refused.map(({ reason }) => reason);
}
