// Excludes the requests of other rules from a redirect by inverted L7 rules.

import type { L7RuleBody } from "../../../../resources/octavia/types";
import { literal, MAX_RULES, MAX_VALUE } from "../lower/l7/patterns";
import { type Condition, implies, negated } from "./conditions";

/** The most policies for one redirect. */
export const MAX_BRANCHES = 16;

/**
 * The requests that meet `conditions` and that none of the others takes, as alternatives: one whose conditions all hold is enough. Without any
 * alternative the others take everything. Undefined if that needs too many alternatives.
 *
 * NOT(a AND b) is two alternatives, NOT a and NOT b. Conditions that hold anyway are left out, and so are alternatives that can never hold.
 */
export function without(conditions: readonly Condition[], others: readonly (readonly Condition[])[]): Condition[][] | undefined {
  let branches: Condition[][] = [[...conditions]];
  for (const other of others) {
    branches = distinct(branches.flatMap((branch) => exclude(branch, other)));
    if (branches.length > MAX_BRANCHES) return undefined;
  }
  return branches;
}

function exclude(branch: Condition[], other: readonly Condition[]): Condition[][] {
  if (other.some((condition) => implies(branch, negated(condition)))) return [branch];
  return other
    .filter((condition) => !implies(branch, condition))
    .map((condition) => {
      const more = negated(condition);
      return [...branch.filter((one) => !implies([more], one)), more];
    });
}

/** Removes alternatives that another one contains. */
function distinct(branches: readonly Condition[][]): Condition[][] {
  const contains = (outer: readonly Condition[], inner: readonly Condition[]) => outer.every((condition) => implies(inner, condition));
  return branches.filter((branch, index) =>
    branches.every((other, i) => i === index || !contains(other, branch) || (contains(branch, other) && index < i)),
  );
}

/** L7 rules for conditions. Excluded paths are joined if there are more than a policy may have; undefined if there still are. */
export function rulesFor(conditions: readonly Condition[]): L7RuleBody[] | undefined {
  const rules = conditions.map(({ rule }) => rule);
  const fitting = rules.length > MAX_RULES ? packed(rules) : rules;
  return fitting.length > MAX_RULES ? undefined : fitting;
}

function packed(rules: readonly L7RuleBody[]): L7RuleBody[] {
  const isExcludedPath = ({ type, invert }: L7RuleBody) => type === "PATH" && invert === true;
  const patterns = rules
    .filter(isExcludedPath)
    .map(({ compare_type, value }) => (compare_type === "REGEX" ? value : `^${literal(value)}$`));
  const chunks: string[] = [];
  for (const pattern of patterns) {
    const longer = `${chunks.at(-1)}|${pattern}`;
    if (chunks.length > 0 && longer.length <= MAX_VALUE) chunks.splice(-1, 1, longer);
    else chunks.push(pattern);
  }
  const together = chunks.map((value): L7RuleBody => ({ type: "PATH", compare_type: "REGEX", value, invert: true }));
  return [...rules.filter((rule) => !isExcludedPath(rule)), ...together];
}
