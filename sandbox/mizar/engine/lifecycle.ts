// Runs the workflows of an object from creation to deletion.
import { sameJson } from "../../shared/json";
import { ApiRefusal } from "../api/client";
import type { KubeObject } from "../api/kinds";
import { isMizar, type MizarKind } from "../api/kinds";
import { isOwn, type OperatorObjects, referTo } from "../api/world";
import { bouncerWorkflows, dividerWorkflows, dropletWorkflows } from "../workflows/droplets";
import { endpointWorkflows } from "../workflows/endpoint";
import { subnetWorkflows, vpcWorkflows } from "../workflows/networks";
import type { WorkflowContext, WorkflowStep, Workflows } from "../workflows/workflow";
import type { Reporter } from "./kopf";
import {
  changesOf,
  essenceOf,
  finalizerPatch,
  handledPatch,
  hasFinalizer,
  isTrouble,
  lastHandled,
  messageOf,
  progressPatch,
  TemporaryFailure,
} from "./kopf";

/** State of an object between two looks at it. */
interface Trail {
  tries: number;
  started: number;
  /** The start on the monotonic clock. */
  since: number;
  message: string;
}

/** Takes Mizar's own objects through what the framework of the operator does to every object it watches. */
export class WorkflowLifecycle {
  private readonly trails = new Map<string, Trail>();
  /** Objects that this operator has handled; the others are handled once, as after any start. */
  private readonly seen = new Set<string>();

  constructor(
    private readonly world: OperatorObjects,
    private readonly context: WorkflowContext,
    private readonly reporter: Reporter,
  ) {}

  /** One look at an object; the milliseconds after which another one is needed. */
  async look(object: KubeObject): Promise<number | undefined> {
    try {
      if (object.metadata.deletionTimestamp) return await this.leave(object);
      if (!hasFinalizer(object)) return await this.patch(object, finalizerPatch(object, true));
      return await this.handle(object);
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      // somebody else wrote first
      if (error.status === 409) return this.context.settings.delayMs;
      // gone: the watch will say so
      if (error.status === 404) return undefined;
      throw error;
    }
  }

  forget(uid: string): void {
    this.trails.delete(uid);
    this.seen.delete(uid);
  }

  private async handle(object: KubeObject): Promise<number | undefined> {
    const { kind, metadata, spec } = object;
    const uid = metadata.uid ?? "";
    const essence = essenceOf(object);
    const last = lastHandled(object);
    if (last && sameJson(last, essence) && this.seen.has(uid)) return undefined;
    const phase = spec.status === "Init" ? "init" : spec.status === "Provisioned" ? "provisioned" : undefined;
    if (!isMizar(kind) || this.isStalled(object)) return undefined;
    const handler = phase && `${WORKFLOWS[kind].handler}_${phase}`;
    if (phase && handler) {
      const changes = changesOf(last, object);
      const again = await this.attempt(object, handler, () => WORKFLOWS[kind][phase](object, this.context, changes));
      if (again !== undefined) return again;
    }
    this.seen.add(uid);
    return this.patch(object, handledPatch(essence, handler));
  }

  private async leave(object: KubeObject): Promise<number | undefined> {
    const { kind } = object;
    if (!hasFinalizer(object) || !isMizar(kind)) return undefined;
    const { retryMs, mode } = this.context.settings;
    // the real one takes it for the object of that name in its own namespace
    if (mode === "design" && !isOwn(object)) return this.patch(object, finalizerPatch(object, false));
    let waiting = false;
    const again = await this.attempt(object, `${WORKFLOWS[kind].handler}_delete`, () => {
      const step = WORKFLOWS[kind].deleted(object, this.context);
      waiting = step === undefined;
      return step ?? { actions: [] };
    });
    if (waiting || again !== undefined) return again ?? retryMs;
    return this.patch(object, finalizerPatch(object, false));
  }

  /** Runs a workflow; the milliseconds until the next attempt, undefined when it ended, well or for good. */
  private async attempt(object: KubeObject, handler: string, decide: () => WorkflowStep): Promise<number | undefined> {
    const uid = object.metadata.uid ?? "";
    try {
      const step = decide();
      for (const action of step.actions) await this.world.act(action);
      step.remember?.();
    } catch (error) {
      if (isTrouble(error)) throw error;
      return this.fail(object, handler, error);
    }
    this.trails.delete(uid);
    return undefined;
  }

  private async fail(object: KubeObject, handler: string, error: unknown): Promise<number | undefined> {
    const uid = object.metadata.uid ?? "";
    const { retryMs, retryForMs } = this.context.settings;
    const message = messageOf(error);
    const before = this.trails.get(uid);
    const begun = before ?? { started: Date.now(), since: performance.now() };
    const trail = { tries: (before?.tries ?? 0) + 1, started: begun.started, since: begun.since, message };
    if (!(error instanceof TemporaryFailure) || performance.now() - trail.since >= retryForMs) {
      this.trails.delete(uid);
      await this.reporter.report(object, `Handler '${handler}' failed permanently: ${message}`);
      return undefined;
    }
    this.trails.set(uid, trail);
    await this.reporter.report(object, `Handler '${handler}' failed temporarily: ${message}`);
    // the real one writes each time, every 15 s; that often would be a storm here
    if (message !== before?.message || Number.isInteger(Math.log2(trail.tries))) {
      await this.patch(object, progressPatch(handler, trail.tries, trail.started, retryMs, message));
    }
    return retryMs;
  }

  private async patch(object: KubeObject, body: object): Promise<undefined> {
    await this.world.act({ patch: referTo(object), with: body });
  }

  private isStalled({ kind, metadata: { name } }: KubeObject): boolean {
    const { stall } = this.context.settings;
    return stall.includes(kind) || stall.includes(`${kind}/${name}`);
  }
}

/** Workflows of the operator for each kind of its own, with the first part of the handlers' names. */
const WORKFLOWS: { [kind in MizarKind]: Workflows & { handler: string } } = {
  Vpc: { ...vpcWorkflows, handler: "vpc_opr_on_vpc" },
  Subnet: { ...subnetWorkflows, handler: "net_opr_on_net" },
  Divider: { ...dividerWorkflows, handler: "divider_opr_on_divider" },
  Bouncer: { ...bouncerWorkflows, handler: "bouncer_opr_on_bouncer" },
  Droplet: { ...dropletWorkflows, handler: "droplet_opr_on_droplet" },
  Endpoint: { ...endpointWorkflows, handler: "endpoint_opr_on_endpoint" },
};
