import { withoutMarkup } from "../http/answers";
import type { Answer } from "../http/transport";
import { isObject, type JsonObject } from "../lifecycle/json";
import type { Cause, KubernetesReason } from "./errors";

/** The Status object of an answer, when it is one. */
function statusOf({ body }: Answer): JsonObject | undefined {
  return isObject(body) && body.kind === "Status" ? body : undefined;
}

/** What the server says: the message of its Status, or of what stands before it; else its text without HTML. JSON is for programs. */
export function serverText(answer: Answer): string {
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
export function causesOf(answer: Answer): Cause[] {
  const details = statusOf(answer)?.details;
  const causes = isObject(details) && Array.isArray(details.causes) ? details.causes.filter(isObject) : [];
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return causes.map(({ field, reason, message }) => ({ field: text(field), reason: text(reason), message: text(message) }));
}

/** Why a request was refused. */
export function reasonOf(answer: Answer): KubernetesReason {
  const { status } = answer;
  const { reason } = statusOf(answer) ?? {};
  if (status === 401) return "unauthenticated";
  if (status === 403) return "forbidden";
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
