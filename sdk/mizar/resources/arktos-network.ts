import type * as pulumi from "@pulumi/pulumi";
import type { ArktosNetworkSpec } from "../../../kinds/mizar/network";
import type { LbResourceOptions } from "../../resources/resource";
import { type ObjectArgs, ObjectResource } from "./object";

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
