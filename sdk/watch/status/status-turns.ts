// Schedules the status writes, and requeues a failed write with backoff.

import type { Clock } from "../terms/clock";

/** Time after an event until statuses are compared, ms. The evaluation of structure ends a little earlier, unless a preview is under way. */
const DELAY_MS = 600;
/** First pause after failed writes, ms; each further one is twice as long. */
const FIRST_PAUSE_MS = 1_000;
const MOST_RETRIES = 5;

/** Work of which one run follows the other. */
interface TurnsWork {
  /** False where a run would do nothing. */
  isNeeded(): boolean;
  /** @returns whether everything was written */
  run(): Promise<boolean>;
  failed(error: unknown): void;
}

/** Runs of the writer of statuses: a moment after events, at once when asked for, and again after failures. */
export class StatusTurns {
  closed = false;
  private running: Promise<void> | undefined;
  private again = false;
  private retries = 0;
  private cancelDelay: (() => void) | undefined;
  private cancelRetry: (() => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly work: TurnsWork,
  ) {}

  /** Runs a moment later. */
  soon(): void {
    if (this.closed || this.cancelDelay || !this.work.isNeeded()) return;
    this.cancelDelay = this.clock.after(DELAY_MS, () => {
      this.cancelDelay = undefined;
      this.check();
    });
  }

  /** Runs now, or once more after the run that is under way. */
  check(): void {
    if (this.closed || !this.work.isNeeded()) return;
    this.cancelRetry?.();
    this.cancelRetry = undefined;
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = this.turns().finally(() => {
      this.running = undefined;
    });
  }

  /** Milliseconds from a failure to the next try; undefined after the last one, which an event or a resync follows. */
  pause(): number | undefined {
    return this.retries < MOST_RETRIES ? FIRST_PAUSE_MS * 2 ** this.retries : undefined;
  }

  /** Resolves when nothing is under way and nothing waits but what has failed. */
  async idle(): Promise<void> {
    while (!this.closed && (this.running || this.cancelDelay))
      await (this.running ?? new Promise<void>((done) => this.clock.after(DELAY_MS, done)));
    await this.running;
  }

  /** Begins nothing more, and waits for what runs. */
  async close(): Promise<void> {
    this.closed = true;
    this.cancelDelay?.();
    this.cancelRetry?.();
    await this.running;
  }

  private async turns(): Promise<void> {
    do {
      this.again = false;
      // whatever happened until now is in this run
      this.cancelDelay?.();
      this.cancelDelay = undefined;
      try {
        const isWhole = await this.work.run();
        if (isWhole) this.retries = 0;
        else this.retryLater();
      } catch (error) {
        this.work.failed(error);
      }
    } while (this.again && !this.closed);
  }

  private retryLater(): void {
    const pause = this.pause();
    this.retries = pause === undefined ? 0 : this.retries + 1;
    if (pause === undefined || this.closed) return;
    this.cancelRetry?.();
    this.cancelRetry = this.clock.after(pause, () => this.check());
  }
}
