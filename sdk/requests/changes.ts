// Compares the requests of two runs for reviews and for `-o json`.

import type { Answer } from "../../requests/answer/effect";
import { comparedRequests, type RequestChange, type RequestComparison } from "../../requests/differences/changes";
import type { Difference } from "../../requests/differences/difference";
import type { PropertyDifference } from "../../requests/differences/property-changes";
import { unreadyRequests } from "../../requests/differences/readiness";
import type { RequestReview } from "../../requests/review/lines";
import { propertyDifferencesOn } from "../../requests/review/property-changes";
import type { RoutingTable } from "../../requests/table/routing-table";
import { withUnknownServers } from "../../requests/table/unknown-servers";
import { type ShownRule, shownRule } from "./explain";
import { type RequestSide, rulesWithOwners } from "./rules-with-owners";

/** A change of requests in `-o json`. */
export interface ShownChange {
  /** In words: `https://shop.example.com/api/...`. */
  region: string;
  /** Null: any host, or no host. */
  host: string | null;
  path?: Difference["path"];
  /** An example request. */
  witness: { url: string; method: string; headers: Record<string, string>; from: string | null };
  was: Answer;
  is: Answer;
  wasRule: ShownRule | null;
  isRule: ShownRule | null;
  /** False where regular expressions may hide further requests. */
  certain: boolean;
}

/**
 * Requests that are answered differently, by change; hosts that were not compared in full are among the limits.
 *
 * @param existing pools before the change: new pools start without servers where the specs do not give them; absent: all exist
 */
export const requestChanges = (before: RequestSide, after: RequestSide, existing?: ReadonlySet<string>): RequestComparison =>
  comparedRequests(rulesWithOwners(before), rulesWithOwners(after), existing);

/** A comparison with both routing tables. */
export interface ComparedSides extends RequestReview {
  rules: { before: RoutingTable; after: RoutingTable };
}

/** Comparison for a review: changed requests, changed properties, and requests without a ready server. */
export function requestReview(
  target: string,
  before: RequestSide,
  after: RequestSide,
  existing?: ReadonlySet<string>,
  isWatched = false,
): ComparedSides {
  const [was, planned] = [rulesWithOwners(before), rulesWithOwners(after)];
  const is = existing ? withUnknownServers(planned, existing, isWatched) : planned;
  const compared = comparedRequests(was, is);
  const unready = unreadyRequests(was, planned, compared.changes);
  return { ...compared, beside: propertyDifferencesOn(target, was, planned), unready, rules: { before: was, after: is } };
}

/** A change of requests for `-o json`. */
export function shownChange({ region, host, path, witness, was, is, wasRule, isRule, certain }: RequestChange): ShownChange {
  return {
    region,
    host: host === "" ? null : host.replace(/^\*\*/, "*"),
    ...(path ? { path } : {}),
    witness: { url: witness.url, method: witness.method ?? "GET", headers: witness.headers ?? {}, from: witness.from ?? null },
    was,
    is,
    wasRule: wasRule ? shownRule(wasRule) : null,
    isRule: isRule ? shownRule(isRule) : null,
    certain,
  };
}

/** A change of properties for `-o json`. */
export const shownPropertyChange = ({ region, host, turns }: PropertyDifference) => ({
  region,
  host: host === "" ? null : host.replace(/^\*\*/, "*"),
  changes: turns.map(({ text }) => text),
});
