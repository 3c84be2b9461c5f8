import type { Needs } from "../../kinds/inventory";
import { apiFor } from "../avi/client/api";
import { configSource } from "../lifecycle/config";
import { connect } from "../octavia/client";
import type { Target } from "../orphans";
import { systemLimits } from "./avi-limits";
import { type Limit, RULES } from "./limits";
import { QUOTA_KINDS, quotas } from "./octavia-quotas";

/** One limit of a target, and what there is of it. */
export interface LimitState extends Limit {
  left?: number;
  /** Amount that a plan needs in all, existing objects included. */
  needed?: number;
}

/** The limits that the connection of the environment tells, how much of each is left, and what a plan needs of them. */
export async function findLimits(target: Target, needs: Needs = {}, env: NodeJS.ProcessEnv = process.env): Promise<LimitState[]> {
  const config = configSource(target, undefined, env);
  const limits =
    target === "avi" ? await systemLimits(apiFor(config)) : [...(await quotas(connect(config), undefined, QUOTA_KINDS, true)), ...RULES];
  return limits.map((one) => {
    const { limit, most, used } = one;
    const needed = used === undefined ? needs.largest?.[limit]?.count : needs.counts?.[limit];
    const left = most === undefined || used === undefined ? undefined : Math.max(0, most - used);
    return { ...one, ...(left === undefined ? {} : { left }), ...(needed === undefined ? {} : { needed }) };
  });
}
