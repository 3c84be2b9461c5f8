import { pauseMs, retryAfterMs } from "../http/backoff";
import { type Answer, NoAnswer } from "../http/transport";
import { sleep } from "../lifecycle/wait";
import { KubernetesError } from "./errors";
import { causesOf, reasonOf, serverText } from "./status";

/** How often one request is sent at most. */
const MAX_TRIES = 6;
/** A 500 is a fault of the server more often than a moment of weakness. */
const MAX_TRIES_500 = 3;

/** A request that may be sent several times. */
export interface Attempts {
  /** Sending it twice is the same as once: everything but a create. */
  repeatable: boolean;
  /** First pause. */
  retryDelayMs: number;
  /** Nothing is begun again after so long. */
  patienceMs: number;
  /** What the request is about, for errors. */
  object: string;
  /** Text fit to be shown. */
  clean(text: string): string;
}

type Verdict = { answer: Answer } | { again: KubernetesError; tries: number; pauseMs?: number } | { fail: KubernetesError };

/**
 * Sends until there is an answer worth having, and throws what stands in its way. A create is repeated only when it surely was not
 * carried out; else its error has reason `unavailable`, and only a look at the object tells.
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

async function judge(once: () => Promise<Answer>, { repeatable, object, clean }: Attempts): Promise<Verdict> {
  let answer: Answer;
  try {
    answer = await once();
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const failed = new KubernetesError({ reason: "unavailable", status: 0, text: clean(error.message), object });
    return error.hopeless || !(repeatable || error.neverSent) ? { fail: failed } : { again: failed, tries: MAX_TRIES };
  }
  const { status } = answer;
  if (status >= 200 && status < 300) {
    if (answer.body !== undefined) return { answer };
    const text = `the answer (${status}) is not JSON`;
    return { fail: new KubernetesError({ reason: repeatable ? "unknown" : "unavailable", status, text, object }) };
  }
  const reason = reasonOf(answer);
  const refused = new KubernetesError({ reason, status, text: clean(serverText(answer)), object, causes: causesOf(answer) });
  // 429 says that nothing was done; a 503 may come from something in between that lost the answer.
  if (reason === "busy" && (repeatable || status === 429)) return { again: refused, tries: MAX_TRIES, pauseMs: retryAfterMs(answer) };
  if (reason === "unavailable" && repeatable) return { again: refused, tries: MAX_TRIES_500 };
  return { fail: refused };
}
