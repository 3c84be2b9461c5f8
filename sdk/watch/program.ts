import type { HandedComponent } from "../components/hand-over";
import type { StateResource } from "./stack-state";

/** What a run does, or would do, with a resource. */
export interface Step {
  /** `create`, `update`, `delete`, `replace`, `refresh` ... */
  op: string;
  /** As the state has it: `pulumi-nodejs:dynamic/k8s-lb-avi:Pool`. */
  type: string;
  name: string;
}

/** A run of the stack that is in its history. */
export interface PastRun {
  /** By what it is told from others; backends of one's own do not count versions. */
  id: string;
  version: number;
  kind: string;
  result: string;
  /** Milliseconds since 1970. */
  started: number;
}

/** The user's program and its stack, as Pulumi runs them. */
export interface Program {
  /** What an `up` would do; `plan` is the file where that is kept for {@link up}. What the components handed over comes with it. */
  preview(options?: { plan?: string }): Promise<{ steps: Step[]; components: HandedComponent[] }>;
  /** @param plan nothing else than what it holds is done */
  up(options?: { plan?: string; refresh?: boolean }): Promise<Step[]>;
  /** What somebody changed on the load balancer; nothing is written. */
  drift(): Promise<Step[]>;
  resources(): Promise<StateResource[]>;
  /** The configuration of the stack, secrets in clear. */
  config(): Promise<{ [key: string]: string }>;
  /** The last run that wrote the state. */
  lastRun(): Promise<PastRun | undefined>;
}

/** Steps that change nothing. */
const STILL: ReadonlySet<string> = new Set(["same", "read", "refresh"]);

/** The steps that would change something. */
export const changesIn = (steps: readonly Step[]): Step[] => steps.filter(({ op }) => !STILL.has(op));
