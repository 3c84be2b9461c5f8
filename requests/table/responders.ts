// Replaces forwards to responders by their answer. Responders are Services that give every request the same answer, {@link Servers.answer},
// for load balancers without fixed answers.

import type { FixedAnswer, Part, RoutingTable, ServedAnswer, ServedForward } from "./routing-table";
import { withAnswers } from "./with-answers";

/** The routing table with the answers of responders instead of forwards to them. */
export function withResponses(rules: RoutingTable): RoutingTable {
  const { servers = {} } = rules;
  if (!Object.values(servers).some((one) => one.answer)) return rules;
  const responseOf = ({ service = "" }: Part) => servers[service]?.answer;
  return withAnswers(rules, (to) => ("forward" in to && to.forward.some(responseOf) ? answered(to, responseOf) : to));
}

function answered(to: ServedForward, responseOf: (part: Part) => FixedAnswer | undefined): ServedAnswer {
  const taking = to.forward.filter(({ weight }) => weight > 0);
  const [first] = taking;
  const only = first && taking.every(({ service }) => service === first.service) ? responseOf(first) : undefined;
  if (only) return "status" in only && first?.service !== undefined ? { ...only, by: first.service } : only;
  // connections of a closed part get no answer
  const forward = taking.flatMap((part): Part[] => {
    const response = responseOf(part);
    if (!response) return [part];
    return "status" in response ? [{ weight: part.weight, status: response.status }] : [];
  });
  return { ...to, forward };
}
