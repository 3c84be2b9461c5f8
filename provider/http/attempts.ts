// Retries failed requests with an exponential backoff, and waits as long as a rate limit (429, Retry-After) asks.

import { backoffMs } from "../../resources/backoff";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import { sleep } from "../lifecycle/wait";
import { isTooLate } from "./deadline";
import { type Answer, NoAnswer, type TransportFault } from "./transport";

/** Most times that one request is sent. */
export const MAX_TRIES = 6;
/** A 500 is a fault of the server more often than a moment of weakness. */
export const MAX_TRIES_500 = 3;
/** Pauses double from the configured one to this many times it. */
const MAX_PAUSE = 16;
/** However long a server asks us to wait. */
const MAX_RETRY_AFTER_MS = 30_000;

/** A request that may be sent several times. */
export interface Attempts {
  /** Sending it twice is the same as once. */
  repeatable: boolean;
  /** First pause. */
  retryDelayMs: number;
  /** Nothing is begun again after so long: six times an answer that never comes would be a quarter of an hour. */
  patienceMs: number;
  /** Text fit to be shown. */
  clean(text: string): string;
}

/** Result of one try. `again` is the error to throw if no further try is made; without `tries` the usual number applies. */
export type AttemptResult = { answer: Answer } | { again: Error; tries?: number; pauseMs?: number } | { fail: Error };

/** Turns one try into an error or a verdict, as a service defines it. */
export interface AttemptRules {
  /** The error of a try without an answer. `unsure`: it may have been carried out, and is not sent again. */
  unanswered(text: string, trouble: TransportFault, unsure: boolean): Error;
  answered(answer: Answer): AttemptResult;
}

/** A step before the request (a login) cannot be done now. The request itself was not sent, and may be sent a moment later. */
export class NotYet extends Error {
  constructor(readonly reason: Error) {
    super(reason.message);
  }
}

/**
 * Sends until there is an answer worth having, and throws what prevents one. A write that cannot be repeated is sent again only when
 * it surely was not carried out; else the object must be read.
 */
export async function attempt(once: () => Promise<Answer>, options: Attempts, judge: AttemptRules): Promise<Answer> {
  const until = performance.now() + options.patienceMs;
  for (let tried = 1; ; tried++) {
    const verdict = await tryOnce(once, options, judge);
    if ("answer" in verdict) return verdict.answer;
    if ("fail" in verdict) throw verdict.fail;
    if (tried >= (verdict.tries ?? MAX_TRIES) || performance.now() > until) throw verdict.again;
    const pause = Math.max(pauseMs(options.retryDelayMs, tried - 1), verdict.pauseMs ?? 0);
    if (isTooLate(tried, pause)) throw verdict.again;
    await sleep(pause);
  }
}

async function tryOnce(once: () => Promise<Answer>, { repeatable, clean }: Attempts, judge: AttemptRules): Promise<AttemptResult> {
  let answer: Answer;
  try {
    answer = await once();
  } catch (error) {
    if (error instanceof NotYet) return { again: error.reason };
    if (!(error instanceof NoAnswer)) throw error;
    const again = !error.hopeless && (repeatable || error.neverSent);
    const failed = judge.unanswered(clean(error.message), error.trouble, !error.hopeless && !again);
    return again ? { again: failed } : { fail: failed };
  }
  return judge.answered(answer);
}

/** The pause before try `attempt + 1`: backoff with jitter. */
function pauseMs(baseMs: number, attempt: number): number {
  return backoffMs(attempt, { firstMs: baseMs, longestMs: baseMs * MAX_PAUSE }, Math.random());
}

/** Pause that the server asks for in `Retry-After`; 0 if it asks for none. */
export function retryAfterMs({ headers }: Answer): number {
  const seconds = Number(headers["retry-after"]);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0) * 1000, MAX_RETRY_AFTER_MS) : 0;
}

/** A token bucket: a second's worth of requests at once, then an even pace. */
export class Pace {
  /** On the monotonic clock: one that is set back would hold everything up for as long. */
  private nextFree = Number.NEGATIVE_INFINITY;

  /** `perSecond` 0 means no limit. */
  constructor(private readonly perSecond: number) {}

  /** Resolves when the next request may leave; requests leave in the order they asked. */
  async take(now: number = performance.now()): Promise<void> {
    if (this.perSecond <= 0) return;
    const interval = 1000 / this.perSecond;
    // Unused time is saved up for one second, no longer.
    this.nextFree = Math.max(this.nextFree + interval, now - 1000 + interval);
    const wait = this.nextFree - now;
    if (wait > 0) await sleep(wait);
  }
}

/** Answer of an API to a request that it has carried out. */
export interface Expected {
  statuses: readonly number[];
  /** True for the JSON of such an answer; absent: the answer has no body. */
  holds?(body: JsonObject): boolean;
}

/** True for an answer that fits by status, content type and body. A portal's page, an empty object or a proxy's 404 does not. */
export function isExpected({ status, headers, body, text }: Answer, ...expected: readonly Expected[]): boolean {
  return expected.some(({ statuses, holds }) => {
    if (!statuses.includes(status)) return false;
    if (!holds) return text.trim() === "";
    return isObject(body) && /json/i.test(String(headers["content-type"])) && holds(body);
  });
}

/** Length of the beginning of a page that shows who sent it. */
const PAGE_START = 80;

/**
 * Words for an answer that an API does not give to such a request; to believe it would lose writes and objects.
 *
 * @param call e.g. `PUT https://lb.example.com/v2/lbaas/pools/ID`
 * @param page what the answer says, fit to be shown
 * @param api who does not answer so, e.g. `Octavia`
 */
export function misplacedText(call: string, { status, headers }: Answer, page: string, api: string): string {
  const [type] = String(headers["content-type"] ?? "no content type").split(";");
  const start = page.slice(0, PAGE_START);
  return `${call} was answered ${status} (${type})${start ? ` "${start}"` : ""}, which ${api} does not`;
}
