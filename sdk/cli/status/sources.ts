// Components whose server states `status` shows: of a stack, or of manifests and a cluster.
import type { HealthSource } from "../../health/report";
import { specStates, specStatesIn } from "../../health/spec-states";
import { TARGETS, targetNames } from "../../targets";
import { UsageError } from "../grammar";
import { namesInputs } from "../inputs";
import { withProgress } from "../progress";
import { configIn, knownIn, openSources, type RequestSourceOptions } from "../request-sources";
import { openStack, type Stack, throughPulumi } from "../stack";
import { componentsInState } from "../state-component";
import { planInState } from "../state-plan";
import { hasHealth } from "./read-health";

/** A source with the connection to its load balancer. */
export interface ConnectedSource extends HealthSource {
  config?: { readonly [key: string]: string | undefined };
}

/** Targets whose load balancers report the state of servers. */
export const HEALTH_TARGETS = targetNames(({ name, balancer }) => hasHealth(name) && balancer !== undefined);

/**
 * Sources of the rows: the components of a stack, or manifests and a cluster.
 *
 * @throws ReportedError where files cannot be read or settings are wrong
 */
export async function statusSources(options: RequestSourceOptions): Promise<ConnectedSource[]> {
  if (!namesInputs(options)) return ofStack(options);
  const { target: to, plan, sources, config } = await openSources({ ...options, live: false });
  if (!plan || !sources.desired) throw new UsageError(`nothing of ${to} answers requests`);
  return [{ to, plan, asked: sources.desired, specs: specStates(plan.statuses), ...(config ? { config } : {}) }];
}

/** All components of a stack, or those of a target, a cluster or a name. */
async function ofStack({ cwd = ".", stack: stackName, ...whose }: RequestSourceOptions): Promise<ConnectedSource[]> {
  const stack = await openStack({ cwd, stack: stackName });
  const sources = await withProgress("Reading the state", () => componentSources(stack, whose));
  if (sources.length > 0) return sources;
  const what = whose.component === undefined ? "no component" : `no component "${whose.component}"`;
  throw new UsageError(`the stack has ${what} with a load balancer that reports the state of its servers (${HEALTH_TARGETS.join(", ")})`);
}

/** The components of a stack whose load balancers report the state of servers, as its state has them now. */
export async function componentSources(
  stack: Stack,
  { to, cluster, component }: Pick<RequestSourceOptions, "to" | "cluster" | "component"> = {},
): Promise<ConnectedSource[]> {
  const { deployment } = await throughPulumi(() => stack.exportStack());
  const configured = await throughPulumi(() => stack.getAllConfig());
  return HEALTH_TARGETS.filter((name) => to === undefined || name === to).flatMap((target) =>
    componentsInState(deployment, target).flatMap((stateComponent): ConnectedSource[] => {
      if (component !== undefined && stateComponent.component !== component) return [];
      if (cluster !== undefined && stateComponent.cluster !== cluster) return [];
      const { plan } = planInState(deployment, TARGETS[target], { component: stateComponent.component }, stateComponent);
      const desired = knownIn(stateComponent.facts, TARGETS[target].balancer?.state.answers?.(stateComponent.settings));
      const specs = specStatesIn(stateComponent.facts);
      return [
        { to: target, plan, asked: desired, specs, component: stateComponent.component, config: configIn(deployment, target, configured) },
      ];
    }),
  );
}
