import { type Attempts as HttpAttempts, MAX_TRIES, MAX_TRIES_500, attempt as send } from "../../http/attempts";
import { retryAfterMs } from "../../http/backoff";
import type { Answer } from "../../http/transport";
import { reasonOf, serverText } from "./answers";
import { OpenStackError } from "./errors";

interface Attempts extends HttpAttempts {
  /** A success without JSON is a fault: reads and creates. */
  wantsBody: boolean;
}

/** Sends to a service of OpenStack; a create that may have been carried out has reason `unavailable`. */
export function attempt(once: () => Promise<Answer>, options: Attempts): Promise<Answer> {
  const { repeatable, wantsBody, object, clean } = options;
  return send(once, options, {
    unanswered: (text) => new OpenStackError("unavailable", 0, text, object),
    answered(answer) {
      const { status } = answer;
      if (status >= 200 && status < 300) {
        if (!wantsBody || answer.body !== undefined) return { answer };
        const garbled = new OpenStackError(repeatable ? "unknown" : "unavailable", status, `the answer (${status}) is not JSON`, object);
        return repeatable ? { again: garbled, tries: MAX_TRIES_500 } : { fail: garbled };
      }
      const refused = new OpenStackError(reasonOf(answer), status, clean(serverText(answer)), object);
      if (refused.reason === "busy") return { again: refused, tries: MAX_TRIES, pauseMs: retryAfterMs(answer) };
      if (refused.reason === "unavailable" && repeatable) return { again: refused, tries: status === 500 ? MAX_TRIES_500 : MAX_TRIES };
      return { fail: refused };
    },
  });
}
