import type { Condition, RuleOwner, ServedAddress, ServedPort, ServedRule, ServedRules } from "../../kinds/requests/form";

/** Where a rule stands: its address, port and host. */
export interface RulePlace {
  address: string;
  protocol: ServedPort["protocol"];
  port: number;
  host: string;
}

/**
 * The desired rule behind each served one. A rule that knows its source has the rule of that source; one that was read from a state or a server
 * has that of the same address, port, host and match. No rule is guessed from its answer.
 */
export class DesiredBySource {
  private readonly bySource = new Map<string, ServedRule>();
  private readonly byKey = new Map<string, ServedRule>();

  constructor({ addresses }: Pick<ServedRules, "addresses">) {
    for (const { rule, ...place } of placedRules(addresses)) {
      if (rule.by) for (const key of sourceKeys(rule.by, place)) if (!this.bySource.has(key)) this.bySource.set(key, rule);
      const key = keyOf(rule, place);
      if (!this.byKey.has(key)) this.byKey.set(key, rule);
    }
  }

  of(rule: ServedRule, place: RulePlace): ServedRule | undefined {
    if (!rule.by) return this.byKey.get(keyOf(rule, place));
    const [same, any] = sourceKeys(rule.by, place).map((key) => this.bySource.get(key));
    return same ?? any;
  }
}

/** Rules with their owners, as far as these are known. */
export function withOwners(rules: ServedRules, desired: DesiredBySource): ServedRules {
  return withRules(rules, (rule, place) => {
    const by = rule.by ?? desired.of(rule, place)?.by;
    return by === rule.by || !by ? rule : { ...rule, by };
  });
}

/** The same rules, each as it comes out. */
export const withRules = (
  rules: ServedRules,
  change: (rule: ServedRule, place: RulePlace, address: ServedAddress) => ServedRule,
): ServedRules => ({
  ...rules,
  addresses: rules.addresses.map((address) => ({
    ...address,
    ports: address.ports.map(({ hosts, ...port }) => ({
      ...port,
      hosts: Object.fromEntries(
        Object.entries(hosts).map(([host, entry]) => {
          const place = { address: address.name, protocol: port.protocol, port: port.port, host };
          return [host, { ...entry, rules: entry.rules.map((rule) => change(rule, place, address)) }];
        }),
      ),
    })),
  })),
});

/** The source at one port and host, then anywhere: matches of one rule and hosts of one object have the same answer. */
const sourceKeys = ({ object, pointer }: RuleOwner, { protocol, port, host }: RulePlace): string[] => [
  `${object} ${pointer} ${protocol}:${port} ${host}`,
  `${object} ${pointer}`,
];

const keyOf = ({ match = [] }: ServedRule, { address, protocol, port, host }: RulePlace): string =>
  [address, protocol, port, host, ...match.map(textOf)].join("\n");

/** Conditions are flat; a state has their properties in another order. */
const textOf = (condition: Condition): string => JSON.stringify(condition, Object.keys(condition).sort());

function* placedRules(addresses: readonly ServedAddress[]): Generator<RulePlace & { rule: ServedRule }> {
  for (const { name: address, ports } of addresses)
    for (const { protocol, port, hosts } of ports)
      for (const [host, { rules }] of Object.entries(hosts)) for (const rule of rules) yield { address, protocol, port, host, rule };
}
