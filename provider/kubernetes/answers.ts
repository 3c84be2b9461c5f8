import { withoutMarkup } from "../http/answers";
import { type Attempts, MAX_TRIES, MAX_TRIES_500, retryAfterMs, attempt as send } from "../http/attempts";
import type { Answer, Trouble } from "../http/transport";
import { isObject, type JsonObject } from "../lifecycle/json";
import { type Cause, KubernetesError, type KubernetesReason } from "./errors";

/** The Status object of an answer, when it is one. */
function statusOf({ body }: Answer): JsonObject | undefined {
  return isObject(body) && body.kind === "Status" ? body : undefined;
}

/** What the server says: the message of its Status, or of what stands before it; else its text without HTML. JSON is for programs. */
function serverText(answer: Answer): string {
  const { body, status } = answer;
  if (!isObject(body) && !Array.isArray(body)) return withoutMarkup(answer.text);
  const parts = isObject(body) ? body : {};
  const inner = isObject(parts.error) ? parts.error : {};
  const said = [parts.message, inner.message, parts.error, parts.detail, parts.reason].find(
    (text) => typeof text === "string" && text !== "",
  );
  return typeof said === "string" ? said : `answered ${status} with JSON that says nothing`;
}

/** The fields that the server complains about. */
function causesOf(answer: Answer): Cause[] {
  const details = statusOf(answer)?.details;
  const causes = isObject(details) && Array.isArray(details.causes) ? details.causes.filter(isObject) : [];
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return causes.map(({ field, reason, message }) => ({ field: text(field), reason: text(reason), message: text(message) }));
}

/** Why a request was refused. */
function reasonOf(answer: Answer): KubernetesReason {
  const { status } = answer;
  const { reason } = statusOf(answer) ?? {};
  if (status === 401) return "unauthenticated";
  // The admission of quotas refuses with the status of RBAC.
  if (status === 403) return /exceeded quota/.test(serverText(answer)) ? "quota" : "forbidden";
  // A path of a kind that is not installed gets a plain "404 page not found", an object that is not there a Status with its name.
  if (status === 404) return statusOf(answer) ? (namesAnObject(answer) ? "not-found" : "unknown-kind") : plainMiss(answer);
  if (status === 409) return reason === "AlreadyExists" ? "exists" : "conflict";
  if (status === 410) return "expired";
  if (status === 429 || status === 503) return "busy";
  if (status === 400 || status === 405 || status === 415 || status === 422 || status === 413) return "invalid";
  return status >= 500 ? "unavailable" : "unknown";
}

/** Only the API server itself can say that an object is gone: the page of a proxy would empty the state. */
function namesAnObject(answer: Answer): boolean {
  const details = statusOf(answer)?.details;
  return isObject(details) && typeof details.name === "string" && details.name !== "";
}

function plainMiss({ text }: Answer): KubernetesReason {
  return /^404 page not found\s*$/.test(text) ? "unknown-kind" : "unknown";
}

interface Sending extends Attempts {
  /** What the request is about, for errors. */
  object: string;
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
