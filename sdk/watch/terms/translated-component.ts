import type { ObjectRef } from "../../../kinds/diagnostic";
import type { PlannedResource } from "../../plan";
import type { Status } from "../../routing";
import type { SpecSet } from "../../specs";

/**
 * Resources of a component, the outcome of its objects, and the objects whose resources depend on each other. The outcome is worked out when it
 * is read: servers that move need none.
 */
export interface TranslatedComponent {
  resources: readonly PlannedResource[];
  statuses: readonly Status[];
  together: readonly (readonly ObjectRef[])[];
}

export type TranslateComponent = (specs: SpecSet) => TranslatedComponent;
