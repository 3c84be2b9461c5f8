import { sleep } from "../lifecycle/wait";
import { pauseMs } from "./backoff";
import { type Answer, NoAnswer, type Trouble } from "./transport";

/** How often one request is sent at most. */
export const MAX_TRIES = 6;
/** A 500 is a fault of the server more often than a moment of weakness. */
export const MAX_TRIES_500 = 3;

/** A request that may be sent several times. */
export interface Attempts {
  /** Sending it twice is the same as once: everything but a create. */
  repeatable: boolean;
  /** First pause. */
  retryDelayMs: number;
  /** Nothing is begun again after so long: six times an answer that never comes would be a quarter of an hour. */
  patienceMs: number;
  /** What the request is about, for errors. */
  object: string;
  /** Text fit to be shown. */
  clean(text: string): string;
}

/** What one try came to. */
export type Verdict = { answer: Answer } | { again: Error; tries: number; pauseMs?: number } | { fail: Error };

/** What a service makes of one try. */
export interface Judge {
  /** Of a try without an answer; the error must say that nobody knows what was done. */
  unanswered(text: string, trouble: Trouble): Error;
  answered(answer: Answer): Verdict;
}

/**
 * Sends until there is an answer worth having, and throws what stands in its way. A create is repeated only when it surely was not
 * carried out; else only a look at the object tells.
 */
export async function attempt(once: () => Promise<Answer>, options: Attempts, judge: Judge): Promise<Answer> {
  const until = Date.now() + options.patienceMs;
  for (let tried = 1; ; tried++) {
    const verdict = await tryOnce(once, options, judge);
    if ("answer" in verdict) return verdict.answer;
    if ("fail" in verdict) throw verdict.fail;
    if (tried >= verdict.tries || Date.now() > until) throw verdict.again;
    await sleep(Math.max(pauseMs(options.retryDelayMs, tried - 1), verdict.pauseMs ?? 0));
  }
}

async function tryOnce(once: () => Promise<Answer>, { repeatable, clean }: Attempts, judge: Judge): Promise<Verdict> {
  let answer: Answer;
  try {
    answer = await once();
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const failed = judge.unanswered(clean(error.message), error.trouble);
    return error.hopeless || !(repeatable || error.neverSent) ? { fail: failed } : { again: failed, tries: MAX_TRIES };
  }
  return judge.answered(answer);
}
