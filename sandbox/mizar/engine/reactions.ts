// Reacts to changes of objects of one kind.
import { ApiRefusal } from "../api/client";
import { isKind, type KubeObject, type WatchedKind } from "../api/kinds";
import type { OperatorObjects } from "../api/world";
import { makeVpc, NetworkMemory, reconcileNetwork } from "../arktos/networks";
import { furnish, placePod, placeService } from "../arktos/placement";
import type { ArktosController } from "../settings";
import { nodeCreate } from "../workflows/droplets";
import { endpointsUpdate, podCreate, podDelete, runPod, serviceCreate, serviceDelete } from "../workflows/pods-and-services";
import type { WorkflowContext, WorkflowStep } from "../workflows/workflow";
import type { Reporter } from "./kopf";
import { isTrouble, messageOf, TemporaryFailure } from "./kopf";

/** One thing that is done about an object whenever it changes. It must find out by itself that there is nothing left to do. */
export type Reaction = (object: KubeObject, context: WorkflowContext) => WorkflowStep;

/** Reactions to changed and deleted objects of kinds that are not Mizar's own. */
export interface Reactions {
  changed: { [kind in WatchedKind]?: Reaction[] };
  gone: { [kind in WatchedKind]?: Reaction };
}

/** Runs reactions, and repeats those that fail temporarily. */
export class Reactor {
  private readonly failing = new Map<string, number>();

  constructor(
    private readonly world: OperatorObjects,
    private readonly context: WorkflowContext,
    private readonly reactions: Reactions,
    private readonly reporter: Reporter,
  ) {}

  get kinds(): WatchedKind[] {
    return Object.keys(this.reactions.changed).filter(isKind);
  }

  /** One look at an object; the milliseconds after which another one is needed. */
  async look(object: KubeObject): Promise<number | undefined> {
    const again: number[] = [];
    let failed = false;
    for (const reaction of this.reactions.changed[object.kind] ?? []) {
      try {
        const step = await this.run(reaction, object);
        if (step.again !== undefined) again.push(step.again);
        // what was written comes back as a change, and is looked at then
        if (step.actions.length > 0) break;
      } catch (error) {
        failed = true;
        const later = await this.fail(object, error);
        if (later !== undefined) again.push(later);
      }
    }
    if (!failed) this.forget(object);
    return again.length > 0 ? Math.min(...again) : undefined;
  }

  async bury(object: KubeObject): Promise<void> {
    this.forget(object);
    const reaction = this.reactions.gone[object.kind];
    if (reaction) await this.run(reaction, object);
  }

  private forget({ metadata: { uid = "" } }: KubeObject): void {
    this.failing.delete(uid);
  }

  private async run(reaction: Reaction, object: KubeObject): Promise<WorkflowStep> {
    const step = reaction(object, this.context);
    for (const action of step.actions) await this.world.act(action);
    step.remember?.();
    return step;
  }

  private async fail(object: KubeObject, error: unknown): Promise<number | undefined> {
    const { retryMs, retryForMs } = this.context.settings;
    if (isTrouble(error)) return retryMs;
    const { uid = "" } = object.metadata;
    const since = this.failing.get(uid) ?? performance.now();
    this.failing.set(uid, since);
    // what the server refuses now it may take later: a namespace that is not there yet, say
    const passing = error instanceof TemporaryFailure || error instanceof ApiRefusal;
    await this.reporter.report(object, messageOf(error));
    return passing && performance.now() - since < retryForMs ? retryMs : undefined;
  }
}

/** Everything that is done about Kubernetes' and Arktos' own kinds. Without placement Mizar reads Pods and Services by itself. */
export function reactionsOf(controllers: readonly ArktosController[]): Reactions {
  const tenants = new Set<string>();
  const networks = new NetworkMemory();
  const has = (name: ArktosController) => controllers.includes(name);
  const only = (name: ArktosController, reaction: Reaction): Reaction[] => (has(name) ? [reaction] : []);
  const placed = has("placement");
  return {
    changed: {
      Node: [nodeCreate],
      Pod: [runPod, placed ? placePod : podCreate],
      Service: [placed ? placeService : serviceCreate],
      Endpoints: [endpointsUpdate],
      Network: [...only("vpc", (network, context) => makeVpc(network, context, networks)), ...only("network", reconcileNetwork)],
      ...(has("tenant") ? { Tenant: only("tenant", (tenant, context) => furnish(tenant, context, tenants)) } : {}),
    },
    gone: { Pod: podDelete, Service: serviceDelete },
  };
}
