// Delays the removal of the last server of a pool.

import type { Clock } from "../terms/clock";

/**
 * Delay until a pool may lose its last server. An Endpoints object that is empty for a moment (a rollout, a controller that restarts) is no
 * reason: it must have been empty for a while, and the watch must have been whole for as long.
 */
export class EmptyPoolDelay {
  private readonly since = new Map<string, number>();
  private wholeSince: number | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly patienceMs: number,
  ) {}

  /** The watch is whole, or interrupted. */
  whole(is: boolean): void {
    if (!is) this.wholeSince = undefined;
    else this.wholeSince ??= this.clock.now();
  }

  /** Milliseconds until this pool may be emptied; 0: now. */
  remaining(pool: string): number {
    const now = this.clock.now();
    const since = this.since.get(pool) ?? now;
    this.since.set(pool, since);
    if (this.wholeSince === undefined) return this.patienceMs;
    return Math.max(0, Math.max(since, this.wholeSince) + this.patienceMs - now);
  }

  /** Another process leads: the time for which a pool is empty starts again. */
  forget(): void {
    this.since.clear();
  }

  /** The pool has servers. */
  filled(pool: string): void {
    this.since.delete(pool);
  }
}
