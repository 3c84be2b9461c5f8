import type * as pulumi from "@pulumi/pulumi";
import type { InputsOf } from "../../../kinds/kind";
import type { ADDRESSES, AddressWish } from "../../../kinds/mizar/addresses";
import type { InventoryArgs } from "../../resource";
import { type ArgsOf, LbResource, type LbResourceOptions } from "../../resource";

/** Inputs of {@link Addresses}. */
export interface AddressesArgs extends Omit<ArgsOf<InputsOf<typeof ADDRESSES>>, "given"> {}

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

export type { InventoryArgs };

/**
 * Remembers what a component manages and touches no object. When more than a third of the names, and more than five, would
 * vanish at once, preview already fails (LB2017): an empty folder of manifests looks exactly like that.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * new mizar.Inventory("inventory", { names: ["vpcs/vpc-1a2b3c4d"] });
 * ```
 */
export class Inventory extends LbResource {
  declare readonly names: pulumi.Output<string[]>;

  constructor(name: string, args: InventoryArgs, opts?: LbResourceOptions) {
    super("mizar:Inventory", name, args, [], opts);
  }
}
