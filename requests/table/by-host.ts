// Divides one ordered list of rules into rules by host.

import { hostWithin, nameFits, narrowest } from "./host-names";
import type { HostEntry, ServedAnswer, ServedRule } from "./routing-table";

/** A rule of an ordered list with its hosts: one of each list matches, and none of the excluded ones. */
export interface ListedRule {
  rule: ServedRule;
  names?: readonly (readonly string[])[];
  except?: readonly string[];
}

/** Certificate and fallback answer of a host. */
export type NameFacts = (host: string) => { certificate?: string; otherwise?: ServedAnswer };

/**
 * Rules of one ordered list by host. Each host has all rules that match its requests, in their order.
 *
 * @param further names that need entries of their own, such as those of certificates
 */
export function byHost(
  list: readonly ListedRule[],
  further: readonly string[] = [],
  factsOf: NameFacts = () => ({}),
): Record<string, HostEntry> {
  const all = list.flatMap(({ names = [], except = [] }) => [...names.flat(), ...except]);
  const allNames = new Set([...all, ...further, ""]);
  const { narrow, broad } = divided(list);
  const hosts: Record<string, HostEntry> = {};
  for (const name of allNames) {
    const host = hostWithin(name, (one) => allNames.has(one));
    const narrowRules = narrow.get(name) ?? [];
    const inOrder = broad.length === 0 ? narrowRules : [...narrowRules, ...broad].sort((a, b) => a - b);
    const rules = inOrder.flatMap((at) => (isFor(list[at]!, host) ? [list[at]!.rule] : []));
    const facts = factsOf(host);
    if (name === "" && rules.length === 0 && Object.keys(facts).length === 0) continue;
    hosts[name] = { ...facts, rules: reached(rules) };
  }
  return hosts;
}

/** Indices of rules by the exact host names that they match, and of rules for wildcards or all hosts. */
function divided(list: readonly ListedRule[]): { narrow: Map<string, number[]>; broad: number[] } {
  const narrow = new Map<string, number[]>();
  const broad: number[] = [];
  for (const [at, { names = [] }] of list.entries()) {
    const single = names.find((some) => some.every((name) => name !== "" && !name.startsWith("*")));
    if (!single) broad.push(at);
    for (const name of new Set(single)) {
      const ruleIndices = narrow.get(name);
      if (ruleIndices) ruleIndices.push(at);
      else narrow.set(name, [at]);
    }
  }
  return { narrow, broad };
}

const isFor = ({ names = [], except = [] }: ListedRule, host: string): boolean =>
  names.every((some) => some.some((name) => nameFits(name, host))) && !except.some((name) => nameFits(name, host));

/** Rules up to the first that matches every request. */
function reached(rules: readonly ServedRule[]): ServedRule[] {
  const end = rules.findIndex(({ match }) => match === undefined);
  return end < 0 ? [...rules] : rules.slice(0, end + 1);
}

/** The certificate for a host, from certificates by the names that they are valid for. */
export const certificateFor = (host: string, byName: ReadonlyMap<string, string>): string | undefined =>
  byName.get(narrowest(host, (name) => byName.has(name)));
