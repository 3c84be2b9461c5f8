import type { ObjectRef } from "../../../kinds/diagnostic";
import type { Facts, PlannedResource } from "../../plan";
import type { Status } from "../../routing";
import type { SpecSet } from "../../specs";

/**
 * Resources of a component, the outcome of its objects, its facts, and the objects whose resources depend on each other. Outcome and facts are
 * worked out when they are read: servers that move need none.
 */
export interface TranslatedComponent {
  resources: readonly PlannedResource[];
  statuses: readonly Status[];
  facts: Facts;
  together: readonly (readonly ObjectRef[])[];
}

export type TranslateComponent = (specs: SpecSet) => TranslatedComponent;
