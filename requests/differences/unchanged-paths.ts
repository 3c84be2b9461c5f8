// Finds requests within the region of a difference whose answer stays the same.

import { answer } from "../answer/answer";
import { effectOf } from "../answer/effect";
import { stemOf } from "../answer/match";
import { type ParsedRequest, parseRequest } from "../answer/request";
import type { Condition, PathCondition, RoutingTable, ServedRule } from "../table/routing-table";
import { isUnanswered } from "./answers-equal";
import type { Difference, UnchangedRequests } from "./difference";
import type { AnswersEqual } from "./differences";

/** Limit of paths that are checked per difference. */
const MOST = 200;

/** Requests within a difference that keep their answer, or that are still answered where the others are not. */
export function unchangedRequests(difference: Difference, a: RoutingTable, b: RoutingTable, same: AnswersEqual): UnchangedRequests {
  const asked = parseRequest(difference.witness);
  if (!asked) return { paths: [], conditions: [] };
  return { paths: keptPaths(difference, asked, a, b, same), conditions: keptConditions(difference, asked, a, b, same) };
}

/**
 * Paths within a difference whose requests keep their answer: one side answers with the rule of the difference, the other with a separate
 * rule that gives the same answer. Where requests lose their answer: paths that are still answered.
 */
function keptPaths(difference: Difference, asked: ParsedRequest, a: RoutingTable, b: RoutingTable, same: AnswersEqual): PathCondition[] {
  const [was, is] = [a, b].map((rules) => pathsAt(rules, asked, difference)) as [Paths, Paths];
  if (isUnanswered(difference.is) && !difference.isRule) {
    const isAnswered = (request: ParsedRequest) => !isUnanswered(answer(b, request).answer);
    return [...is.values()].slice(0, MOST).filter((path) => requestsTo(path, asked).every(isAnswered));
  }
  return [...without(was, is), ...without(is, was)]
    .slice(0, MOST)
    .filter((path) => requestsTo(path, asked).every((request) => isKept(difference, a, b, request, same)));
}

/** Conditions beside the path of the difference: rules of one side that under them give the answer of the other side. */
function keptConditions(difference: Difference, asked: ParsedRequest, a: RoutingTable, b: RoutingTable, same: AnswersEqual): Condition[][] {
  const [was, is] = [a, b].map((rules) => rulesAt(rules, asked));
  const before = (was ?? []).filter(({ to }) => same(effectOf(to, asked, a.servers), difference.is));
  const after = (is ?? []).filter(({ to }) => same(difference.was, effectOf(to, asked, b.servers)));
  const lists = [...before, ...after].slice(0, MOST).flatMap(({ match = [] }) => {
    const [path, ...more] = match.filter(({ of }) => of === "path") as PathCondition[];
    const rest = match.filter(({ of }) => of !== "path" && of !== "host");
    const isOfPath =
      more.length === 0 && (path ? path.is === difference.path?.match && path.values.includes(difference.path.value) : !difference.path);
    return isOfPath && rest.length > 0 ? [rest] : [];
  });
  return [...new Map(lists.map((list) => [JSON.stringify(list), list])).values()];
}

const rulesAt = (rules: RoutingTable, asked: ParsedRequest): readonly ServedRule[] => {
  const { port, name } = answer(rules, asked);
  return port?.hosts[name]?.rules ?? [];
};

function isKept({ wasRule, isRule }: Difference, a: RoutingTable, b: RoutingTable, request: ParsedRequest, same: AnswersEqual): boolean {
  const [was, is] = [answer(a, request), answer(b, request)];
  return (was.rule === wasRule) !== (is.rule === isRule) && same(was.answer, is.answer);
}

/** By comparison and value. */
type Paths = ReadonlyMap<string, PathCondition>;

/** Paths within a difference, of rules that test only the path. */
function pathsAt(rules: RoutingTable, asked: ParsedRequest, difference: Difference): Paths {
  const pathConditions = rulesAt(rules, asked)
    .flatMap(plainPath)
    .filter((path) => isWithin(path, difference));
  return new Map(pathConditions.map((path) => [[path.is, path.fold ?? "", ...path.values].join(" "), path]));
}

function plainPath({ match = [] }: ServedRule): PathCondition[] {
  const [only, ...more] = match.filter(({ of }) => of !== "host");
  return only?.of === "path" && !only.not && only.is !== "regex" && more.length === 0 ? [only] : [];
}

const without = (some: Paths, others: Paths): PathCondition[] => [...some].flatMap(([key, path]) => (others.has(key) ? [] : [path]));

const isWithin = ({ values }: PathCondition, { path }: Difference): boolean =>
  path === undefined || (path.match !== "regex" && values.every((value) => value.startsWith(stemOf(path.value))));

/** Example requests: the path itself and one below it. */
function requestsTo({ is, values }: PathCondition, asked: ParsedRequest): ParsedRequest[] {
  const paths = values.flatMap((value) => {
    if (is === "exact") return [value];
    return is === "characters" ? [value, `${value}x`] : [stemOf(value) || "/", `${stemOf(value)}/x`];
  });
  return paths.map((path) => ({ ...asked, path }));
}
