// Repeats a reading at intervals with jitter, until it succeeds or time is over.

/** Limit of readings: a week at the shortest interval. */
const MOST_ROUNDS = 300_000;

/** Random part of an interval, so that many watchers do not read at the same time. */
const JITTER = 0.2;

/** Options of a repeated reading. */
export interface Rounds {
  /** Seconds between two readings. */
  interval: number;
  /** Ends after this number of seconds; absent: never. */
  limit?: number;
  /** Aborts early. */
  signal?: AbortSignal;
}

/** An interval with jitter: up to a fifth longer or shorter. */
export const withJitter = (interval: number, chance = Math.random()): number => interval * (1 - JITTER + 2 * JITTER * chance);

/**
 * Repeats a reading until it returns true, the limit is reached, or the signal aborts.
 *
 * @param read returns true to end
 */
export async function inRounds(read: () => Promise<boolean>, { interval, limit, signal }: Rounds): Promise<void> {
  const until = limit === undefined ? Number.POSITIVE_INFINITY : performance.now() + limit * 1000;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (await read()) return;
    const pause = withJitter(interval * 1000);
    if (signal?.aborted || performance.now() + pause > until) return;
    await paused(pause, signal);
    if (signal?.aborted) return;
  }
}

function paused(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(ended, ms);
    function ended(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", ended);
      done();
    }
    signal?.addEventListener("abort", ended);
  });
}
