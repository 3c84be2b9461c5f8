import type { HostEntry, RoutingTable, ServedAnswer, ServedPort } from "./routing-table";

/**
 * The same rules with other answers. A host whose answers all stay is the same object afterwards, so that a comparison by identity still skips it.
 *
 * @param change returns the answer itself where it stays
 */
export function withAnswers(rules: RoutingTable, change: (answer: ServedAnswer) => ServedAnswer): RoutingTable {
  const known = new Map<HostEntry, HostEntry>();
  const entryOf = (entry: HostEntry): HostEntry => {
    const made = known.get(entry) ?? changedEntry(entry, change);
    known.set(entry, made);
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
