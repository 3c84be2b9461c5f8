import type { KubernetesObject, ResourceType } from "../../kubernetes";
import type { Bag, CheckFailure } from "../../lifecycle/kind";
import type { JsonObject } from "../../lifecycle/sanitize";
import type { Inputs } from "./inputs";
import type { Site } from "./site";

/** An object and what the operator has made of it. */
export interface View {
  object: KubernetesObject;
  /** Mizar's endpoint of a Pod or Service, as far as it is there. */
  endpoint?: KubernetesObject;
}

/** All that tells one kind of Kubernetes object from another; the rest is written once, in this folder. */
export interface ObjectKind {
  /** As it stands in the state after `mizar:`. */
  readonly name: string;
  readonly type: ResourceType;
  /** Whose tenant an object is in that names none: Mizar keeps its own objects in `system`, others are the user's. */
  readonly tenant: "system" | "configured";
  /** Fields below `spec` that the operator writes: no part of what a user declares. */
  readonly computed: readonly string[];
  /** Paths, as `compare` spells them, of fields that only a new object can change. */
  readonly fixed: readonly RegExp[];
  /** A count below `spec`; `shrinks` where the operator also takes some away. */
  readonly count?: { readonly field: string; readonly shrinks: boolean };
  /** Fields below `spec`, the count among them, that stay as they are when they are not declared any more. */
  readonly stays?: readonly string[];
  /** Fields below `spec` that are written at create and never again. */
  readonly initial?: JsonObject;
  /** True where others add elements to the lists of the object: sidecars, tokens, tolerations. */
  readonly lenient?: boolean;
  /** What of the declaration can never work. */
  check?(inputs: Inputs, bag: Bag): CheckFailure[];
  /** Looks for what the operator makes beside the object. */
  beside?(site: Site, object: KubernetesObject, fresh: boolean): Promise<KubernetesObject | undefined>;
  /** What the object still waits for; undefined when it is as it should be. */
  pending(view: View, inputs: Inputs): string | undefined;
  /** Why it never will be, where that is known. */
  failed?(view: View, inputs: Inputs): string | undefined;
  /** Outputs besides the inputs. */
  outputs(view: View): Bag;
  /** What holds an object that does not go; called when the bound is reached. */
  holding?(site: Site, object: KubernetesObject): Promise<string>;
  /** What stays behind when its finalizer is taken away. */
  leftBehind?(site: Site, object: KubernetesObject): Promise<string[]>;
}
