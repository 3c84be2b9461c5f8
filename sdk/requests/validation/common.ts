// Reasons for differences between desired and served requests that every target shares.

import type { ForwardAnswer } from "../../../requests/answer/effect";
import { sameAnswer } from "../../../requests/differences/answers-equal";
import { codesWith, scopeOf, UNKNOWN_TEXT } from "../../specs";
import type { Reason } from "./reason";

/** Codes of faults after which an object, or a part of it, is served differently or not at all. */
const FAULTS = codesWith(
  ...(["servers preserved", "certificate preserved", "wrong certificate", "never matched", "route lost"] as const),
  ...(["conflict", "permission", "restriction lost", "differs"] as const),
);

/** True for the answer reduced to parts with ready servers; if none has one, for any parts. */
export function isSameOfReady(was: ForwardAnswer, is: ForwardAnswer): boolean {
  const ready = was.to.filter(({ servers = [], status }) => status !== undefined || servers.length > 0);
  const sum = ready.reduce((all, { share }) => all + share, 0);
  return sum === 0 || sameAnswer({ ...was, to: ready.map((part) => ({ ...part, share: part.share / sum })) }, is);
}

/** Shared reasons, checked after those of the target. */
export const COMMON_REASONS: readonly Reason[] = [
  {
    kinds: ["extra"],
    why: "Names that no spec has lead to no load balancer. Whoever asks for one there gets what the load balancer has for all names.",
    fits: ({ isNamed }) => !isNamed,
  },
  {
    kinds: ["extra"],
    why: "A redirect of a host also takes paths without a rule.",
    fits: ({ difference }) => difference.is.kind === "redirect",
  },
  {
    kinds: ["extra"],
    why: "Connections that are handed on as they are may carry any protocol within TLS; specs speak of https alone.",
    fits: ({ difference: { protocol, is } }) => protocol === "tls" && is.kind === "forward" && is.tls === "passthrough",
  },
  {
    kinds: ["extra"],
    why: "A certificate whose names cannot be read counts for every name.",
    fits: ({ difference: { was } }) => was.kind === "closed" && was.reason.startsWith("no certificate is valid"),
  },
  {
    kinds: ["shares", "elsewhere"],
    why: "While none of its servers is ready, the part of a Service goes to the others.",
    fits: ({ difference: { was, is } }) => was.kind === "forward" && is.kind === "forward" && isSameOfReady(was, is),
  },
  {
    kinds: ["lost", "shares", "elsewhere"],
    why: "Servers that a preview does not know yet have no part.",
    fits: ({ difference: { was } }) => was.kind === "forward" && was.to.some(({ unready }) => unready?.includes(UNKNOWN_TEXT)),
  },
  {
    kinds: ["lost", "redirected", "unredirected", "location", "status", "elsewhere", "shares", "edits"],
    why: "The spec, or what it refers to, has a fault.",
    codes: FAULTS,
  },
  { kinds: ["let in"], why: "The target does not apply the restriction of clients.", codes: [...codesWith("restriction lost"), "LB1404"] },
  {
    kinds: ["extra", "lost", "redirected", "unredirected", "location", "elsewhere", "shares", "edits", "status"],
    why: "The target expresses it differently.",
    codes: [...codesWith("differs", "never matched"), ...codesWith("route lost").filter((code) => scopeOf(code) === "rule"), "LB1503"],
  },
];
