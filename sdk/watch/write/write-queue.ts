// Queues the writes of servers per resource, with a debounce, and requeues a failed write with backoff.

import { backoffMs } from "../../../resources/backoff";
import { CLOCK, type Clock } from "../terms/clock";

/** Outcome of a write. */
export interface WriteOutcome {
  /** Number of servers that the resource has now. */
  servers: number;
}

/** Functions that the queue calls. */
export interface WriteQueueWork {
  /** True if writing is allowed at this moment: this process leads, and writing is wanted. */
  open(): boolean;
  /**
   * Writes the servers that a resource must have at this moment. Undefined: there is nothing to do; a number: ask again after so many
   * milliseconds.
   */
  write(id: string): Promise<WriteOutcome | number | undefined>;
  written(id: string, outcome: WriteOutcome, seconds: number): void;
  failed(id: string, error: unknown, againMs: number): void;
}

export interface WriteQueueOptions {
  /** The least gap between the beginnings of two writes of one resource. */
  debounceMs: number;
  clock?: Clock;
}

/** More writes at once would only wait for a connection. */
const MOST_AT_ONCE = 16;
const BACKOFF = { firstMs: 1000, longestMs: 60_000 };

/** One resource whose servers must be written. */
interface QueuedWrite {
  /** Time of the first event that is not written yet. */
  since: number;
  /** Not before. */
  due: number;
  failures: number;
}

/**
 * Writes servers, one write at a time per resource: the first at once, then at most one per gap, whatever happens in between. A write
 * takes the servers that are due at its own moment, so that events in between cost nothing and none is lost. One that fails is requeued
 * with exponential backoff, for as long as it is wanted.
 */
export class WriteQueue {
  private readonly queued = new Map<string, QueuedWrite>();
  private readonly begun = new Map<string, number>();
  private readonly running = new Map<string, Promise<void>>();
  private wake: (() => void) | undefined;
  private readonly clock: Clock;
  private closed = false;

  constructor(
    private readonly work: WriteQueueWork,
    private readonly options: WriteQueueOptions,
  ) {
    this.clock = options.clock ?? CLOCK;
  }

  /** Enqueues a write. @param since when the event came */
  enqueue(id: string, since = this.clock.now()): void {
    const waiting = this.queued.get(id);
    if (waiting) {
      waiting.since = Math.min(waiting.since, since);
      // what only waited looks again at once; what failed has its pause
      if (waiting.failures === 0) waiting.due = 0;
    } else this.queued.set(id, { since, due: 0, failures: 0 });
    this.turn();
  }

  /** Looks again at what waits: writing is allowed again, or the time has come. */
  turn(): void {
    this.wake?.();
    this.wake = undefined;
    if (this.closed || !this.work.open()) return;
    const now = this.clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const [id, write] of this.queued) {
      // whichever ends first looks again
      if (this.running.size >= MOST_AT_ONCE) return;
      if (this.running.has(id)) continue;
      const due = Math.max(write.due, (this.begun.get(id) ?? Number.NEGATIVE_INFINITY) + this.options.debounceMs);
      if (due > now) next = Math.min(next, due);
      else this.begin(id, write);
    }
    if (Number.isFinite(next)) this.wake = this.clock.after(next - now, () => this.turn());
  }

  /** Resources that wait or are being written, and for how long the oldest has. */
  queue(): { waiting: number; oldestSeconds: number } {
    const since = [...this.queued.values()].map((write) => write.since);
    const oldestSeconds = since.length > 0 ? (this.clock.now() - Math.min(...since)) / 1000 : 0;
    return { waiting: since.length, oldestSeconds };
  }

  /** Resolves when nothing waits but what has failed, and nothing runs; with `close`, when nothing runs. */
  async idle(): Promise<void> {
    const waits = () => !this.closed && [...this.queued.values()].some(({ failures }) => failures === 0);
    while (this.running.size > 0 || waits())
      await (this.running.size > 0 ? Promise.race(this.running.values()) : new Promise<void>((done) => this.clock.after(20, done)));
  }

  /** Another process leads, and does what waits here. */
  forget(forgotten: (id: string) => void): void {
    for (const id of this.queued.keys()) forgotten(id);
    this.queued.clear();
  }

  /** Begins no further writes. */
  close(): void {
    this.closed = true;
    this.wake?.();
  }

  private begin(id: string, write: QueuedWrite): void {
    this.queued.delete(id);
    this.begun.set(id, this.clock.now());
    const run = this.once(id, write).finally(() => {
      this.running.delete(id);
      this.turn();
    });
    this.running.set(id, run);
  }

  private async once(id: string, { since, failures }: QueuedWrite): Promise<void> {
    const again = (ms: number, failed: number) => {
      const due = this.clock.now() + ms;
      const newer = this.queued.get(id);
      this.queued.set(id, { since, due: newer && failed === 0 ? Math.min(newer.due, due) : due, failures: failed });
    };
    try {
      const outcome = await this.work.write(id);
      if (typeof outcome === "number") again(outcome, 0);
      else if (outcome) this.work.written(id, outcome, (this.clock.now() - since) / 1000);
    } catch (error) {
      if (!this.work.open()) return;
      const pause = backoffMs(failures, BACKOFF, this.clock.random());
      again(pause, failures + 1);
      this.work.failed(id, error, pause);
    }
  }
}
