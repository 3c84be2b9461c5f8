import type { Part, RoutingTable } from "./routing-table";
import { withAnswers } from "./with-answers";

/**
 * The same rules as clients meet them now: a forward without a ready server is the answer that it has then. A pool that keeps its servers, because the
 * specs do not tell them, is no such forward. Comparisons leave readiness out,
 * because Pods come and go; what somebody switches off by hand is compared on these.
 */
export function withReadiness(rules: RoutingTable): RoutingTable {
  const isEmpty = ({ service, servers, status }: Part) => {
    const known = servers ?? (service === undefined ? undefined : rules.servers?.[service]);
    return status === undefined && known !== undefined && !known.kept && known.ready.length === 0;
  };
  return withAnswers(rules, (to) => ("forward" in to && to.empty && to.forward.every(isEmpty) ? to.empty : to));
}
