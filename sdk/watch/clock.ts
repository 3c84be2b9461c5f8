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
