import type { ObjectRef } from "../../kinds/diagnostic";

/** A resource to be, as its component would register it. */
export interface PlannedResource {
  /** `avi:Pool`. */
  type: string;
  name: string;
  inputs: { readonly [property: string]: unknown };
  owners: readonly ObjectRef[];
}

/** Plan of specs on a target. */
export interface Plan {
  resources: readonly PlannedResource[];
  /** Objects that say something of one host: what one of them gets depends on the others. */
  together: readonly (readonly ObjectRef[])[];
}
