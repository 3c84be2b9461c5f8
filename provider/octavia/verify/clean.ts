// Part of `k8s-lb verify`: deletes the load balancers of a run.

import { reasonOf } from "../../../resources/diagnostic";
import { type Cleaned, VERIFY_MARK } from "../../verify/verification";
import { LBAAS } from "../client";
import { deleteLoadBalancer } from "../load-balancer/write";
import { inTurn } from "../lock";
import { textIn } from "../tree/compare";
import { type ApiObject, apiObject } from "../tree/read-tree";
import type { OctaviaVerifySession } from "./session";

/** Load balancers with the mark, and the prefix of this run or that of any. Everything below goes with them. */
export async function ownBalancers({ stack, place }: OctaviaVerifySession, earlier: boolean): Promise<ApiObject[]> {
  const prefix = earlier ? place.family : place.prefix;
  const project_id = (await stack.projectId()) || undefined;
  const balancers = await stack.octavia.list(`${LBAAS}/loadbalancers`, "loadbalancers", { project_id });
  return balancers
    .filter(({ name, description }) => textIn(name).startsWith(`${prefix}-`) && textIn(description).startsWith(VERIFY_MARK))
    .map(apiObject)
    .filter(({ provisioning_status }) => provisioning_status !== "DELETED");
}

export async function clean(session: OctaviaVerifySession, earlier: boolean): Promise<Cleaned> {
  const remaining: string[] = [];
  let removed = 0;
  for (const { id, name } of await ownBalancers(session, earlier)) {
    try {
      await inTurn(id, () => deleteLoadBalancer(session.target(textIn(name)), id, { cascade: true }));
      removed++;
    } catch (error) {
      remaining.push(`LoadBalancer ${textIn(name)}: ${reasonOf(error).split("\n")[0]}`);
    }
  }
  return { removed, remaining };
}
