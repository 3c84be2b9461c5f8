// Types of unexplained differences and their reasons.

import type { Difference } from "../../../requests/differences/difference";
import type { Protocol, RuleOwner, ServedRule } from "../../../requests/table/routing-table";
import type { ObjectRef } from "../../../resources/diagnostic";
import type { SpecCode } from "../../specs";

/**
 * Kinds of differences, seen from the specs: served without a rule, or not served; a redirect instead of servers, or servers instead of a
 * redirect; another location, recipient, share, edit or status; clients refused or let in.
 */
export type DifferenceKind =
  | "extra"
  | "lost"
  | "redirected"
  | "unredirected"
  | "location"
  | "elsewhere"
  | "shares"
  | "edits"
  | "status"
  | "refused"
  | "let in";

/** A rule of the specs that a difference affects, and its object. */
export interface ConcernedRule {
  ref: ObjectRef;
  by: RuleOwner;
  rule: ServedRule;
  /** Protocol of the port of the rule. */
  on: Protocol;
}

/** A difference between desired and served requests. */
export interface UnexplainedDifference {
  kind: DifferenceKind;
  difference: Difference;
  /** The rule that should answer, and rules with the served answer. */
  concerned: readonly ConcernedRule[];
  /** Rules that name the host itself, on all ports. */
  ofHost: readonly ConcernedRule[];
  /** A spec names the host or a wildcard for it. */
  isNamed: boolean;
  /** Protocol of the load balancer at the port; absent where nothing listens. */
  speaks?: Protocol;
}

/**
 * Reason for differences: a limit of a target, of its version, or of its settings. The first matching entry of a table counts. With
 * `codes`, a diagnostic of the rule already reports it; with `words`, the difference is reported in them; without both, it needs no report.
 */
export interface Reason {
  kinds: readonly DifferenceKind[];
  /** The limit, for docs/requests.md. */
  why: string;
  fits?(difference: UnexplainedDifference): boolean;
  codes?: readonly SpecCode[];
  /** Message after the region of requests: `http://h.com/...: ` */
  words?(difference: UnexplainedDifference): string;
  /** Rule whose object gets the message; default: the rule that should answer. */
  at?(difference: UnexplainedDifference): ConcernedRule | undefined;
  remedy?: string;
}
