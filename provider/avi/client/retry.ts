import { LbError } from "../../../contract/errors";
import { pauseMs, retryAfterMs } from "../../http/backoff";
import { type Answer, NoAnswer } from "../../http/transport";
import { failure } from "../../lifecycle/errors";
import { sleep } from "../../lifecycle/wait";
import { refusal, serverText } from "./refusals";
import type { Request, Session } from "./session";

/** How often one request is sent at most. */
const MAX_TRIES = 6;

/** A write that may or may not have happened: only a look at the object tells. */
export class UnsureWrite extends Error {
  constructor(readonly reason: LbError) {
    super(reason.message);
  }
}

/** What one try came to. */
type Verdict = { answer: Answer } | { again: LbError; pauseMs?: number } | { unsure: LbError } | { fail: LbError };

/**
 * Sends a request until there is an answer worth having. Reads are repeated after anything that may pass. Writes are
 * repeated only when they surely did not happen; when that is not sure, {@link UnsureWrite} is thrown.
 */
export async function request(session: Session, what: Request, object: string): Promise<Answer> {
  const base = session.settings.retryDelayMs;
  let last: LbError | undefined;
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const verdict = await attemptOnce(session, what, object);
    if ("answer" in verdict) return verdict.answer;
    if ("fail" in verdict) throw verdict.fail;
    if ("unsure" in verdict) throw new UnsureWrite(verdict.unsure);
    last = verdict.again;
    if (attempt < MAX_TRIES - 1) await sleep(Math.max(pauseMs(base, attempt), verdict.pauseMs ?? 0));
  }
  throw last;
}

async function attemptOnce(session: Session, what: Request, object: string): Promise<Verdict> {
  const read = what.method === "GET";
  try {
    return judged(session, await session.send(what), read, object);
  } catch (error) {
    // From the login in front of the request: the controller is starting, and the request itself was not sent.
    if (error instanceof LbError && error.code === "LB2014") return { again: error };
    if (!(error instanceof NoAnswer)) throw error;
    const reason = failure("LB2007", { object, message: `${session.settings.origin}: ${error.message}` });
    if (error.hopeless) return { fail: reason };
    return read || error.neverSent ? { again: reason } : { unsure: reason };
  }
}

function judged(session: Session, answer: Answer, read: boolean, object: string): Verdict {
  const { status } = answer;
  const refused = () => refusal(session.settings, answer, object);
  if (status === 429 || status === 503) return { again: refused(), pauseMs: retryAfterMs(answer) };
  // A race inside the controller between two creates; the same request succeeds a moment later.
  if (status === 500 && /record not found/.test(serverText(answer))) return { again: refused() };
  if (status >= 500) return read ? { again: refused() } : { unsure: refused() };
  if (status >= 200 && status < 300 && status !== 204 && answer.body === undefined) {
    const garbled = failure("LB2015", { object, message: `the answer (${status}) is not JSON` });
    return read ? { again: garbled } : { unsure: garbled };
  }
  return { answer };
}
