import type * as pulumi from "@pulumi/pulumi";

/** Inputs of an inventory. */
export interface InventoryArgs {
  /** `<api type>/<name>` of everything that is managed, sorted. */
  names: pulumi.Input<string[]>;
  /**
   * Let a large part vanish at once; meant for one run.
   * @default false
   */
  allowMassDelete?: pulumi.Input<boolean>;
}
