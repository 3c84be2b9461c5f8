// The states of the change queue and their transitions; requeues a failed run with backoff.

import { backoffMs } from "../../../resources/backoff";
import type { Clock } from "../terms/clock";

/**
 * States of the change queue:
 *
 * - `idle`: the stack is as reviewed. A change of structure -> `quiet`; a resync or recording of servers -> `running`.
 * - `quiet`: structure has changed a moment ago, and the next change is expected. 500 ms without one -> `running`.
 * - `running`: structure is evaluated, or the program runs through Pulumi. Success -> `idle` or `awaiting-review`, failure -> `backing-off`.
 * - `awaiting-review`: changes are pending. Somebody's `pulumi up`, or another change of structure -> `running`.
 * - `backing-off`: a run has failed, and is tried again after a pause that grows -> `running`. Another change -> `quiet`.
 * - `closed`: nothing begins; an interrupted run is not a failure.
 */
export type ChangeQueueState = "idle" | "quiet" | "running" | "awaiting-review" | "backing-off" | "closed";

/** Quiet period, ms: changes often come in groups. */
const QUIET_MS = 500;
/** First pause after a failed run, ms, and the least time between a failure and the next recording of servers. */
const BACKOFF = { firstMs: 30_000, longestMs: 600_000 };

/** Transitions between the states. Runs have their turn one after the other, whatever caused them. */
export class ChangeQueueStates {
  private runs = 0;
  private last: Promise<unknown> = Promise.resolve();
  private cancelQuiet: (() => void) | undefined;
  private cancelRetry: (() => void) | undefined;
  private failures = 0;
  private heldUntil = Number.NEGATIVE_INFINITY;
  private closed = false;

  constructor(
    private readonly clock: Clock,
    private readonly isPending: () => boolean,
  ) {}

  get current(): ChangeQueueState {
    if (this.closed) return "closed";
    if (this.runs > 0) return "running";
    if (this.cancelQuiet) return "quiet";
    if (this.cancelRetry) return "backing-off";
    return this.isPending() ? "awaiting-review" : "idle";
  }

  /** True while servers are not recorded in the state, because a run has just failed. */
  get isHeldBack(): boolean {
    return this.clock.now() < this.heldUntil;
  }

  /** Begins the quiet period again, and calls at its end. */
  quiet(review: () => void): void {
    this.cancelQuiet?.();
    this.cancelQuiet = this.clock.after(QUIET_MS, () => {
      this.cancelQuiet = undefined;
      review();
    });
  }

  /** Runs the work when it has its turn, unless the queue is closed by then; `done` gets the error of a run that failed by itself, or none. */
  run(work: () => Promise<void>, done: (error?: unknown) => void): Promise<void> {
    this.runs++;
    const mine = this.last
      .then(() => (this.closed ? undefined : work()))
      .then(
        () => (this.closed ? undefined : done()),
        (error: unknown) => {
          if (this.closed) return;
          this.holdBack();
          done(error);
        },
      )
      .finally(() => this.runs--);
    this.last = mine;
    return mine;
  }

  holdBack(): void {
    this.heldUntil = this.clock.now() + BACKOFF.firstMs;
  }

  /** Calls after a pause that doubles with each failure in a row. */
  backOff(retry: () => void): void {
    this.cancelRetry?.();
    const pause = backoffMs(this.failures++, BACKOFF, this.clock.random());
    this.cancelRetry = this.clock.after(pause, () => {
      this.cancelRetry = undefined;
      retry();
    });
  }

  /** A review has succeeded: the next failure has the first pause. */
  succeeded(): void {
    this.failures = 0;
    this.cancelRetry?.();
    this.cancelRetry = undefined;
  }

  /** Resolves in a state that only an event from outside ends. */
  async idle(): Promise<void> {
    do await this.last;
    while (this.cancelQuiet && (await new Promise<boolean>((done) => this.clock.after(QUIET_MS, () => done(true)))));
  }

  /** Cancels what waits; the signal of the program interrupts what runs. */
  async close(): Promise<void> {
    this.closed = true;
    this.cancelQuiet?.();
    this.cancelRetry?.();
    await this.last;
  }
}
