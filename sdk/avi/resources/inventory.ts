import type * as pulumi from "@pulumi/pulumi";
import type { InventoryArgs } from "../../resource";
import { AviResource, type AviResourceOptions } from "./resource";

export type { InventoryArgs };

/**
 * Remembers what a component manages and touches no load balancer. When more than a third of the names, and more than
 * five, would vanish at once, preview already fails (LB2017): an empty folder of manifests looks exactly like that.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * new avi.Inventory("inventory", { names: ["pool/c1--web", "virtualservice/c1--Shared-L7-0"] });
 * ```
 */
export class Inventory extends AviResource {
  declare readonly names: pulumi.Output<string[]>;

  constructor(name: string, args: InventoryArgs, opts?: AviResourceOptions) {
    super("Inventory", name, args, [], opts);
  }
}
