// Classifies a difference between desired and served requests.

import type { Answer, ForwardAnswer } from "../../../requests/answer/effect";
import { isUnanswered, sameAnswer } from "../../../requests/differences/answers-equal";
import type { Difference } from "../../../requests/differences/difference";
import type { DifferenceKind } from "./reason";

/** Reason of a closed connection, as in `answer`. */
const REFUSED = "the address of the client is refused";

const isRefused = (one: Answer): boolean => one.kind === "closed" && one.reason === REFUSED;

/** The kind of a difference. */
export function kindOf({ was, is, wasRule }: Pick<Difference, "was" | "is" | "wasRule">): DifferenceKind {
  if (isRefused(was)) return "let in";
  if (isRefused(is)) return "refused";
  if (!wasRule && isUnanswered(was)) return "extra";
  if (isUnanswered(is)) return "lost";
  if (was.kind === "redirect") return is.kind === "redirect" ? "location" : "unredirected";
  if (is.kind === "redirect") return "redirected";
  if (was.kind !== "forward" || is.kind !== "forward") return "status";
  if (sameAnswer(recipients(was), recipients(is))) return "edits";
  return servicesOf(was) === servicesOf(is) ? "shares" : "elsewhere";
}

const keyOf = ({ service, status }: ForwardAnswer["to"][number]): string => service ?? `status ${status}`;

const servicesOf = ({ to }: ForwardAnswer): string => to.map(keyOf).sort().join();

/** Recipients of a request, without its edits; Services with the same servers are equal. */
const recipients = ({ to }: ForwardAnswer): ForwardAnswer => ({ kind: "forward", to });
