// Finds the desired rule of a served rule.

import type { Condition, RoutingTable, RuleOwner, ServedAddress, ServedPort, ServedRule } from "../../requests/table/routing-table";

/** Address, port and host of a rule. */
export interface RuleLocation {
  address: string;
  protocol: ServedPort["protocol"];
  port: number;
  host: string;
}

/**
 * Desired rules by their source. A served rule with a known source has the desired rule of that source; one from a state or a server has
 * that of the same address, port, host and match. Answers are never used to guess.
 */
export class DesiredBySource {
  private readonly bySource = new Map<string, ServedRule>();
  private readonly byKey = new Map<string, ServedRule>();

  constructor({ addresses }: Pick<RoutingTable, "addresses">) {
    for (const { rule, ...location } of locatedRules(addresses)) {
      if (rule.by) for (const key of sourceKeys(rule.by, location)) if (!this.bySource.has(key)) this.bySource.set(key, rule);
      const key = keyOf(rule, location);
      if (!this.byKey.has(key)) this.byKey.set(key, rule);
    }
  }

  of(rule: ServedRule, location: RuleLocation): ServedRule | undefined {
    if (!rule.by) return this.byKey.get(keyOf(rule, location));
    const [same, any] = sourceKeys(rule.by, location).map((key) => this.bySource.get(key));
    return same ?? any;
  }
}

/** Rules with their owners, as far as known. */
export function withOwners(rules: RoutingTable, desired: DesiredBySource): RoutingTable {
  return withRules(rules, (rule, location) => {
    const by = rule.by ?? desired.of(rule, location)?.by;
    return by === rule.by || !by ? rule : { ...rule, by };
  });
}

/** Maps the rules of a routing table. */
export const withRules = (
  rules: RoutingTable,
  change: (rule: ServedRule, location: RuleLocation, address: ServedAddress) => ServedRule,
): RoutingTable => ({
  ...rules,
  addresses: rules.addresses.map((address) => ({
    ...address,
    ports: address.ports.map(({ hosts, ...port }) => ({
      ...port,
      hosts: Object.fromEntries(
        Object.entries(hosts).map(([host, entry]) => {
          const location = { address: address.name, protocol: port.protocol, port: port.port, host };
          return [host, { ...entry, rules: entry.rules.map((rule) => change(rule, location, address)) }];
        }),
      ),
    })),
  })),
});

/** Keys of a source: at one port and host, then anywhere. All matches of one rule have the same answer on all hosts of the object. */
const sourceKeys = ({ object, pointer }: RuleOwner, { protocol, port, host }: RuleLocation): string[] => [
  `${object} ${pointer} ${protocol}:${port} ${host}`,
  `${object} ${pointer}`,
];

const keyOf = ({ match = [] }: ServedRule, { address, protocol, port, host }: RuleLocation): string =>
  [address, protocol, port, host, ...match.map(conditionKey)].join("\n");

/** Key of a condition; a state has its properties in another order. */
const conditionKey = (condition: Condition): string => JSON.stringify(condition, Object.keys(condition).sort());

function* locatedRules(addresses: readonly ServedAddress[]): Generator<RuleLocation & { rule: ServedRule }> {
  for (const { name: address, ports } of addresses)
    for (const { protocol, port, hosts } of ports)
      for (const [host, { rules }] of Object.entries(hosts)) for (const rule of rules) yield { address, protocol, port, host, rule };
}
