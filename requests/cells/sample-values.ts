// The result type of searches for example values.

import type { Value } from "../answer/match";

/** Values of one dimension: at least one for each set of conditions that can hold together. */
export interface Samples {
  values: Value[];
  /** False if a set may be missing. */
  complete: boolean;
}
