// Lists the specs behind each pool of a plan, by which rules find their pools.

import type { PoolOwners } from "../../requests/health/find";
import { type PlanOf, TARGETS, type TargetName } from "../targets";

/** Specs of each pool of a plan, `Ingress/default/shop`, by the name of the pool. */
export function poolOwners(to: TargetName, plan: PlanOf<unknown>): PoolOwners {
  const { owners } = TARGETS[to].objects(plan);
  return (on) => owners[on] ?? [];
}
