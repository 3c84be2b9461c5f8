// Decides whether a request meets the conditions of a rule.

import { isFound } from "../patterns/engine";
import { nameFits } from "../table/host-names";
import { inRange } from "../table/networks";
import type { Condition, PathCondition, ValueCondition } from "../table/routing-table";
import type { ParsedRequest } from "./request";

/** Value of one dimension of a request, which a condition tests. */
export type Value = string | boolean | undefined;

/** Undefined: the result depends on a regular expression that cannot be evaluated here. */
export type Decision = boolean | undefined;

/** True if the request meets all conditions. */
export const matches = (conditions: readonly Condition[] | undefined, request: ParsedRequest): Decision =>
  firstOf(false, conditions ?? [], (condition) => holds(condition, valueIn(condition, request), request.fitting));

/** The given decision if one test returns it; else undefined if a test is undecided, else the opposite decision. */
function firstOf<T>(decision: boolean, all: readonly T[], test: (element: T) => Decision): Decision {
  let isOpen = false;
  for (const element of all) {
    const result = test(element);
    if (result === decision) return decision;
    isOpen ||= result === undefined;
  }
  return isOpen ? undefined : !decision;
}

const any = <T>(all: readonly T[], test: (element: T) => Decision): Decision => firstOf(true, all, test);

/** The first regular expression that prevents a decision about the request. */
export function undecidedPattern(conditions: readonly Condition[], request: ParsedRequest): string | undefined {
  const open = conditions.find((condition) => holds(condition, valueIn(condition, request), request.fitting) === undefined);
  return open && undecidedPatterns(open, valueIn(open, request))[0];
}

/** Regular expressions of a condition that prevent a decision about the value. */
export const undecidedPatterns = (condition: Condition, value: Value): string[] =>
  "values" in condition && "is" in condition && condition.is === "regex"
    ? condition.values.filter((one) => holds({ ...condition, values: [one] } as Condition, value) === undefined)
    : [];

/** Key of a regular expression in {@link Request.fitting}. An anchored expression and the same one without anchors share a key. */
export const fittingKey = (condition: Condition, pattern: string): string =>
  `${dimensionOf(condition)} ${pattern.replace(/^\^\(\?:([\s\S]*)\)\$$/, "$1")}`;

/** Conditions of one dimension test the same property of a request. */
export const dimensionOf = (condition: Condition): string => ("name" in condition ? `${condition.of} ${condition.name}` : condition.of);

/** The value of a request that the condition tests. */
function valueIn(condition: Condition, request: ParsedRequest): Value {
  switch (condition.of) {
    case "path":
      return request.path;
    case "host":
      return request.host;
    case "method":
      return request.method;
    case "header":
      return request.headers.get(condition.name);
    case "query":
      return request.query.get(condition.name);
    case "client":
      return request.from;
    case "certificate":
      return request.clientCertificate;
  }
}

/**
 * True if the condition holds for the value.
 *
 * @param fitting keys of unevaluable regular expressions that are assumed to match; all others are assumed not to. Without it a condition
 * that depends on one is undefined.
 */
export function holds(condition: Condition, value: Value, fitting?: readonly string[]): Decision {
  if (condition.of === "client" && value === undefined) return false;
  const decision = fits(condition, value, (pattern, fold, text) => {
    const isMatch = isFound(pattern, fold, text);
    return isMatch === undefined && fitting ? fitting.includes(fittingKey(condition, pattern)) : isMatch;
  });
  return decision === undefined ? undefined : decision !== (condition.not ?? false);
}

type Find = (pattern: string, fold: boolean, text: string) => Decision;

function fits(condition: Condition, value: Value, find: Find): Decision {
  if (condition.of === "certificate") return value === true;
  if (typeof value !== "string") return false;
  switch (condition.of) {
    case "path":
      return any(condition.values, (one) => pathFits(condition, one, value, find));
    case "host":
      return any(condition.values, (one) => (condition.is === "name" ? nameFits(one, value) : find(one, true, value)));
    case "method":
      return condition.values.includes(value);
    case "client":
      return condition.values.some((range) => inRange(value, range));
    default:
      return valueFits(condition, value, find);
  }
}

function pathFits({ is, fold }: PathCondition, pattern: string, path: string, find: Find): Decision {
  if (is === "regex") return find(pattern, fold === true, path);
  const [folded, actual] = fold ? [pattern.toLowerCase(), path.toLowerCase()] : [pattern, path];
  if (is === "exact") return actual === folded;
  if (is === "characters") return actual.startsWith(folded);
  const stem = stemOf(folded);
  return actual.startsWith(stem) && (actual.length === stem.length || actual[stem.length] === "/");
}

/** A path without its trailing slashes, which have no meaning when paths are compared by segments. */
export function stemOf(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end--;
  return path.slice(0, end);
}

function valueFits({ is, values, list }: ValueCondition, value: string, find: Find): Decision {
  if (is === "present") return true;
  const parts = list ? value.split(",").map((part) => part.trim()) : [value];
  return any(parts, (part) => (is === "exact" ? values.includes(part) : any(values, (one) => find(one, false, part))));
}
