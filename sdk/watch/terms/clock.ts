// Time and polling, replaceable in tests.

/** Source of time and timers; a test passes its own. */
export interface Clock {
  /** Milliseconds since an arbitrary start. */
  now(): number;
  /** Calls `work` once after `ms`; the returned function cancels it. */
  after(ms: number, work: () => void): () => void;
  random(): number;
}

export const CLOCK: Clock = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/** Repeats the work, with a pause of `ms` after each end; the returned function stops it. */
export function every(clock: Clock, ms: number | (() => number), work: () => Promise<unknown> | unknown): () => void {
  let ended = false;
  let stop: () => void = () => undefined;
  const turn = () => {
    stop = clock.after(typeof ms === "number" ? ms : ms(), async () => {
      await work();
      if (!ended) turn();
    });
  };
  turn();
  return () => {
    ended = true;
    stop();
  };
}

/** Polls `condition` every `ms`; resolves to false after `attempts`. */
export async function until(clock: Clock, ms: number, condition: () => boolean, attempts = Number.POSITIVE_INFINITY): Promise<boolean> {
  for (let count = 0; !condition() && count < attempts; count++) await new Promise<void>((done) => clock.after(ms, done));
  return condition();
}

/** Runs asynchronous work one after the other, also after a failure. */
export function turns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
