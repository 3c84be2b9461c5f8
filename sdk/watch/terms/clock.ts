// Time and polling, replaceable in tests.

/** Time; a test has its own. */
export interface Clock {
  /** Milliseconds since some beginning. */
  now(): number;
  /** Calls once after so long; the function that comes back forgets it. */
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

/** Does the work again and again, so long after its end, as it is then; the function that comes back ends that. */
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

/** Looks again and again, so long after each other; resolves when it is so, or after so many looks with false. */
export async function until(clock: Clock, ms: number, isSo: () => boolean, most = Number.POSITIVE_INFINITY): Promise<boolean> {
  for (let looks = 0; !isSo() && looks < most; looks++) await new Promise<void>((done) => clock.after(ms, done));
  return isSo();
}

/** Runs one after the other. */
export function turns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
