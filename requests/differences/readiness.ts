import { answer } from "../answer/answer";
import { parseRequest } from "../answer/request";
import { withReadiness } from "../table/apply-readiness";
import type { RoutingTable, Servers } from "../table/routing-table";
import { comparedRequests, type RequestChange } from "./changes";

/** Requests that no server is ready for. */
export interface UnreadyRequests extends RequestChange {
  /** Number of servers of their Services, ready or not, as far as the specs tell it. */
  servers: number;
}

/**
 * Requests that a server answered, and that none is ready for now, although their rule is as before. Pods come and go, so that readiness is no
 * difference of rules; a reviewer learns of it all the same.
 *
 * @param changes the requests that are answered differently whatever is ready
 */
export function unreadyRequests(before: RoutingTable, after: RoutingTable, changes: readonly RequestChange[]): UnreadyRequests[] {
  if (!Object.keys(after.servers ?? {}).some((service) => isEmptied(before.servers?.[service], after.servers?.[service]))) return [];
  const known = new Set(changes.map(keyOf));
  return comparedRequests(withReadiness(before), withReadiness(after))
    .changes.filter((one) => one.how === "removed" && !known.has(keyOf(one)))
    .map((one) => ({ ...one, servers: serversOf(one, after) }));
}

const isEmptied = (was: Servers | undefined, is: Servers | undefined): boolean =>
  was !== undefined && is !== undefined && !is.kept && (was.ready.length > 0 || was.kept === true) && is.ready.length === 0;

function serversOf({ witness }: RequestChange, after: RoutingTable): number {
  const request = parseRequest(witness);
  const found = request && answer(after, request).answer;
  return found?.kind === "forward" ? found.to.reduce((sum, { servers = [], unready = [] }) => sum + servers.length + unready.length, 0) : 0;
}

const keyOf = ({ protocol, port, host, group, path }: RequestChange): string =>
  JSON.stringify([protocol, port, host, group, path?.match, path?.value]);
