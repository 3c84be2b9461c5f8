import type { GatewayAnswer } from "../../routing/front-end";

type Reason = NonNullable<GatewayAnswer["reason"]>;

/** Reasons by the code of an error (docs/errors.md), the first that matches. */
const REASONS: readonly (readonly [pattern: RegExp, reason: Reason])[] = [
  // a quota, a limit
  [/\bLB(2034|2071)\b/, "NoResources"],
  // a floating IP, or an address whose port is left
  [/\bLB(2050|2066)\b/, "AddressNotUsable"],
  // no address in time, too few in the subnet
  [/\bLB(2013|2073)\b/, "AddressNotAssigned"],
  // refused by the API, which says why in its own words
  [/\bLB(2005|2008|2032)\b.*\b(ip|vip)[ _-]?address/i, "AddressNotUsable"],
  [/\bLB2008\b/, "Invalid"],
];

/** The API server takes 32768 characters, and people read one line. */
const LONGEST = 1000;

/** Reason and message of a Gateway whose change is refused, or whose `up` has failed. It is tried again: without a reason of its own it is pending. */
export function refusalIn(text: string): Pick<GatewayAnswer, "reason" | "message"> {
  const message = text.replace(/\s+/g, " ").trim().slice(0, LONGEST);
  return { reason: REASONS.find(([pattern]) => pattern.test(message))?.[1] ?? "Pending", message };
}
