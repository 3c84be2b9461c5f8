import { isDeepStrictEqual } from "node:util";
import type { HandedComponent } from "../../components/hand-over";
import { hasMembers, type Inputs, structureOf } from "../judge/structure-or-members";
import type { PendingChange } from "../report/watch-event";
import { PREFIX, type StateResource } from "./stack-state";

/** Step that a run takes, or would take, with a resource. */
export interface Step {
  /** `create`, `update`, `delete`, `replace`, `refresh` ... */
  op: string;
  /** As the state has it: `pulumi-nodejs:dynamic/k8s-lb-avi:Pool`. */
  type: string;
  name: string;
  /** Types of the components that it is in: `k8s-lb:avi:KubernetesCluster`. */
  within?: string;
  /** Of the state before and after; secrets are hidden. */
  before?: { inputs: Inputs; outputs: Inputs };
  after?: { inputs: Inputs; outputs: Inputs };
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
export interface Program {
  /** Steps of an `up`. `plan` is the file that keeps them for {@link up}. The result includes what the components handed over. */
  preview(options?: { plan?: string }): Promise<{ steps: Step[]; components: HandedComponent[] }>;
  /** @param plan nothing else than what it holds is done */
  up(options?: { plan?: string; refresh?: boolean }): Promise<Step[]>;
  /** Changes that somebody made on the load balancer; nothing is written. */
  drift(): Promise<Step[]>;
  resources(): Promise<StateResource[]>;
  /** The configuration of the stack, secrets in clear. */
  config(): Promise<{ [key: string]: string }>;
  /** The runs that wrote the state, the last one first; at most so many. */
  runs(most: number): Promise<PastRun[]>;
}

/** Steps that change nothing. */
const STILL: ReadonlySet<string> = new Set(["same", "read", "refresh"]);

/** Resources that follow from the others, and are none of their own on a load balancer. */
export const FOLLOWS = /:(Inventory|ObjectStatus|Addresses|Summary)$/;

/** Resources at which no person has to look. */
const LEFT_TO_ITSELF = /:(Inventory|Summary)$|^pulumi:pulumi:Stack$/;

/** The steps that would change something. */
export const changesIn = (steps: readonly Step[]): Step[] => steps.filter(({ op }) => !STILL.has(op));

/** The steps that change more than servers, and what follows from servers. */
export const structureIn = (steps: readonly Step[]): Step[] => changesIn(steps).filter(isStructure);

function isStructure({ op, type, before, after }: Step): boolean {
  if (LEFT_TO_ITSELF.test(type)) return false;
  if (op !== "update") return true;
  // an address that is written back; a new object that gets one is structure
  if (/:ObjectStatus$/.test(type)) return false;
  if (!before || !after || !type.startsWith(PREFIX)) return true;
  const kind = type.slice(PREFIX.length);
  return !hasMembers(kind) || !isDeepStrictEqual(structureOf(kind, before.inputs), structureOf(kind, after.inputs));
}

/** `avi:Pool lab--web`, as plans and states name resources; of other packages with their own type. */
export const resourceOf = ({ type, name }: Pick<Step, "type" | "name">): string =>
  `${type.startsWith(PREFIX) ? type.slice(PREFIX.length) : type} ${name}`;

/** In the words of {@link PendingChange}. */
export function opOf({ op }: Pick<Step, "op">): PendingChange["objects"][string] {
  if (op === "create" || op === "delete") return op;
  return op.includes("replace") ? "replace" : "update";
}
