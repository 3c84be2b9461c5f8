// Signals that end a verb, and a time limit for its end.
import type { EventEmitter } from "node:events";
import { constants } from "node:os";

/**
 * Resolves with the first signal; the second ends at once, as everywhere. The listeners stay: what runs a child listens too, and ends this
 * process by itself where it finds no other listener.
 */
export function stopped(ended: AbortController, emitter: EventEmitter = process): Promise<void> {
  return new Promise((done) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      emitter.on(signal, () => {
        if (ended.signal.aborted) process.exit(128 + constants.signals[signal]);
        ended.abort();
        done();
      });
  });
}

/** True if the work ends in that time, ms. */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((done) => {
    timer = setTimeout(() => done(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
