import type * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { ObjectMeta, objectSchema } from "../../../kinds/mizar/object";
import { type ArgsOf, LbResource, type LbResourceOptions } from "../../resource";

/** What all objects have in common. */
export interface ObjectArgs extends ArgsOf<Omit<z.infer<typeof objectSchema>, "spec" | "waitFor" | "metadata">> {
  /** Name, namespace, labels, annotations. Labels and annotations that others write are left alone. */
  metadata: pulumi.Input<{ [F in keyof ObjectMeta]: pulumi.Input<ObjectMeta[F]> }>;
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
