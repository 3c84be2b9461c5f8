import type * as pulumi from "@pulumi/pulumi";
import type { VpcSpec } from "../../../kinds/mizar/vpc";
import type { LbResourceOptions } from "../../resources/resource";
import { type ObjectArgs, ObjectResource } from "./object";

/** Inputs of {@link Vpc}. */
export interface VpcArgs extends ObjectArgs {
  spec: pulumi.Input<{ [F in keyof VpcSpec]: pulumi.Input<VpcSpec[F]> }>;
}

/**
 * A VPC of Mizar (`mizar.com/v1`, namespace `default`). It is made with `spec.status: Init`, which the operator waits for, and is ready
 * when that is `Provisioned`. `dividers` changes in place, `ip` and `prefix` replace the VPC.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * const vpc = new mizar.Vpc("vpc", {
 *   owner: "pulumi-k8s-lb:shop/dev/mizar/net",
 *   metadata: { name: "vpc-1a2b3c4d" },
 *   spec: { ip: "10.10.0.0", prefix: 16, dividers: 2 },
 * });
 * export const vni = vpc.vni;
 * ```
 */
export class Vpc extends ObjectResource {
  declare readonly spec: pulumi.Output<VpcSpec>;
  /** `Provisioned`, as it was last read. */
  declare readonly status: pulumi.Output<string>;
  /** Number of the virtual network, chosen by the operator. */
  declare readonly vni: pulumi.Output<string>;

  constructor(name: string, args: VpcArgs, opts?: LbResourceOptions) {
    super("Vpc", "mizar.com/v1", "Vpc", name, args, ["status", "vni"], opts);
  }
}
