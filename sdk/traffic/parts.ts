// Lists the parts of requests that rules read.

import type { RoutingTable } from "../../requests/table/routing-table";
import type { ReadParts } from "./request";

/** Headers, query parameters and client ranges that the rules of all sides read. */
export function partsRead(...sides: readonly RoutingTable[]): ReadParts {
  const [headers, queries, clients] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { addresses } of sides)
    for (const port of addresses.flatMap(({ ports }) => ports)) {
      for (const range of port.clients ?? []) clients.add(range);
      for (const condition of Object.values(port.hosts).flatMap(({ rules }) => rules.flatMap(({ match = [] }) => match)))
        if (condition.of === "header") headers.add(condition.name);
        else if (condition.of === "query") queries.add(condition.name);
        else if (condition.of === "client") for (const range of condition.values) clients.add(range);
    }
  return { headers, queries, clients: [...clients] };
}
