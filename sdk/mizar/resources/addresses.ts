import type * as pulumi from "@pulumi/pulumi";
import type { AddressWish, TakenAddresses } from "../../../kinds/mizar/addresses";
import { LbResource, type LbResourceOptions } from "../../resources/resource";

/** Inputs of {@link Addresses}. */
export interface AddressesArgs {
  /** Who wishes what, by the name of the interface in Mizar. */
  wishes: pulumi.Input<{ [holder: string]: pulumi.Input<AddressWish> }>;
  /** By VPC, who has which address on the server. */
  taken?: pulumi.Input<TakenAddresses>;
}

/**
 * Remembers who has which address and touches no object: who had an address in the last state keeps it, whoever comes before it now.
 * Preview knows the outcome. The components register one each.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * const any = { vpc: "vpc-1a2b3c4d", subnet: "net1", how: "any" as const, from: ["10.10.1.2-10.10.1.255"] };
 * const { given } = new mizar.Addresses("addresses", { wishes: { "nginx-default--eth0": any } });
 * export const nginx = given.apply((addresses) => addresses["nginx-default--eth0"]);
 * ```
 */
export class Addresses extends LbResource {
  declare readonly wishes: pulumi.Output<{ [holder: string]: AddressWish }>;
  /** The address of each; who got none is missing. */
  declare readonly given: pulumi.Output<{ [holder: string]: string }>;

  constructor(name: string, args: AddressesArgs, opts?: LbResourceOptions) {
    super("mizar:Addresses", name, args, ["given"], opts);
  }
}
