import type { RoutingTable } from "../../../requests/table/routing-table";
import { type ShownRule, shownRule } from "../explain";
import type { CheckedExpectation } from "./check";

/** Rules that answer no request of the expectations; a rule for clear text and TLS counts once. */
export function uncovered(rules: RoutingTable, results: readonly CheckedExpectation[]): ShownRule[] {
  const reached = new Set(results.flatMap(({ explanation: found }) => (explanation.rule ? [shownRuleKey(explanation.rule)] : [])));
  return rulesIn(rules).filter((rule) => !reached.has(shownRuleKey(rule)));
}

/** Every rule once, by object and pointer; what no object asks for by its API object. */
function rulesIn({ addresses }: RoutingTable): ShownRule[] {
  const all = addresses.flatMap(({ ports }) => ports.flatMap(({ hosts }) => Object.values(hosts).flatMap(({ rules }) => rules)));
  return [...new Map(all.map((rule) => [shownRuleKey(shownRule(rule)), shownRule(rule)])).values()];
}

/** Rules of one key are one to a person. */
export const shownRuleKey = ({ object, pointer, on }: ShownRule): string => (object === undefined ? `${on}` : `${object} ${pointer}`);
