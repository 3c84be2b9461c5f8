import { answer } from "./answer";
import type { Difference } from "./difference";
import type { Same } from "./differences";
import type { HostRules, PathCondition, ServedRule, ServedRules } from "./form";
import { stemOf } from "./match";
import { type Asked, askedOf } from "./request";

/** So many paths are looked at for one difference. */
const MOST = 200;

/**
 * Paths within a difference whose requests keep their answer: on one side the rule of the difference has them, on the other a rule of their own
 * that says the same.
 */
export function keptPaths(one: Difference, a: ServedRules, b: ServedRules, same: Same): PathCondition[] {
  const asked = askedOf(one.witness);
  if (!asked) return [];
  const [was, is] = [a, b].map((rules) => pathsAt(rules, asked, one)) as [Paths, Paths];
  return [...without(was, is), ...without(is, was)]
    .slice(0, MOST)
    .filter((path) => requestsTo(path, asked).every((request) => isKept(one, a, b, request, same)));
}

function isKept({ wasRule, isRule }: Difference, a: ServedRules, b: ServedRules, request: Asked, same: Same): boolean {
  const [was, is] = [answer(a, request), answer(b, request)];
  return (was.rule === wasRule) !== (is.rule === isRule) && same(was.answer, is.answer);
}

/** By how they compare and with what. */
type Paths = ReadonlyMap<string, PathCondition>;

/** Paths within a difference, of the rules that read nothing else of a request, where the request arrives. */
function pathsAt(rules: ServedRules, asked: Asked, one: Difference): Paths {
  const { port, name } = answer(rules, asked);
  const entry: HostRules | undefined = port?.hosts[name];
  const found = (entry?.rules ?? []).flatMap(plainPath).filter((path) => isWithin(path, one));
  return new Map(found.map((path) => [[path.is, path.fold ?? "", ...path.values].join(" "), path]));
}

function plainPath({ match = [] }: ServedRule): PathCondition[] {
  const [only, ...more] = match.filter(({ of }) => of !== "host");
  return only?.of === "path" && !only.not && only.is !== "regex" && more.length === 0 ? [only] : [];
}

const without = (some: Paths, others: Paths): PathCondition[] => [...some].flatMap(([key, path]) => (others.has(key) ? [] : [path]));

const isWithin = ({ values }: PathCondition, { path }: Difference): boolean =>
  path === undefined || (path.match !== "regex" && values.every((value) => value.startsWith(stemOf(path.value))));

/** Requests to a path and to one below it. */
function requestsTo({ is, values }: PathCondition, asked: Asked): Asked[] {
  const paths = values.flatMap((value) => {
    if (is === "exact") return [value];
    return is === "characters" ? [value, `${value}x`] : [stemOf(value) || "/", `${stemOf(value)}/x`];
  });
  return paths.map((path) => ({ ...asked, path }));
}
