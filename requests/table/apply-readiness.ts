// Replaces forwards without a ready server by the answer that clients get from them now.

import type { Part, RoutingTable } from "./routing-table";
import { withAnswers } from "./with-answers";

/**
 * The routing table with current readiness: a forward without a ready server becomes its fallback answer, unless its pool preserves servers
 * that the specs do not give. Reviews of specs ignore readiness, because Pods come and go; servers that are disabled by hand are compared
 * with this table.
 */
export function withReadiness(rules: RoutingTable): RoutingTable {
  const isEmpty = ({ service, servers, status }: Part) => {
    const partServers = servers ?? (service === undefined ? undefined : rules.servers?.[service]);
    return status === undefined && partServers !== undefined && !partServers.kept && partServers.ready.length === 0;
  };
  return withAnswers(rules, (to) => ("forward" in to && to.empty && to.forward.every(isEmpty) ? to.empty : to));
}
