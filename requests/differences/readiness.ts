// Finds requests that had a ready server before a change and have none after it.

import { answer } from "../answer/answer";
import { parseRequest } from "../answer/request";
import { withReadiness } from "../table/apply-readiness";
import type { RoutingTable, Servers } from "../table/routing-table";
import { comparedRequests, type RequestChange } from "./changes";

/** Requests without a ready server. */
export interface UnreadyRequests extends RequestChange {
  /** Number of servers of their Services, ready or not, as far as the specs give them. */
  servers: number;
}

/**
 * Requests that had a ready server before and have none now, although their rule is unchanged. Readiness is not a difference of rules,
 * because Pods come and go; reviewers see it separately.
 *
 * @param changes requests that are answered differently regardless of readiness
 */
export function unreadyRequests(before: RoutingTable, after: RoutingTable, changes: readonly RequestChange[]): UnreadyRequests[] {
  if (!Object.keys(after.servers ?? {}).some((service) => isEmptied(before.servers?.[service], after.servers?.[service]))) return [];
  const changeKeys = new Set(changes.map(keyOf));
  return comparedRequests(withReadiness(before), withReadiness(after))
    .changes.filter((one) => one.how === "removed" && !changeKeys.has(keyOf(one)))
    .map((one) => ({ ...one, servers: serversOf(one, after) }));
}

const isEmptied = (was: Servers | undefined, is: Servers | undefined): boolean =>
  was !== undefined && is !== undefined && !is.kept && (was.ready.length > 0 || was.kept === true) && is.ready.length === 0;

function serversOf({ witness }: RequestChange, after: RoutingTable): number {
  const request = parseRequest(witness);
  const answerAfter = request && answer(after, request).answer;
  return answerAfter?.kind === "forward"
    ? answerAfter.to.reduce((sum, { servers = [], unready = [] }) => sum + servers.length + unready.length, 0)
    : 0;
}

const keyOf = ({ protocol, port, host, group, path }: RequestChange): string =>
  JSON.stringify([protocol, port, host, group, path?.match, path?.value]);
