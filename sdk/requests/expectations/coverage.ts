// Finds rules that no expectation tests.

import type { RoutingTable } from "../../../requests/table/routing-table";
import { type ShownRule, shownRule } from "../explain";
import type { CheckedExpectation } from "./check";

/** Rules that answer no expected request; a rule for both HTTP and HTTPS counts once. */
export function uncovered(rules: RoutingTable, results: readonly CheckedExpectation[]): ShownRule[] {
  const reached = new Set(results.flatMap(({ explanation }) => (explanation.rule ? [shownRuleKey(explanation.rule)] : [])));
  return rulesIn(rules).filter((rule) => !reached.has(shownRuleKey(rule)));
}

/** Each rule once, by object and pointer; rules without an object by their API object. */
function rulesIn({ addresses }: RoutingTable): ShownRule[] {
  const all = addresses.flatMap(({ ports }) => ports.flatMap(({ hosts }) => Object.values(hosts).flatMap(({ rules }) => rules)));
  return [...new Map(all.map((rule) => [shownRuleKey(shownRule(rule)), shownRule(rule)])).values()];
}

/** Key of a rule: equal keys are the same rule to a reader. */
export const shownRuleKey = ({ object, pointer, on }: ShownRule): string => (object === undefined ? `${on}` : `${object} ${pointer}`);
