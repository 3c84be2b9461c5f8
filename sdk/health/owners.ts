/** Owners of pools, by which a rule finds its pool. */

import type { PoolOwners } from "../../requests/health/find";
import { type PlanOf, TARGETS, type TargetName } from "../targets";

/** The specs that each pool of a plan is of, `Ingress/default/shop`, by its name. */
export function poolOwners(to: TargetName, plan: PlanOf<unknown>): PoolOwners {
  const { owners } = TARGETS[to].objects(plan);
  return (on) => owners[on] ?? [];
}
