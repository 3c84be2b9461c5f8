// The result of a component's translation, as watch needs it.

import type { Facts, PlannedPool, PlannedResource } from "../../plan";
import type { Status } from "../../routing";
import type { SpecSet } from "../../specs";

/**
 * Resources of a component, those of its pools whose servers move, the outcome of its objects, and its facts. Outcome and facts are worked out
 * when they are read: servers that move need none.
 */
export interface TranslatedComponent {
  resources: readonly PlannedResource[];
  statuses: readonly Status[];
  facts: Facts;
  moving: readonly PlannedPool[];
}

export type TranslateComponent = (specs: SpecSet) => TranslatedComponent;
