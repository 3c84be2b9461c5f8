// Waits and polls.

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

/** Asks until there is an answer, or the bound is reached: then undefined, and the caller says what it waited for. */
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

/** Number of looks for an object that a create without an answer may have made: it may take a moment to show. */
const LOOKS = 4;

/** Looks a few times for what may be there already; undefined when it never shows. */
export async function findRepeatedly<T>(look: () => Promise<T | undefined>, intervalMs: number): Promise<T | undefined> {
  for (let attempt = 0; attempt < LOOKS; attempt++) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(intervalMs);
  }
  return undefined;
}
