// Requests that are answered otherwise because of drift.
import { withKnownNumbers } from "../../../requests/differences/address-changes";
import { comparedRequests, NO_CHANGES, type RequestComparison } from "../../../requests/differences/changes";
import { withReadiness } from "../../../requests/table/apply-readiness";
import { reasonOf } from "../../../resources/diagnostic";
import { rulesWithOwners } from "../../requests/rules-with-owners";
import { TARGETS, type TargetName, targetNames } from "../../targets";
import { configIn, knownIn, servedNow } from "../request-sources";
import { type Stack, throughPulumi } from "../stack";
import { componentsInState, type StateComponent } from "../state-component";
import { planInState } from "../state-plan";

/** Requests that load balancers answer otherwise than the state of their stack says. */
export interface DriftingRequests extends RequestComparison {
  /** Load balancers that could not be asked, in words. */
  faults: string[];
}

/** Names of the targets whose load balancers can be read. */
const READ = targetNames(({ balancer }) => balancer !== undefined);

/** Compares what the state of a stack serves with what its load balancers have now. Whatever cannot be read is among the faults. */
export async function driftingRequests(stack: Stack): Promise<DriftingRequests> {
  const result: DriftingRequests = { changes: [], limits: [], addresses: [], unpublished: [], faults: [] };
  const compare = async (whose: string, requests: () => Promise<RequestComparison>) => {
    try {
      const { changes, limits, addresses, unpublished } = await requests();
      result.changes.push(...changes);
      result.limits.push(...limits);
      result.addresses.push(...withKnownNumbers(addresses));
      result.unpublished.push(...unpublished);
    } catch (error) {
      result.faults.push(`the requests of ${whose} are not compared: ${reasonOf(error)}`);
    }
  };
  await compare("the stack", async () => {
    const [{ deployment }, configured] = await throughPulumi(async () => [await stack.exportStack(), await stack.getAllConfig()] as const);
    for (const to of READ)
      for (const component of componentsInState(deployment, to))
        await compare(component.component, () => ofComponent(deployment, to, component, configIn(deployment, to, configured)));
    return NO_CHANGES;
  });
  return result;
}

async function ofComponent(deployment: unknown, to: TargetName, component: StateComponent, config: ReturnType<typeof configIn>) {
  const { plan } = planInState(deployment, TARGETS[to], { component: component.component }, component);
  const [before, now] = [TARGETS[to].balancer?.served(plan), await servedNow(to, plan, config)];
  if (!before || !now) return NO_CHANGES;
  const desired = knownIn(component.facts, TARGETS[to].balancer?.state.answers?.(component.settings));
  const [was, is] = [before, now].map((served) => withReadiness(rulesWithOwners({ desired, served })));
  return was && is ? comparedRequests(was, is) : NO_CHANGES;
}
