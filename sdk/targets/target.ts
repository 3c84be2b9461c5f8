import type { Graph } from "../graph";
import type { Plan } from "../plan";
import type { RawObject, SpecSet } from "../specs";

/** What a component hands its translation: settings, owner mark, whether it is for one object. */
export interface TargetOptions {
  readonly owner: string;
  readonly settings?: { readonly [key: string]: unknown };
  readonly [option: string]: unknown;
}

/** A load balancer, as the verbs know it. */
export interface Target {
  /** What specs mean to a component; the very translation that it runs. Absent where all of a plan is structure. */
  plan?(specs: SpecSet, options: TargetOptions, component: { kind: string; name: string }): Plan;
  /** The way of requests, from hosts to servers. */
  draw(objects: readonly RawObject[], options: TargetOptions, component: string): Graph;
}
