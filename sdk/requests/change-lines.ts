import type { Answer } from "../../kinds/requests/effect";
import { answerText } from "../../kinds/requests/words";
import type { RequestChange } from "./changes";
import { isNobody, type ShownRule } from "./explain";

/** So many lines fit into a review. */
const MOST = 20;

/** Lines for a reviewer, with a headline; none where no request is answered differently. */
export function requestLines(changes: readonly RequestChange[]): string[] {
  if (changes.length === 0) return [];
  const count = changes.length === 1 ? "1 kind of request is" : `${changes.length} kinds of requests are`;
  const all = mergedLines(changes);
  const more = all.length - MOST;
  const lines = all.slice(0, more > 1 ? MOST - 1 : MOST).map((line) => `  ${line}`);
  return [`${count} answered differently`, ...lines, ...(more > 1 ? [`  and ${more + 1} more lines: -o json has all of them`] : [])];
}

/** So many alike hosts have a line together, which names a few of them. */
const ALIKE = 4;
const NAMED = 3;

/** A line for each change; hosts that change alike share one. */
function mergedLines(changes: readonly RequestChange[]): string[] {
  const groups = new Map<string, RequestChange[]>();
  for (const change of changes) {
    const line = lineOf(change).replace(/ \(by [^)]*\)/g, "");
    const key = change.host === null ? line : line.replaceAll(change.host, "\0");
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || group.length < ALIKE) return group.map(lineOf);
    const [names, others] = [group.slice(0, NAMED).map(({ region }) => region), group.length - NAMED];
    return [lineOf({ ...first, region: `${group.length} hosts: ${names.join(", ")} and ${others} more`, wasRule: null, isRule: null })];
  });
}

function lineOf({ region, was, is, wasRule, isRule, certain }: RequestChange): string {
  const place = certain ? region : `${region}, perhaps others`;
  if (isNobody(was)) return `+ ${place} -> ${textOf(is)}`;
  if (isNobody(is)) return `- ${place}: now ${nobodyText(is)}, was ${textOf(was)}`;
  if (sameRule(wasRule, isRule)) return `~ ${place}: ${textOf(is)}, was ${textOf(was)}`;
  return `~ ${place}: ${textOf(is)}${by(isRule)}, was ${textOf(was)}${by(wasRule)}`;
}

const sameRule = (a: ShownRule | null, b: ShownRule | null): boolean => a?.object === b?.object && a?.pointer === b?.pointer;

const by = (rule: ShownRule | null): string => (rule?.object === undefined ? "" : ` (by ${rule.object} ${rule.pointer})`);

const textOf = (answer: Answer): string => answerText(answer);

const nobodyText = (answer: Answer): string =>
  answer.kind === "status" && answer.status === null ? "served by nobody" : answerText(answer);
