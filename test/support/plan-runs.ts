import type { AviSandbox } from "../../sandbox/index";
import { pulumiName } from "../../sdk/plan";
import type { AviPlan } from "../../sdk/targets/avi/plan";
import { Resource, type State } from "../sandbox/lib/engine";
import type { Props } from "../sandbox/lib/host";
import { identified } from "./identified";
import { aviConfig, runHere } from "./provider-here";

/** The resources of a stack by URN. */
export type PlannedStack = Map<string, { kind: string; state?: State }>;

/**
 * One `pulumi up` of a plan as the engine does it, without the engine: everything is checked and written in the order of registration,
 * then what is no longer registered is deleted, last made first. Each is a run of its own for the provider.
 *
 * @param component its name: routes are named after it
 */
export async function upPlan(avi: AviSandbox, stack: PlannedStack, plan: AviPlan, component = "main"): Promise<PlannedStack> {
  const host = runHere(aviConfig(avi));
  const after: PlannedStack = new Map();
  for (const { kind, name, inputs } of registered(plan, component)) {
    const urn = `urn:pulumi:dev::project::k8s-lb:avi:KubernetesCluster$pulumi-nodejs:dynamic/avi:${kind}::${name}`;
    const resource = new Resource(host, kind);
    resource.state = stack.get(urn)?.state;
    await resource.up({ ...inputs, ...identified(urn) });
    after.set(urn, { kind, state: resource.state });
  }
  const gone = [...stack].filter(([urn]) => !after.has(urn)).reverse();
  for (const [, { kind, state }] of gone) {
    const resource = new Resource(host, kind);
    resource.state = state;
    await resource.destroy();
  }
  return after;
}

/** `pulumi destroy`. */
export async function destroyPlan(avi: AviSandbox, stack: PlannedStack): Promise<void> {
  const host = runHere(aviConfig(avi));
  for (const [, { kind, state }] of [...stack].reverse()) {
    const resource = new Resource(host, kind);
    resource.state = state;
    await resource.destroy();
  }
}

function registered(plan: AviPlan, component: string): { kind: string; name: string; inputs: Props }[] {
  return plan.resources.map((planned) => ({ kind: planned.kind, name: pulumiName(planned, component), inputs: { ...planned.inputs } }));
}
