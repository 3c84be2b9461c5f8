import type * as pulumi from "@pulumi/pulumi";
import type { InventoryArgs } from "../../resource";
import { LbResource, type LbResourceOptions } from "../../resource";

export type { InventoryArgs };

/**
 * Remembers what a component manages and touches no load balancer. When more than a third of the names, and more than
 * five, would vanish at once, preview already fails (LB2017): an empty folder of manifests looks exactly like that.
 *
 * @example
 * ```ts
 * import * as octavia from "pulumi-k8s-lb/octavia";
 *
 * new octavia.Inventory("inventory", { names: ["loadbalancers/default/web"] });
 * ```
 */
export class Inventory extends LbResource {
  declare readonly names: pulumi.Output<string[]>;

  constructor(name: string, args: InventoryArgs, opts?: LbResourceOptions) {
    super("octavia:Inventory", name, args, [], opts);
  }
}
