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

/** Does the work again and again, so long after its end; the function that comes back ends that. */
export function every(clock: Clock, ms: number, work: () => Promise<unknown> | unknown): () => void {
  let ended = false;
  let stop: () => void = () => undefined;
  const turn = () => {
    stop = clock.after(ms, async () => {
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
