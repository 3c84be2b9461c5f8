import type { Answer } from "../../http/transport";
import { isObject } from "../../lifecycle/json";
import type { Reason } from "./errors";

/**
 * What a server says, without its wrapping: `faultstring` of Octavia, `title` and `description` of its router and of Barbican,
 * `error.message` of Keystone and the token filter, `NeutronError`, else the text of a proxy without its HTML.
 */
export function serverText({ body, text }: Answer): string {
  if (!isObject(body))
    return text
      .replace(/<(style|script|title)[\s\S]*?<\/\1>/gi, " ")
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim();
  for (const inner of [body.error, body.NeutronError, body.badRequest, body]) {
    if (typeof inner === "string") return inner;
    if (!isObject(inner)) continue;
    const said = [inner.faultstring, inner.description, inner.message, inner.title].find((one) => typeof one === "string" && one !== "");
    if (typeof said === "string") return inner.type ? `${said} (${inner.type})` : said;
  }
  return text;
}

/** Why a request was refused; the words decide where a status means several things. */
export function reasonOf(answer: Answer): Reason {
  const { status } = answer;
  const said = serverText(answer);
  if (status === 401) return "unauthenticated";
  if (status === 403 && isObject(answer.body)) return /quota/i.test(said) ? "quota" : "forbidden";
  if (status === 404) return saysGone(answer) ? "not-found" : "unknown";
  // Refusals of a proxy are pages; those that tell of a size, a pace or a pause are believed in any form.
  if (status >= 400 && status < 500 && !isObject(answer.body) && ![413, 429].includes(status)) return "unknown";
  if (status === 409) return conflict(said);
  if (status === 413) return "too-large";
  if (status === 501) return "not-implemented";
  if (status === 429 || status === 503) return "busy";
  if (status === 500 || status === 502 || status === 504) return "unavailable";
  if (status === 400 && /has children/.test(said)) return "in-use";
  return status >= 400 && status < 500 ? "invalid" : "unknown";
}

/**
 * The lock and the identity share a status. An error the program cannot tell apart must not look like one that passes: a
 * duplicate that is waited for costs ten minutes.
 */
function conflict(said: string): Reason {
  if (/Invalid state ERROR/.test(said)) return "error-state";
  if (/Invalid state PENDING_|immutable/.test(said)) return "pending";
  if (/quota/i.test(said)) return "quota";
  if (/already/i.test(said)) return "duplicate";
  if (/in use|InUse|has children/i.test(said)) return "in-use";
  return "invalid";
}

/**
 * Only the service itself can say that an object is gone. The page of a proxy, or of a router that knows no such path, tells of
 * a wrong address; taken for "gone" it would empty the state.
 */
function saysGone({ body }: Answer): boolean {
  if (!isObject(body)) return false;
  if (typeof body.faultstring === "string") return true;
  if (isObject(body.NeutronError)) return body.NeutronError.type !== "HTTPNotFound";
  return (
    typeof body.description === "string" &&
    /not found|doesn't exist|does not exist/i.test(body.description) &&
    body.description !== "Not Found"
  );
}
