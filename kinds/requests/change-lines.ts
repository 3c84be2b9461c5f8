import type { RequestChange } from "./changes";
import type { Answer } from "./effect";
import type { ServedRule } from "./form";
import { answerText, entranceText, pathsText } from "./words";

/** So many lines fit into a review. */
const MOST = 20;

/** `3 kinds of requests are answered differently` */
export function requestHeadline(changes: readonly RequestChange[]): string {
  const { length } = changes.filter(isOwnChange(changes));
  return `${length === 1 ? "1 kind of request is" : `${length} kinds of requests are`} answered differently`;
}

/** A line for each change of requests, at most {@link MOST}; hosts that change alike share one. */
export function requestLines(changes: readonly RequestChange[]): string[] {
  const all = mergedLines(changes.filter(isOwnChange(changes)));
  const more = all.length - MOST;
  return more > 1 ? [...all.slice(0, MOST - 1), `and ${more + 1} more lines: \`k8s-lb diff -o json\` has all of them`] : all;
}

/** Headline and lines as a paragraph of a longer text. */
export const requestParagraph = (changes: readonly RequestChange[]): string =>
  `${requestHeadline(changes)}\n${requestLines(changes)
    .map((line) => `  ${line}\n`)
    .join("")}`;

/** A redirect to https that comes or goes with all that its host answers there says nothing by itself. */
const isOwnChange =
  (changes: readonly RequestChange[]) =>
  ({ protocol, host, how, was, is }: RequestChange): boolean => {
    const redirect = how === "added" ? is : how === "removed" ? was : undefined;
    if (protocol !== "http" || redirect?.kind !== "redirect" || !redirect.location.startsWith("https://")) return true;
    return !changes.some((one) => one.protocol === "https" && one.host === host && one.how === how);
  };

/** So many alike hosts have a line together, which names a few of them. */
const ALIKE = 4;
const NAMED = 3;

function mergedLines(changes: readonly RequestChange[]): string[] {
  const groups = new Map<string, RequestChange[]>();
  for (const change of changes) {
    const line = lineOf(change, change.region, false);
    const key = change.host === "" ? line : line.replaceAll(change.host, "\0");
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  const lines = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || group.length < ALIKE) return group.map((one) => lineOf(one));
    const owners = new Set(group.map((one) => lineOf(one, "")));
    const [names, others] = [group.slice(0, NAMED).map(placeOf), group.length - NAMED];
    return [lineOf(first, `${group.length} hosts: ${names.join(", ")} and ${others} more`, owners.size === 1)];
  });
  return [...new Set(lines)];
}

const placeOf = (change: RequestChange): string => (change.clients ? entranceText(change) : change.region);

/** @param withOwners false where the objects that ask for it are left out */
function lineOf(change: RequestChange, region = placeOf(change), withOwners = true): string {
  const { how, was, is, wasRule, isRule, clients } = change;
  const place = change.certain ? region : `${region}, perhaps others`;
  if (clients) return `~ ${place}: open to ${rangesText(clients.is)}, was ${rangesText(clients.was)}`;
  const by = (word: string, rule: ServedRule | undefined) => (withOwners && rule?.by ? ` (${word} ${ownerText(change, rule)})` : "");
  const isShared = [was, is].some((one) => one.kind === "forward" && one.to.length > 1);
  const [before, now] = [answerText(was, isShared), `${answerText(is, isShared)}${isEmpty(is) ? " (no server is ready)" : ""}`];
  switch (how) {
    case "added":
      return `+ ${place} -> ${now}`;
    case "removed":
      return `- ${place}: now ${is.kind === "status" && is.status === null ? "served by nobody" : now}, was ${before}`;
    case "taken":
      return `+ ${place} -> ${now}${by("by", isRule)}, was ${before}${by("taken from", wasRule)}`;
    case "fallen":
      return `- ${place}: now ${now}${by("by", isRule)}, was ${before}`;
    default: {
      const isSameRule = wasRule?.by && isRule?.by && ownerText(change, wasRule) === ownerText(change, isRule);
      return isSameRule ? `~ ${place}: ${now}, was ${before}` : `~ ${place}: ${now}${by("by", isRule)}, was ${before}${by("by", wasRule)}`;
    }
  }
}

const rangesText = (ranges: readonly string[]): string => (ranges.length > 0 ? ranges.join(", ") : "all clients");

const isEmpty = (answer: Answer): boolean => answer.kind === "forward" && answer.empty !== undefined;

/** `Ingress team0/shop /api`: the object and what it asks for; of connections the object alone. */
export const ownerText = ({ protocol }: RequestChange, { by, match }: ServedRule): string =>
  [by?.object, protocol.startsWith("http") ? pathsText(match) : ""].filter(Boolean).join(" ");
