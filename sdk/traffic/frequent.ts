// Counts the most frequent requests of logs in bounded memory.

import { copiedText } from "./copied-text";
import type { CompleteRequest, LogReader } from "./read";
import type { ReadParts } from "./request";

/** Limit of distinct requests in memory, during counting and after it is cleaned up. */
const MOST = 20_000;
const KEPT = 10_000;

/** Longer URLs are left out. */
const MOST_CHARACTERS = 1024;

/** Only host, path and method are counted. */
export const URL_PARTS_ONLY: ReadParts = { headers: new Set(), queries: new Set(), clients: [] };

/** A distinct request, without its query. */
export interface FrequentRequest {
  method: string;
  url: string;
  /** Upper bound of the count. */
  count: number;
  /** The count may be too high by this number. */
  error: number;
}

/**
 * Counts the most frequent requests of logs in bounded memory. A request that was dropped in favour of more frequent ones starts again with
 * the highest dropped count: no count is too low, and none is too high by more than that.
 */
export class FrequentRequests implements LogReader {
  requests = 0;
  unread = 0;
  file = "";
  private counts = new Map<string, { count: number; error: number }>();
  private forgotten = 0;

  take({ scheme, host, port, method, path }: CompleteRequest): void {
    this.requests++;
    const key = `${method} ${scheme}://${host}${port === undefined ? "" : `:${port}`}${path}`;
    const counter = this.counts.get(key);
    if (counter) counter.count++;
    else if (key.length <= MOST_CHARACTERS && host !== "") {
      if (this.counts.size >= MOST) this.forget();
      this.counts.set(copiedText(key), { count: this.forgotten + 1, error: this.forgotten });
    }
  }

  skip(): void {
    this.unread++;
  }

  /** Most frequent first. */
  most(): FrequentRequest[] {
    return [...this.counts]
      .sort(([key, a], [otherKey, b]) => b.count - a.count || (key < otherKey ? -1 : 1))
      .map(([key, { count, error }]) => ({ method: key.slice(0, key.indexOf(" ")), url: key.slice(key.indexOf(" ") + 1), count, error }));
  }

  private forget(): void {
    const sorted = [...this.counts].sort(([, a], [, b]) => b.count - a.count);
    this.forgotten = sorted[KEPT]?.[1].count ?? this.forgotten;
    this.counts = new Map(sorted.slice(0, KEPT));
  }
}
