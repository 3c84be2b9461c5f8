import type * as pulumi from "@pulumi/pulumi";
import type { ObjectMeta } from "../../../kinds/mizar/object";
import { LbResource, type LbResourceOptions } from "../../resources/resource";

/** What all objects have in common. */
export interface ObjectArgs {
  /**
   * Mark by which the object is known as ours, e.g. `pulumi-k8s-lb:my-project/dev/mizar/my-cluster`; it stands in the annotation
   * `pulumi-k8s-lb/owner`.
   */
  owner: pulumi.Input<string>;
  /**
   * Take over an object that exists under this name and carries another mark, or none.
   * @default false
   */
  adopt?: pulumi.Input<boolean>;
  /** Name, namespace, labels, annotations. Labels and annotations that others write are left alone. */
  metadata: pulumi.Input<{ [F in keyof ObjectMeta]: pulumi.Input<ObjectMeta[F]> }>;
  /**
   * Seconds to wait for the operator.
   * @default `mizar:provisionTimeout`, else 300
   */
  provisionTimeout?: pulumi.Input<number>;
  /**
   * Seconds to wait until a deleted object is gone.
   * @default `mizar:deleteTimeout`, else 120
   */
  deleteTimeout?: pulumi.Input<number>;
  /**
   * When a deleted object is not gone after `deleteTimeout`, take the finalizer of Mizar or Arktos away, and say what stays behind. The
   * state must know it before the delete: set it, run `pulumi up`, then delete.
   * @default false
   */
  forceFinalizerRemoval?: pulumi.Input<boolean>;
}

/** Base of the classes: one Kubernetes object each. The id is `[tenant/][namespace/]name`. */
export abstract class ObjectResource extends LbResource {
  declare readonly owner: pulumi.Output<string>;
  declare readonly metadata: pulumi.Output<ObjectMeta>;
  declare readonly uid: pulumi.Output<string>;

  /** @internal */
  protected constructor(
    resourceKind: string,
    /** With the kind, what makes a resource a spec that components read. */
    readonly apiVersion: string,
    readonly kind: string,
    name: string,
    args: object,
    outputs: readonly string[],
    opts?: LbResourceOptions,
  ) {
    super(`mizar:${resourceKind}`, name, args, ["uid", ...outputs], opts);
  }
}
