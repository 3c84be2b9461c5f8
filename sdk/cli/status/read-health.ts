// Reads the health of servers from a load balancer.
import { BACK_ENDS, configSource } from "../../../provider";
import type { Health } from "../../../requests/health/health";
import { shownResources } from "../../plan";
import { type PlanOf, TARGETS, type TargetName } from "../../targets";

/** Configuration of a connection: that of a stack, or nothing, where the environment has it. */
export type HealthConfig = { readonly [key: string]: string | undefined };

/** True for targets whose load balancers report the state of servers. */
export const hasHealth = (to: TargetName): boolean => to !== "routes" && BACK_ENDS[to].health !== undefined;

/**
 * Health of the servers of a plan, as the load balancer has it now.
 *
 * @returns undefined where the back end knows none
 */
export async function readHealth(to: TargetName, plan: PlanOf<unknown>, config: HealthConfig = {}): Promise<Health | undefined> {
  if (to === "routes") return undefined;
  const source = configSource(to, { config: { get: (key) => config[key] } });
  return BACK_ENDS[to].health?.(source, shownResources(plan, TARGETS[to].kinds));
}
