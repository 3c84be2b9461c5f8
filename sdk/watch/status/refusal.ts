// Reason and message of `Programmed=False` on a Gateway, from the text of a refused change or a failed `up`.

import { type FailureEffect, failureEffectOf } from "../../../provider";
import type { GatewayAnswer } from "../../routing/front-end";
import { codesIn } from "../stack/printed-codes";

type Reason = NonNullable<GatewayAnswer["reason"]>;

/** Reasons by the consequence of an error. */
const REASONS: { readonly [E in FailureEffect]?: Reason } = {
  "no room": "NoResources",
  "address unusable": "AddressNotUsable",
  "no address": "AddressNotAssigned",
};

/** The API refuses an object, and says in its own words that an address is the reason. */
const ADDRESS = /\bLB(2005|2008|2032)\b.*\b(ip|vip)[ _-]?address/i;

function reasonIn(message: string): Reason {
  const codes = codesIn(message);
  const [reason] = codes.flatMap((code) => REASONS[failureEffectOf(code) ?? "no right"] ?? []);
  if (reason) return reason;
  if (ADDRESS.test(message)) return "AddressNotUsable";
  return codes.includes("LB2008") ? "Invalid" : "Pending";
}

/** The API server takes 32768 characters, and people read one line. */
const LONGEST = 1000;

/**
 * Reason and message of a Gateway whose change is refused, or whose `up` has failed. It is tried again: without a reason of its own it is
 * pending.
 */
export function refusalIn(text: string): Pick<GatewayAnswer, "reason" | "message"> {
  const message = text.replace(/\s+/g, " ").trim().slice(0, LONGEST);
  return { reason: reasonIn(message), message };
}
