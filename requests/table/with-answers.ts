// Replaces answers in a routing table; hosts without changes stay the same objects.

import type { HostEntry, RoutingTable, ServedAnswer, ServedPort } from "./routing-table";

/**
 * The routing table with changed answers. A host without changes stays the same object, so that comparisons by identity can skip it.
 *
 * @param change returns the same object for an unchanged answer
 */
export function withAnswers(rules: RoutingTable, change: (answer: ServedAnswer) => ServedAnswer): RoutingTable {
  const changedEntries = new Map<HostEntry, HostEntry>();
  const entryOf = (entry: HostEntry): HostEntry => {
    const made = changedEntries.get(entry) ?? changedEntry(entry, change);
    changedEntries.set(entry, made);
    return made;
  };
  const portOf = (port: ServedPort): ServedPort => ({
    ...port,
    otherwise: change(port.otherwise),
    hosts: Object.fromEntries(Object.entries(port.hosts).map(([name, entry]) => [name, entryOf(entry)])),
  });
  return { ...rules, addresses: rules.addresses.map((address) => ({ ...address, ports: address.ports.map(portOf) })) };
}

function changedEntry(entry: HostEntry, change: (answer: ServedAnswer) => ServedAnswer): HostEntry {
  const otherwise = entry.otherwise && change(entry.otherwise);
  let isSame = otherwise === entry.otherwise;
  const rules = entry.rules.map((rule) => {
    const to = change(rule.to);
    if (to === rule.to) return rule;
    isSame = false;
    return { ...rule, to };
  });
  return isSame ? entry : { ...entry, rules, ...(otherwise ? { otherwise } : {}) };
}
