// L7 rules for the matches of Routes, and whether two of them can match one request.

import type { L7RuleBody } from "../../../../resources/octavia/types";
import { type Rule, type RuleMatch, stemOf } from "../../../routing";
import { pathRules, valueRules } from "../lower/l7/match-rules";
import { hostRule, hostRulesFor, inverted, literal } from "../lower/l7/patterns";

/** One condition of a rule: its L7 rule, and its hosts or path for comparisons with other conditions. */
export interface Condition {
  rule: L7RuleBody;
  /** The rule as text without its inversion: equal for a condition and its negation. */
  text: string;
  /** Hosts of the requests that match; inverted, of those that do not. */
  hosts?: readonly string[];
  path?: RuleMatch["path"];
}

/** Conditions of a rule, all of which must hold; empty for a rule that matches every request. */
export function conditionsOf({ host, except, match }: Pick<Rule, "host" | "except" | "match">): Condition[] {
  const exceptions = hostRulesFor(except.map(patternOf));
  const byPattern = new Map(except.map((one) => [patternOf(one), one]));
  return [
    ...(host === "" ? [] : [condition(hostRule(patternOf(host)), { hosts: [host] })]),
    ...pathRules(match.path).map((rule) => condition(rule, { path: match.path })),
    ...valueRules(match).map((rule) => condition(rule)),
    ...exceptions.map(({ rule, patterns }) => negated(condition(rule, { hosts: patterns.flatMap((one) => byPattern.get(one) ?? []) }))),
  ];
}

const condition = (rule: L7RuleBody, meaning: Pick<Condition, "hosts" | "path"> = {}): Condition => ({
  ...meaning,
  rule,
  text: JSON.stringify(rule),
});

/** Pattern of a host; a wildcard matches one or more labels. */
const patternOf = (host: string): string => (host.startsWith("*.") ? `.+${literal(host.slice(1))}` : literal(host));

/** The negation of a condition. */
export function negated({ rule: { invert, ...rule }, ...meaning }: Condition): Condition {
  return { ...meaning, rule: invert ? rule : inverted(rule) };
}

/** True if each request that meets all of these conditions meets the other one too; false if unknown. */
export function implies(all: readonly Condition[], implied: Condition): boolean {
  return all.some((one) => isSame(one, implied) || impliesHost(one, implied) || impliesPath(one, implied));
}

const isSame = (a: Condition, b: Condition): boolean => a.text === b.text && a.rule.invert === b.rule.invert;

function impliesHost(implying: Condition, implied: Condition): boolean {
  if (!implying.hosts || !implied.hosts) return false;
  const [hosts, impliedHosts] = [implying.hosts, implied.hosts];
  const [isInverted, impliedIsInverted] = [implying.rule.invert === true, implied.rule.invert === true];
  if (!isInverted && !impliedIsInverted) return hosts.every((host) => impliedHosts.some((outer) => isWithin(host, outer)));
  if (!isInverted) return hosts.every((host) => !impliedHosts.some((outer) => isWithin(host, outer) || isWithin(outer, host)));
  return impliedIsInverted && impliedHosts.every((host) => hosts.some((outer) => isWithin(host, outer)));
}

function impliesPath(implying: Condition, implied: Condition): boolean {
  if (!implying.path || !implied.path) return false;
  const [isInverted, impliedIsInverted] = [implying.rule.invert === true, implied.rule.invert === true];
  if (!isInverted && !impliedIsInverted) return isBelow(implying.path, implied.path);
  if (!isInverted) return areApart(implying.path, implied.path);
  return impliedIsInverted && isBelow(implied.path, implying.path);
}

/** True if each host of `inner` is one of `outer`; both exact or a wildcard. */
const isWithin = (inner: string, outer: string): boolean => inner === outer || (outer.startsWith("*.") && inner.endsWith(outer.slice(1)));

type Path = RuleMatch["path"];

/** True if `outer` matches each path of `inner`. */
function isBelow(inner: Path, outer: Path): boolean {
  if (inner.is === "regex" || outer.is === "regex") return inner.is === outer.is && inner.value === outer.value;
  if (outer.is === "exact") return inner.is === "exact" && inner.value === outer.value;
  const [value, stem] = [inner.is === "exact" ? inner.value : stemOf(inner.value), stemOf(outer.value)];
  return value === stem || value.startsWith(`${stem}/`);
}

/** True if no path is of both. */
function areApart(a: Path, b: Path): boolean {
  return a.is !== "regex" && b.is !== "regex" && !isBelow(a, b) && !isBelow(b, a);
}
