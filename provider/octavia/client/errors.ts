// Errors of OpenStack services, with the reasons that a program distinguishes.

import { LbError } from "../../../resources/diagnostic";
import { withoutMarkup } from "../../http/markup";
import type { Answer } from "../../http/transport";
import { isObject } from "../../lifecycle/bodies/json";
import { CODES, type Code } from "../../lifecycle/messages/codes";

/** Reasons of a failed request, as far as a program must distinguish them, with the code for a person. */
const CODE = {
  /** Another change is under way (409 while PENDING_*): wait until the load balancer is ACTIVE, then send it again. */
  pending: "LB2030",
  /** The load balancer is in ERROR: only a delete (or failover) helps. */
  "error-state": "LB2031",
  /** An object with this identity exists. */
  duplicate: "LB2032",
  /** Others still refer to the object, or it has children. */
  "in-use": "LB2005",
  "not-found": "LB2033",
  /** Somebody else has changed the object since it was read (412). */
  changed: "LB2011",
  quota: "LB2034",
  forbidden: "LB2010",
  unauthenticated: "LB2006",
  /** The body is larger than the server takes. */
  "too-large": "LB2035",
  /** The driver behind the API cannot do it. */
  "not-implemented": "LB2036",
  /** 429 or 503, still after several tries; the request was not carried out. */
  busy: "LB2014",
  invalid: "LB2008",
  /** No answer, or 500, 502, 504: it is unknown whether a write was carried out. */
  unavailable: "LB2007",
  unknown: "LB2015",
} as const satisfies { readonly [reason: string]: Code };

export type RefusalReason = keyof typeof CODE;

/** Remedy, if the one in the table of codes does not fit. */
const REMEDY: { readonly [R in RefusalReason]?: string } = {
  forbidden:
    "Give the user the role load-balancer_member (or member) in the project; docs/least-rights.md names what else needs which role.",
};

/** A refused or unanswered request to OpenStack. It is an {@link LbError}: uncaught, a person sees code, object and remedy. */
export class OpenStackError extends LbError {
  constructor(
    readonly reason: RefusalReason,
    /** HTTP status, 0 when there was no answer. */
    readonly status: number,
    /** Text of the server, without its wrapping and without secrets. */
    readonly text: string,
    object?: string,
    more: { code?: Code; remedy?: string; shared?: string } = {},
  ) {
    const code = more.code ?? CODE[reason];
    const remedy = more.remedy ?? REMEDY[reason] ?? CODES[code].remedy;
    super({ code, object, message: text || `the server answered ${status} without a text`, remedy, shared: more.shared });
    this.name = "OpenStackError";
  }

  /** The error of an object that waited for the failed one. */
  about(object: string): OpenStackError {
    const { reason, status, text, remedy } = this;
    return new OpenStackError(reason, status, text, object, { remedy, shared: text });
  }
}

/** True for an {@link OpenStackError} with one of these reasons. */
export function failedBecause(error: unknown, ...reasons: readonly RefusalReason[]): error is OpenStackError {
  return error instanceof OpenStackError && reasons.includes(error.reason);
}

/** True where the cloud has no such service, as none must have all. */
export const isMissingService = (error: unknown): error is LbError => error instanceof LbError && error.code === "LB2037";

/**
 * Text of a server, without its wrapping: `faultstring` of Octavia, `title` and `description` of its router and of Barbican,
 * `error.message` of Keystone and the token filter, `NeutronError`, else the text of a proxy without its HTML.
 */
export function serverText({ body, text }: Answer): string {
  if (!isObject(body)) return withoutMarkup(text);
  for (const inner of [body.error, body.NeutronError, body.badRequest, body]) {
    if (typeof inner === "string") return inner;
    if (!isObject(inner)) continue;
    const words = [inner.faultstring, inner.description, inner.message, inner.title].find((one) => typeof one === "string" && one !== "");
    if (typeof words === "string") return inner.type ? `${words} (${inner.type})` : words;
  }
  return text;
}

/** Reason of a refusal; if a status means several things, the words decide. */
export function reasonOf(answer: Answer): RefusalReason {
  const { status } = answer;
  const text = serverText(answer);
  if (status === 401) return "unauthenticated";
  if (status === 403 && isObject(answer.body)) return /quota/i.test(text) ? "quota" : "forbidden";
  if (status === 404) return saysGone(answer) ? "not-found" : "unknown";
  // Refusals of a proxy are pages; those that tell of a size, a pace or a pause are believed in any form.
  if (status >= 400 && status < 500 && !isObject(answer.body) && ![413, 429].includes(status)) return "unknown";
  if (status === 409) return conflict(text);
  if (status === 412) return "changed";
  if (status === 413) return "too-large";
  if (status === 501) return "not-implemented";
  if (status === 429 || status === 503) return "busy";
  if (status === 500 || status === 502 || status === 504) return "unavailable";
  if (status === 400 && /has children/.test(text)) return "in-use";
  return status >= 400 && status < 500 ? "invalid" : "unknown";
}

/**
 * The lock and the identity share a status. An error the program cannot tell apart must not look like one that passes: a
 * duplicate that is waited for costs ten minutes.
 */
function conflict(text: string): RefusalReason {
  if (/Invalid state ERROR/.test(text)) return "error-state";
  // @unverified octavia/pending-409
  if (/Invalid state PENDING_|immutable/.test(text)) return "pending";
  if (/quota/i.test(text)) return "quota";
  // @unverified octavia/port-once
  if (/already/i.test(text)) return "duplicate";
  // @unverified octavia/pool-in-use
  if (/in use|InUse|has children/i.test(text)) return "in-use";
  return "invalid";
}

/**
 * Only the service itself can say that an object is gone. The page of a proxy, or of a router that knows no such path, tells of
 * a wrong address; taken for "gone" it would empty the state.
 */
function saysGone({ body }: Answer): boolean {
  if (!isObject(body)) return false;
  // @unverified octavia/gone-is-404
  if (typeof body.faultstring === "string") return true;
  if (isObject(body.NeutronError)) return body.NeutronError.type !== "HTTPNotFound";
  return (
    typeof body.description === "string" &&
    /not found|doesn't exist|does not exist/i.test(body.description) &&
    body.description !== "Not Found"
  );
}
