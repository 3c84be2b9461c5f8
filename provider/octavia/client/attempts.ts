import { pauseMs, retryAfterMs } from "../../http/backoff";
import { type Answer, NoAnswer } from "../../http/transport";
import { sleep } from "../../lifecycle/wait";
import { reasonOf, serverText } from "./answers";
import { OpenStackError } from "./errors";

/** How often one request is sent at most. */
const MAX_TRIES = 6;
/** A 500 is a fault of the server more often than a moment of weakness. */
const MAX_TRIES_500 = 3;

/** A request that may be sent several times. */
export interface Attempts {
  /** Sending it twice is the same as once: everything but a create. */
  repeatable: boolean;
  /** A success without JSON is a fault: reads and creates. */
  wantsBody: boolean;
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
type Verdict = { answer: Answer } | { again: OpenStackError; tries: number; pauseMs?: number } | { fail: OpenStackError };

/**
 * Sends until there is an answer worth having, and throws what stands in its way. A create is repeated only when it surely was
 * not carried out; else its error has reason `unavailable`, and only a look at the object tells.
 */
export async function attempt(once: () => Promise<Answer>, options: Attempts): Promise<Answer> {
  const until = Date.now() + options.patienceMs;
  for (let tried = 1; ; tried++) {
    const verdict = await judge(once, options);
    if ("answer" in verdict) return verdict.answer;
    if ("fail" in verdict) throw verdict.fail;
    if (tried >= verdict.tries || Date.now() > until) throw verdict.again;
    await sleep(Math.max(pauseMs(options.retryDelayMs, tried - 1), verdict.pauseMs ?? 0));
  }
}

async function judge(once: () => Promise<Answer>, options: Attempts): Promise<Verdict> {
  const { repeatable, object, clean } = options;
  let answer: Answer;
  try {
    answer = await once();
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const failed = new OpenStackError("unavailable", 0, clean(error.message), object);
    return error.hopeless || !(repeatable || error.neverSent) ? { fail: failed } : { again: failed, tries: MAX_TRIES };
  }
  const { status } = answer;
  if (status >= 200 && status < 300) {
    if (!options.wantsBody || answer.body !== undefined) return { answer };
    const garbled = new OpenStackError(repeatable ? "unknown" : "unavailable", status, `the answer (${status}) is not JSON`, object);
    return repeatable ? { again: garbled, tries: MAX_TRIES_500 } : { fail: garbled };
  }
  const refused = new OpenStackError(reasonOf(answer), status, clean(serverText(answer)), object);
  if (refused.reason === "busy") return { again: refused, tries: MAX_TRIES, pauseMs: retryAfterMs(answer) };
  if (refused.reason === "unavailable" && repeatable) return { again: refused, tries: status === 500 ? MAX_TRIES_500 : MAX_TRIES };
  return { fail: refused };
}
