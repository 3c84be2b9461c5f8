import type { Difference } from "../../../requests/differences/difference";
import type { Protocol, RuleOwner, ServedRule } from "../../../requests/table/routing-table";
import type { ObjectRef } from "../../../resources/diagnostic";
import type { SpecCode } from "../../specs";

/**
 * Sorts of differences, seen from the specs: nobody asks for what is served, or what they ask for is not served; a redirect in the place of
 * servers, or the other way round; another redirect, other servers, other shares, another request or answer on its way, another status;
 * clients that are refused, or that are let in.
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

/** A rule of the specs that a difference concerns, and its object. */
export interface ConcernedRule {
  ref: ObjectRef;
  by: RuleOwner;
  rule: ServedRule;
  /** Protocol of the port that it is asked for. */
  on: Protocol;
}

/** A difference between what the specs ask for and what is served. */
export interface UnexplainedDifference {
  kind: DifferenceKind;
  difference: Difference;
  /** The rule whose requests these are, and those that get them. */
  concerned: readonly ConcernedRule[];
  /** The rules that name the host itself, on all ports. */
  ofHost: readonly ConcernedRule[];
  /** Some spec names the host, or a wildcard that it is below. */
  isNamed: boolean;
  /** Protocol of the load balancer at the port; absent where nothing listens. */
  speaks?: Protocol;
}

/**
 * Reason for differences: a limit of a target, of its generation, or of its settings. Of a table the first that fits counts. With `codes` it
 * is told already, by a diagnostic of the rule; with `words` the difference is told in them; with neither there is nothing to tell.
 */
export interface Reason {
  kinds: readonly DifferenceKind[];
  /** The limit, for docs/requests.md. */
  why: string;
  fits?(difference: UnexplainedDifference): boolean;
  codes?: readonly SpecCode[];
  /** Goes on after the region of requests: `http://h.com/...: ` */
  words?(difference: UnexplainedDifference): string;
  /** Rule on whose object the words are; without it the rule whose requests these are. */
  at?(found: UnexplainedDifference): ConcernedRule | undefined;
  remedy?: string;
}
