/** Repeated readings with an end and an interval with jitter. */

/** So many readings are made at most: at the shortest interval this is a week. */
const MOST_ROUNDS = 300_000;

/** Part of an interval that is chance, so that many watchers do not come in step. */
const JITTER = 0.2;

/** Rounds of a reading that is repeated. */
export interface Rounds {
  /** Between two readings, s. */
  interval: number;
  /** Ends after so long, s; absent: never. */
  limit?: number;
  /** Ends it early. */
  signal?: AbortSignal;
}

/** An interval with jitter: up to a fifth longer or shorter. */
export const withJitter = (interval: number, chance = Math.random()): number => interval * (1 - JITTER + 2 * JITTER * chance);

/**
 * Repeats a reading until it is content, the time is over or somebody ends it.
 *
 * @param read true ends it
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
