import type * as pulumi from "@pulumi/pulumi";
import { AviResource, type Inputs } from "./base";

export type InventoryArgs = Inputs<"Inventory">;

/**
 * The names that one cluster component manages. Its check stops `pulumi preview` when more than a third of them, and more
 * than five, would vanish at once, unless `allowMassDelete` is set. It makes no calls.
 */
export class Inventory extends AviResource {
  constructor(name: string, args: InventoryArgs, opts?: pulumi.CustomResourceOptions) {
    super("Inventory", name, { ...args }, opts);
  }
}
