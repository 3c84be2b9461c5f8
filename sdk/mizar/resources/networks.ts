import type * as pulumi from "@pulumi/pulumi";
import type { ArktosNetworkSpec } from "../../../kinds/mizar/network";
import type { SubnetSpec } from "../../../kinds/mizar/subnet";
import type { VpcSpec } from "../../../kinds/mizar/vpc";
import type { LbResourceOptions } from "../../resource";
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

/** Inputs of {@link ArktosNetwork}. */
export interface ArktosNetworkArgs extends ObjectArgs {
  spec: pulumi.Input<{ [F in keyof ArktosNetworkSpec]: pulumi.Input<ArktosNetworkSpec[F]> }>;
  /**
   * `Ready` waits until Arktos' controller says so. A cluster without Arktos has no such controller, and a default Network with ipam
   * External never becomes Ready.
   * @default "none"
   */
  waitFor?: pulumi.Input<"none" | "Ready">;
}

/**
 * The Network of an Arktos tenant (`arktos.futurewei.com/v1`). `service` changes in place, `type` and `vpcID` replace it.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * new mizar.ArktosNetwork("vpc-1", {
 *   owner: "pulumi-k8s-lb:shop/dev/mizar/net",
 *   metadata: { name: "vpc-1", tenant: "customerA" },
 *   spec: { type: "mizar", vpcID: "vpc-1a2b3c4d" },
 * });
 * ```
 */
export class ArktosNetwork extends ObjectResource {
  declare readonly spec: pulumi.Output<ArktosNetworkSpec>;
  /** `Pending`, `Ready`, `Failed` ..., as it was last read; undefined where no controller writes it. */
  declare readonly phase: pulumi.Output<string | undefined>;
  declare readonly message: pulumi.Output<string | undefined>;
  declare readonly dnsServiceIP: pulumi.Output<string | undefined>;

  constructor(name: string, args: ArktosNetworkArgs, opts?: LbResourceOptions) {
    super("ArktosNetwork", "arktos.futurewei.com/v1", "Network", name, args, ["phase", "message", "dnsServiceIP"], opts);
  }
}
