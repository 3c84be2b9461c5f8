import type { Clock } from "./clock";
import type { followClusters } from "./clusters";
import type { Leadership } from "./lease";
import type { Observer } from "./observer";
import type { Apply } from "./slow-lane";

/** How a watch behaves; times in milliseconds. */
export interface WatchOptions {
  apply: Apply;
  debounceMs: number;
  resyncMs: number;
  settleMs: number;
  emptyAfterMs: number;
  /** A file for plans, in a folder of its own. */
  planFile: string;
  /** How often the history of the stack is looked at. */
  historyMs?: number;
  leadership?: Leadership;
  tell: Observer;
  clock?: Clock;
  /** How the clusters are followed; a test has streams of its own. */
  follow?: typeof followClusters;
}
