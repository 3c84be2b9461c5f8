import type { Part, ServedAnswer, ServedPort, ServedRules } from "./form";

/**
 * The same rules as clients meet them now: a forward without a ready server is the answer that it has then. Comparisons leave readiness out,
 * because Pods come and go; what somebody switches off by hand is compared on these.
 */
export function emptied(rules: ServedRules): ServedRules {
  const isEmpty = ({ service, servers, status }: Part) => {
    const known = servers ?? (service === undefined ? undefined : rules.servers?.[service]);
    return status === undefined && known?.ready.length === 0;
  };
  const answer = (to: ServedAnswer): ServedAnswer => ("forward" in to && to.empty && to.forward.every(isEmpty) ? to.empty : to);
  const port = (one: ServedPort): ServedPort => ({
    ...one,
    otherwise: answer(one.otherwise),
    hosts: Object.fromEntries(
      Object.entries(one.hosts).map(([name, { otherwise, ...entry }]) => [
        name,
        {
          ...entry,
          rules: entry.rules.map((rule) => ({ ...rule, to: answer(rule.to) })),
          ...(otherwise ? { otherwise: answer(otherwise) } : {}),
        },
      ]),
    ),
  });
  return { ...rules, addresses: rules.addresses.map((address) => ({ ...address, ports: address.ports.map(port) })) };
}
