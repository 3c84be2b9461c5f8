import type { Graph } from "../graph";
import type { Plan } from "../plan";
import type { RawObject, SpecSet } from "../specs";

/** Options that a component gives its translation: settings, owner mark, and whether it is for one object. */
export interface TargetOptions {
  readonly owner: string;
  readonly settings?: { readonly [key: string]: unknown };
  readonly [option: string]: unknown;
}

/** A load balancer, as the verbs know it. */
export interface Target {
  /** Plan of the specs for a component, from the same translation that it runs. Absent if all of a plan is structure. */
  plan?(specs: SpecSet, options: TargetOptions, component: { kind: string; name: string }): Plan;
  /** The way of requests, from hosts to servers. */
  draw(objects: readonly RawObject[], options: TargetOptions, component: string): Graph;
}
