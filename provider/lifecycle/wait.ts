// Sleeps, polls until there is a result, and repeats a search for a created object.

/** Resolves after `ms`. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Bounds of a wait: in time and in count. */
export interface WaitOptions {
  /** Upper bound in milliseconds. */
  timeoutMs: number;
  /** First pause; it grows by half each time up to eight times itself. */
  intervalMs: number;
  /** Upper bound of tries. Default: time alone ends the wait. */
  tries?: number;
  /** Told before each pause, with the milliseconds waited so far. */
  onWait?(elapsedMs: number): void;
}

/** Polls until `ask` has a result; undefined after the timeout. */
export async function waitFor<T>(ask: () => Promise<T | undefined>, options: WaitOptions): Promise<T | undefined> {
  const started = performance.now();
  let pause = options.intervalMs;
  for (let attempt = 0; attempt < (options.tries ?? Number.POSITIVE_INFINITY); attempt++) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    const elapsed = performance.now() - started;
    if (elapsed + pause > options.timeoutMs) return undefined;
    options.onWait?.(elapsed);
    await sleep(pause);
    pause = Math.min(pause * 1.5, options.intervalMs * 8);
  }
  return undefined;
}

/** Number of searches for an object whose create got no answer: it may take a moment to appear. */
const LOOKS = 4;

/** Searches a few times, `intervalMs` apart; undefined if nothing appears. */
export async function findRepeatedly<T>(look: () => Promise<T | undefined>, intervalMs: number): Promise<T | undefined> {
  for (let attempt = 0; attempt < LOOKS; attempt++) {
    const result = await look();
    if (result !== undefined) return result;
    await sleep(intervalMs);
  }
  return undefined;
}
