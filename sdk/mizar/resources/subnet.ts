import type * as pulumi from "@pulumi/pulumi";
import type { SubnetSpec } from "../../../kinds/mizar/subnet";
import type { LbResourceOptions } from "../../resources/resource";
import { type ObjectArgs, ObjectResource } from "./object";

/** Inputs of {@link Subnet}. */
export interface SubnetArgs extends ObjectArgs {
  spec: pulumi.Input<{ [F in keyof SubnetSpec]: pulumi.Input<SubnetSpec[F]> }>;
}

/**
 * A subnet of a VPC of Mizar (`mizar.com/v1`, namespace `default`). More `bouncers` come in place; fewer, another range or another VPC
 * replace the subnet. Today's Mizar never finishes the deletion of a subnet: see `forceFinalizerRemoval`.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * new mizar.Subnet("net1", {
 *   owner: "pulumi-k8s-lb:shop/dev/mizar/net",
 *   metadata: { name: "net1" },
 *   spec: { vpc: "vpc-1a2b3c4d", ip: "10.10.1.0", prefix: 24 },
 *   forceFinalizerRemoval: true,
 * });
 * ```
 */
export class Subnet extends ObjectResource {
  declare readonly spec: pulumi.Output<SubnetSpec>;
  /** `Provisioned`, as it was last read. */
  declare readonly status: pulumi.Output<string>;
  /** That of its VPC. */
  declare readonly vni: pulumi.Output<string>;

  constructor(name: string, args: SubnetArgs, opts?: LbResourceOptions) {
    super("Subnet", "mizar.com/v1", "Subnet", name, args, ["status", "vni"], opts);
  }
}
