// Options of a watch.

import type { followClusters } from "./follow/follow-clusters";
import type { Leadership } from "./lease";
import type { ServerHealthWork } from "./report/server-health";
import type { ApplyMode } from "./terms/apply-mode";
import type { Clock } from "./terms/clock";
import type { EventSink } from "./terms/reported-event";

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
  /** Reads the health of servers, and how often; absent: health is not read. */
  health?: Pick<ServerHealthWork, "read" | "intervalMs">;
  emit: EventSink;
  clock?: Clock;
  /** Way to follow the clusters; a test has streams of its own. */
  follow?: typeof followClusters;
}
