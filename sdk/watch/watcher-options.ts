import type { followClusters } from "./follow/follow-clusters";
import type { Leadership } from "./lease";
import type { ApplyMode } from "./terms/apply-mode";
import type { Clock } from "./terms/clock";
import type { Observer } from "./terms/reported-event";

/** Settings of a watch; times in milliseconds. */
export interface WatcherOptions {
  apply: ApplyMode;
  debounceMs: number;
  resyncMs: number;
  settleMs: number;
  emptyAfterMs: number;
  /** A file for plans, in a folder of its own. */
  planFile: string;
  /** Interval of reading the history of the stack. */
  historyMs?: number;
  leadership?: Leadership;
  tell: Observer;
  clock?: Clock;
  /** Way to follow the clusters; a test has streams of its own. */
  follow?: typeof followClusters;
}
