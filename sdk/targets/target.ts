import type { Scope } from "../components/single";
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
  /** What each class of component takes of the specs. */
  scopes: { readonly [component: string]: Scope };
  /** What specs mean; the very translation that a component runs. */
  plan(specs: SpecSet, options: TargetOptions, component: string): Plan;
  /** The way of requests, from hosts to servers. */
  draw(specs: SpecSet, options: TargetOptions, objects: readonly RawObject[]): Graph;
}
