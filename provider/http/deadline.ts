// A deadline for a group of requests: timeouts shorten, and retries stop when it passes.

import { AsyncLocalStorage } from "node:async_hooks";
import { withTimeLimit } from "./time-limit";

/** Requests that a preview waits for: all of them end by a time, and lasting failures are not retried for long. */
interface Deadline {
  /** On the monotonic clock. */
  until: number;
  /** No answer came, and waiting does not help: an unknown host, a refused connection, a certificate that is not trusted. */
  lasting: boolean;
}

const deadlines = new AsyncLocalStorage<Deadline>();

/** The part of the remaining time that one request gets, so that a retry is possible. */
const SHARE = 0.6;

/** The part of the time in which requests are sent: the rest is for reading and reporting the answers. */
const SENDING = 0.75;

/** Result of work with a deadline. */
export type DeadlineResult<T> = { value: T } | { error: unknown; lasting: boolean };

/** Runs work that sends requests; it fails when the time is over. */
export async function withDeadline<T>(limitMs: number, work: () => Promise<T>): Promise<DeadlineResult<T>> {
  const hurry: Deadline = { until: performance.now() + limitMs * SENDING, lasting: false };
  try {
    return { value: await withTimeLimit(deadlines.run(hurry, work), limitMs, "no answer") };
  } catch (error) {
    return { error, lasting: hurry.lasting };
  }
}

/** The timeout of a request: shorter before a deadline. */
export function timeoutBefore(timeoutMs: number): number {
  const hurry = deadlines.getStore();
  return hurry ? Math.max(1, Math.round(Math.min(timeoutMs, (hurry.until - performance.now()) * SHARE))) : timeoutMs;
}

/** True when no retry after this pause can end in time, or the cause lasts. */
export function isTooLate(tried: number, pauseMs: number): boolean {
  const hurry = deadlines.getStore();
  return hurry !== undefined && ((tried > 1 && hurry.lasting) || performance.now() + pauseMs > hurry.until);
}

/** Notes why a request was not answered; a later answer takes it back. */
export function noteLastingCause(lasting: boolean): void {
  const hurry = deadlines.getStore();
  if (hurry) hurry.lasting = lasting;
}
