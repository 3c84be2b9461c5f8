import { LbError } from "../../../kinds/errors";
import { pauseMs, retryAfterMs } from "../../http/backoff";
import { type Answer, NoAnswer, type Trouble } from "../../http/transport";
import { failure } from "../../lifecycle/errors";
import { sleep } from "../../lifecycle/wait";
import { misplaced, refusal, serverText } from "./refusals";
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
  const until = Date.now() + session.settings.timeoutMs;
  let last: LbError | undefined;
  // Nothing is begun again after the time of one request: six that are never answered would be minutes.
  for (let attempt = 0; attempt < MAX_TRIES && (attempt === 0 || Date.now() < until); attempt++) {
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
    return judged(session, what, await session.send(what), object);
  } catch (error) {
    // From the login in front of the request: the controller is starting, and the request itself was not sent.
    if (error instanceof LbError && error.code === "LB2014") return { again: error };
    if (!(error instanceof NoAnswer)) throw error;
    const reason = unreachable(session.settings.origin, error, object);
    if (error.hopeless) return { fail: reason };
    return read || error.neverSent ? { again: reason } : { unsure: reason };
  }
}

/** What to do about each trouble, in the words of our configuration. */
const REMEDY: { readonly [T in Trouble]?: string } = {
  address:
    "Check avi:controller (AVI_CONTROLLER), that the controller runs there, and that the network and its firewalls let this machine through.",
  certificate:
    "Set avi:caCert (AVI_CA_CERT) to the PEM of the authority that signed it, or avi:caCertFile to a file with it; the name in avi:controller must be one of the certificate's.",
};

/** Nobody answered; the same for all objects of a controller. */
function unreachable(origin: string, { message, trouble }: NoAnswer, object: string): LbError {
  const shared = `${origin}: ${message}`;
  return failure("LB2007", { object, message: shared, shared, ...(REMEDY[trouble] ? { remedy: REMEDY[trouble] } : {}) });
}

function judged(session: Session, what: Request, answer: Answer, object: string): Verdict {
  const { status } = answer;
  const read = what.method === "GET";
  const refused = () => refusal(session.settings, answer, object);
  if (status === 429 || status === 503) return { again: refused(), pauseMs: retryAfterMs(answer) };
  // A race inside the controller between two creates; the same request succeeds a moment later.
  if (status === 500 && /record not found/.test(serverText(answer))) return { again: refused() };
  if (status >= 500) return read ? { again: refused() } : { unsure: refused() };
  const strange = misplaced(session.settings, what, answer, object);
  if (!strange) return { answer };
  if (!read) return { unsure: strange };
  // Half an answer is whole the next time, a proxy's refusal stays.
  return status < 300 ? { again: strange } : { fail: strange };
}
