import type { Value } from "../answer/match";

/** Values of one dimension of requests, one at least for each set of conditions that can hold together. */
export interface Samples {
  values: Value[];
  /** False where a set may be missing. */
  complete: boolean;
}
