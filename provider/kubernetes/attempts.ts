import { type Attempts, MAX_TRIES, MAX_TRIES_500, attempt as send } from "../http/attempts";
import { retryAfterMs } from "../http/backoff";
import type { Answer } from "../http/transport";
import { KubernetesError } from "./errors";
import { causesOf, reasonOf, serverText } from "./status";

/** Sends to an API server; a create that may have been carried out has reason `unavailable`. */
export function attempt(once: () => Promise<Answer>, options: Attempts): Promise<Answer> {
  const { repeatable, object, clean } = options;
  return send(once, options, {
    unanswered: (text) => new KubernetesError({ reason: "unavailable", status: 0, text, object }),
    answered(answer) {
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
    },
  });
}
