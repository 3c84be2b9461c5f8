// Types shared by all workflows.
import type { SeededRandom } from "../../shared/random";
import type { KubeObject, MizarKind, NewObject } from "../api/kinds";
import type { Action, OperatorObjects } from "../api/world";
import type { FieldDiff } from "../engine/kopf";
import type { Memory } from "../memory";
import type { OperatorSettings } from "../settings";

/** Inputs of a workflow besides its object. */
export interface WorkflowContext {
  world: Pick<OperatorObjects, "own" | "owned" | "provisioned" | "find" | "tenants">;
  memory: Memory;
  settings: OperatorSettings;
  random: Pick<SeededRandom, "hex" | "uuid4">;
}

/** Result of a workflow: the actions that it asks for. */
export interface WorkflowStep {
  actions: Action[];
  /** Updates the operator's memory once all actions are done. */
  remember?(): void;
  /** Delay in milliseconds after which the workflow runs again in any case. */
  again?: number;
}

/** Decides from an object and what surrounds it. @throws TemporaryFailure, PermanentFailure, or any error for what no one expected. */
export type Workflow = (object: KubeObject, context: WorkflowContext, changes: FieldDiff[]) => WorkflowStep;

/** Handler of a deletion; undefined: not yet, call it again. */
export type Deletion = (object: KubeObject, context: WorkflowContext) => WorkflowStep | undefined;

/** The handlers of a kind, with the names under which the framework reports them. */
export interface Workflows {
  init: Workflow;
  provisioned: Workflow;
  deleted: Deletion;
}

export const NOTHING: WorkflowStep = { actions: [] };

/** A new object of the operator's own, with the time that makes it report how long it took. */
export function newObject(kind: MizarKind, name: string, spec: { [field: string]: unknown }): NewObject {
  return { kind, metadata: { name }, spec: { ...spec, status: "Init", createtime: localTime() } };
}

/** Writes the whole spec, in the namespace of the operator, even if the object is in another one. */
export function provision(object: KubeObject, spec: { [field: string]: unknown }, { settings }: WorkflowContext): Action {
  const { kind, metadata, spec: currentSpec } = object;
  const created = Date.parse(`${currentSpec.createtime}Z`);
  const delay = settings.provisionDelay && !Number.isNaN(created) ? { provisiondelay: secondsSince(created) } : {};
  return { patch: { kind, name: metadata.name }, with: { spec: { ...spec, status: "Provisioned", ...delay } } };
}

const localTime = (): string => new Date().toISOString().slice(0, -1);

const secondsSince = (time: number): string => String(Math.max(0, Date.now() - time) / 1000);

/** An address of a network card that begins as given. */
export function randomMacOf(start: string, { random }: WorkflowContext): string {
  const free = 6 - start.split(":").length;
  return [start, ...(random.hex(free).match(/../g) ?? [])].join(":");
}
