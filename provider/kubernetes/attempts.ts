import { type Attempts, MAX_TRIES, MAX_TRIES_500, retryAfterMs, attempt as send } from "../http/attempts";
import type { Answer, Trouble } from "../http/transport";
import { KubernetesError } from "./errors";
import { causesOf, reasonOf, serverText } from "./status";

interface Sending extends Attempts {
  /** Address of the API server. */
  url: string;
}

/** What to do when nobody answers, in the words of a kubeconfig. */
const REMEDY: { readonly [T in Trouble]?: string } = {
  address:
    "Check `server` of the cluster in the kubeconfig, that the API server runs there, and that the network lets this machine through.",
  certificate:
    "Set `certificate-authority-data` of the cluster in the kubeconfig to the authority that signed it; the host in `server`, or `tls-server-name`, must be one of the certificate's.",
};

/** Sends to an API server; a create that may have been carried out has reason `unavailable`. */
export function attempt(once: () => Promise<Answer>, options: Sending): Promise<Answer> {
  const { repeatable, object, clean, url } = options;
  return send(once, options, {
    unanswered(said, trouble) {
      const text = `${url}: ${said}`;
      return new KubernetesError({ reason: "unavailable", status: 0, text, object, remedy: REMEDY[trouble], shared: text });
    },
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
