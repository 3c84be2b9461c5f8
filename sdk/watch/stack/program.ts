// The program that watch runs, as an interface.

import { ownTypeIn } from "../../../resources";
import type { ResourceInputs } from "../../../resources/members";
import type { ComponentDescriptor } from "../../components/register-with-watch";
import type { PendingChange } from "../terms/reported-event";
import type { StateResource } from "./stack-state";

/** Step that a run takes, or would take, with a resource. */
export interface RunStep {
  /** `create`, `update`, `delete`, `replace`, `refresh` ... */
  op: string;
  /** As the state has it: `pulumi-nodejs:dynamic/k8s-lb-avi:Pool`, or `k8s-lb:avi:Pool` of the plugin. */
  type: string;
  name: string;
  /** Types of the components that it is in: `k8s-lb:avi:KubernetesCluster`. */
  within?: string;
  /** Of the state before and after; secrets are hidden. */
  before?: { inputs: ResourceInputs; outputs: ResourceInputs };
  after?: { inputs: ResourceInputs; outputs: ResourceInputs };
}

/** A run of the stack that is in its history. */
export interface PastRun {
  /** Identifies the run; self-managed backends do not count versions. */
  id: string;
  version: number;
  kind: string;
  result: string;
  /** Milliseconds since 1970. */
  started: number;
  /** Begun by this process. */
  own?: boolean;
}

/** The user's program and its stack, as Pulumi runs them. */
export interface StackProgram {
  /** Steps of an `up`. `plan` is the file that keeps them for {@link up}. The result includes what the components handed over. */
  preview(options?: { plan?: string }): Promise<{ steps: RunStep[]; components: ComponentDescriptor[] }>;
  /** @param plan nothing else than what it holds is done */
  up(options?: { plan?: string; refresh?: boolean }): Promise<RunStep[]>;
  /** Changes that somebody made on the load balancer; nothing is written. */
  drift(): Promise<RunStep[]>;
  resources(): Promise<StateResource[]>;
  /** The configuration of the stack, secrets in clear. */
  config(): Promise<{ [key: string]: string }>;
  /** The runs that wrote the state, the last one first; at most so many. */
  runs(most: number): Promise<PastRun[]>;
}

/** `avi:Pool lab--web`, as plans and states name resources; of other packages with their own type. */
export const resourceOf = ({ type, name }: Pick<RunStep, "type" | "name">): string => `${ownTypeIn(type) ?? type} ${name}`;

/** In the words of {@link PendingChange}. */
export function opOf({ op }: Pick<RunStep, "op">): PendingChange["objects"][string] {
  if (op === "create" || op === "delete") return op;
  return op.includes("replace") ? "replace" : "update";
}
