import { LbError } from "../../../kinds/errors";
import { CODES, type Code } from "../../lifecycle/codes";

/** Why a request failed, as far as a program must tell it apart. */
export type Reason =
  /** Another change is under way (409 while PENDING_*): wait until the load balancer is ACTIVE, then send it again. */
  | "pending"
  /** The load balancer is in ERROR: only a delete (or failover) helps. */
  | "error-state"
  /** An object with this identity exists. */
  | "duplicate"
  /** Others still refer to the object, or it has children. */
  | "in-use"
  | "not-found"
  | "quota"
  | "forbidden"
  | "unauthenticated"
  /** The body is larger than the server takes. */
  | "too-large"
  /** The driver behind the API cannot do it. */
  | "not-implemented"
  /** 429 or 503, still after several tries; the request was not carried out. */
  | "busy"
  | "invalid"
  /** No answer, or 500, 502, 504: nobody knows whether a write was carried out. */
  | "unavailable"
  | "unknown";

const CODE: { readonly [R in Reason]: Code } = {
  pending: "LB2030",
  "error-state": "LB2031",
  duplicate: "LB2032",
  "in-use": "LB2005",
  "not-found": "LB2033",
  quota: "LB2034",
  forbidden: "LB2010",
  unauthenticated: "LB2006",
  "too-large": "LB2035",
  "not-implemented": "LB2036",
  busy: "LB2014",
  invalid: "LB2008",
  unavailable: "LB2007",
  unknown: "LB2015",
};

/** Where the remedy in the table of codes speaks of something else. */
const REMEDY: { readonly [R in Reason]?: string } = {
  forbidden: "Give the user the role load-balancer_member (or member) in the project; docs/octavia.md names what else needs which role.",
};

/** A refused or unanswered request to OpenStack. It is an {@link LbError}: uncaught, a person sees code, object and remedy. */
export class OpenStackError extends LbError {
  constructor(
    readonly reason: Reason,
    /** HTTP status, 0 when there was no answer. */
    readonly status: number,
    /** What the server said, without its wrapping and without secrets. */
    readonly text: string,
    object?: string,
    more: { code?: Code; remedy?: string; shared?: string } = {},
  ) {
    const code = more.code ?? CODE[reason];
    const remedy = more.remedy ?? REMEDY[reason] ?? CODES[code].remedy;
    super({ code, object, message: text || `the server answered ${status} without a text`, remedy, shared: more.shared });
    this.name = "OpenStackError";
  }
}

/** True for an {@link OpenStackError} with one of these reasons. */
export function failedBecause(error: unknown, ...reasons: readonly Reason[]): error is OpenStackError {
  return error instanceof OpenStackError && reasons.includes(error.reason);
}
