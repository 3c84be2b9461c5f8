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
import { rulesWithOwners, type RequestSide } from "./rules-with-owners";

/** Requests that a change answers differently, for programs. */
export interface ShownChange {
  /** In words: `https://shop.example.com/api/...`. */
  region: string;
  /** Null: any host, or none at all. */
  host: string | null;
  path?: Difference["path"];
  /** One of the requests. */
  witness: { url: string; method: string; headers: Record<string, string>; from: string | null };
  was: Answer;
  is: Answer;
  wasRule: ShownRule | null;
  isRule: ShownRule | null;
  /** False where regular expressions leave open whether there are others. */
  certain: boolean;
}

/**
 * Every request that is answered differently lies in one of the changes, or its name is among the limits.
 *
 * @param existing pools before the change: others start without servers where the specs do not tell them; absent: all exist
 */
export const requestChanges = (before: RequestSide, after: RequestSide, existing?: ReadonlySet<string>): RequestComparison =>
  comparedRequests(rulesWithOwners(before), rulesWithOwners(after), existing);

/** A comparison with the rules that it is about. */
export interface ComparedSides extends RequestReview {
  rules: { before: RoutingTable; after: RoutingTable };
}

/** The same, with what changes beside the answers on a target, and the requests that no server is ready for any more. */
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

/** A change in the form of `-o json`. */
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

/** A change beside the answers in the form of `-o json`. */
export const shownBeside = ({ region, host, turns }: PropertyDifference) => ({
  region,
  host: host === "" ? null : host.replace(/^\*\*/, "*"),
  changes: turns.map(({ text }) => text),
});
