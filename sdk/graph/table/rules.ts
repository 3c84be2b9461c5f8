// Chooses the rules that a picture of a routing table shows, in the form of specs.

import { namesFor } from "../../../requests/table/host-names";
import type { Condition, PathCondition, ServedPort, ServedRule } from "../../../requests/table/routing-table";

export const isConnection = ({ protocol }: ServedPort): boolean => protocol === "tcp" || protocol === "udp" || protocol === "sctp";

/**
 * Rules of a host that answer, without those that a broader name has too: they are drawn there.
 *
 * @param isShown false for names that are not drawn
 */
export function ownRules(host: string, port: ServedPort, isShown: (name: string) => boolean): ServedRule[] {
  const { hosts } = port;
  const all = reached(hosts[host]?.rules ?? [], host);
  if (!isShown(host) || (isConnection(port) && host === "" && Object.keys(hosts).length > 1)) return [];
  if (isConnection(port) || host === "") return all;
  const broader = [...namesFor(host)].filter((name) => isShown(name) && name !== host && !(host.startsWith("**") && /^\*\./.test(name)));
  const inBroader = new Set(broader.flatMap((name) => hosts[name]?.rules.map((rule) => JSON.stringify(rule)) ?? []));
  return all.filter((rule) => !inBroader.has(JSON.stringify(rule)));
}

/** Rules up to the first that takes every request of the host. */
function reached(rules: readonly ServedRule[], host: string): ServedRule[] {
  const isForAll = ({ match = [] }: ServedRule) => match.every((one) => one.of === "host" && !one.not && one.values.includes(host));
  const end = rules.findIndex(isForAll);
  return rules.slice(0, end < 0 ? rules.length : end + 1).filter(({ to }) => !("status" in to && to.status === null));
}

/** A pattern for the whole text as specs have it. */
export function asWritten(condition: Condition): Condition {
  const isPattern = "is" in condition && condition.is === "regex";
  return isPattern ? { ...condition, values: condition.values.map((value) => /^\^\(\?:(.*)\)\$$/.exec(value)?.[1] ?? value) } : condition;
}

const isPath = (condition: Condition): condition is PathCondition => condition.of === "path";

/** A path and what begins with it and a slash are one prefix by segments; paths that a rule leaves out have one of their own. */
export function withPrefixes(rules: readonly ServedRule[]): ServedRule[] {
  const drawn: ServedRule[] = [];
  for (const { match = [], ...rule } of rules) {
    const rest = match.filter((one) => !isPath(one));
    const path = match.filter(isPath).find(({ not }) => !not);
    const above = drawn.findIndex(({ match: other = [], to }) => {
      const [value] = other.flatMap((one) => (isPath(one) && one.is === "exact" ? one.values : []));
      if (path?.is !== "characters" || path.values[0] !== `${value}/`) return false;
      return JSON.stringify([other.filter((one) => !isPath(one)), to]) === JSON.stringify([rest, rule.to]);
    });
    const segments = (all: readonly Condition[]) => all.map((one) => (isPath(one) ? { ...one, is: "segments" as const } : one));
    if (above >= 0) drawn[above] = { ...drawn[above]!, match: segments(drawn[above]!.match ?? []) };
    else drawn.push({ ...rule, match: [...(path ? [path] : []), ...rest] });
  }
  return drawn;
}

/** Redirects of all paths to the same place are one. */
export function withoutRepeats(rules: readonly ServedRule[]): readonly ServedRule[] {
  const [first] = rules;
  const isOne = first && "redirect" in first.to && rules.every(({ to }) => JSON.stringify(to) === JSON.stringify(first.to));
  return isOne && rules.length > 1 ? [{ ...first, match: [] }] : rules;
}
