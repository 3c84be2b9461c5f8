// Prints changed requests as lines of a review.

import { addTo } from "../../resources/lists";
import type { ForwardAnswer } from "../answer/effect";
import { answerText, listenerText, pathsText } from "../messages";
import type { ServedRule } from "../table/routing-table";
import { addressLines, lostAddresses, nameLines } from "./address-changes";
import type { ChangeTraffic, RequestChange, RequestComparison } from "./changes";
import type { Limit } from "./difference";
import type { UnreadyRequests } from "./readiness";
import { trafficText } from "./share-text";

/** Limit of lines in a review. */
const MOST = 20;

/** `3 kinds of requests are answered differently`, followed by counts if there are losses: `: 1 lost, 2 changed` */
export function requestHeadline({ changes, addresses, unpublished, traffic }: RequestComparison): string {
  const ownChanges = changes.filter(isOwnChange(changes, traffic));
  const head = `${ownChanges.length === 1 ? "1 kind of request is" : `${ownChanges.length} kinds of requests are`} answered differently`;
  const count = (word: string, isOne: (change: RequestChange) => boolean) => {
    const { length } = ownChanges.filter(isOne);
    return length > 0 ? [`${length} ${word}`] : [];
  };
  const counts = [
    ...count("lost", ({ lost }) => lost),
    ...count("changed", ({ lost, how }) => !lost && how !== "added"),
    ...count("added", ({ how }) => how === "added"),
  ];
  const answers = ownChanges.some(({ lost }) => lost) ? `${head}: ${counts.join(", ")}` : head;
  const addressesAre = (count: number, what: string) =>
    count > 0 ? [`${count === 1 ? "1 address is" : `${count} addresses are`} ${what}`] : [];
  const { length: lost } = lostAddresses(addresses);
  const moved = [...addressesAre(lost, "given up"), ...addressesAre(addresses.length - lost, "opened to clients outside")];
  const names =
    unpublished.length > 0 ? [`${unpublished.length === 1 ? "1 host is" : `${unpublished.length} hosts are`} gone from DNS`] : [];
  const further = [...names, ...moved];
  return [...(ownChanges.length > 0 || further.length === 0 ? [answers] : []), ...further].join(", ");
}

/**
 * One line per loss, then one per other change, at most {@link MOST} in all; hosts with the same change share a line. With an access log,
 * lines with most traffic come first.
 */
export function requestLines(compared: RequestComparison): string[] {
  const { limits, addresses, unpublished } = compared;
  const merged = mergedChanges(compared);
  const shown = (lines: readonly Line[]) => lines.flatMap((line) => withTraffic(line, compared.traffic));
  const losses = merged.filter(({ isLoss }) => isLoss);
  const others = merged.filter(({ isLoss }) => !isLoss);
  const first = [...shown(losses), ...nameLines(unpublished), ...addressLines(addresses)];
  const room = Math.max(0, MOST - losses.length - (first.length - shown(losses).length));
  const more = others.length - room;
  if (more <= 0 || (more === 1 && room > 0)) return [...first, ...shown(others), ...limitLines(limits)];
  const within = others.slice(0, Math.max(0, room - 1));
  const rest = `and ${others.length - within.length} more lines: \`k8s-lb diff -o json\` has all of them`;
  return [...first, ...shown(within), rest, ...limitLines(limits)];
}

/** Number of lines for changed requests, and of those with traffic. */
export function trafficLines(compared: RequestComparison): { lines: number; withTraffic: number } {
  const merged = mergedChanges(compared);
  return { lines: merged.length, withTraffic: merged.filter(({ requests }) => requests > 0).length };
}

/** Losses first; within both groups most traffic first. */
function mergedChanges({ changes, traffic }: RequestComparison): Line[] {
  const ownChanges = changes.filter(isOwnChange(changes, traffic));
  const sorted = (lines: Line[]) => lines.sort((one, other) => other.requests - one.requests);
  const losses = sorted(mergedLines(ownChanges.filter(({ lost }) => lost)).map((line) => withRequests(line, true, traffic)));
  const others = mergedLines(ownChanges.filter(({ lost }) => !lost)).filter(({ text }) => !losses.some((loss) => loss.text === text));
  return [...losses, ...sorted(others.map((line) => withRequests(line, false, traffic)))];
}

/** A line and the changes that it summarizes. */
interface Merged {
  text: string;
  changes: readonly RequestChange[];
}

interface Line extends Merged {
  isLoss: boolean;
  /** Requests in the access log. */
  requests: number;
}

const withRequests = (line: Merged, isLoss: boolean, traffic: ChangeTraffic | undefined): Line => ({
  ...line,
  isLoss,
  requests: line.changes.reduce((sum, change) => sum + (traffic?.changed.get(change) ?? 0), 0),
});

/** Limit of example requests from an access log per line. */
const EXAMPLES = 3;

function withTraffic({ text, changes, requests }: Line, traffic: ChangeTraffic | undefined): string[] {
  if (!traffic) return [text];
  const examples = changes.flatMap((change) => traffic.examples?.get(change) ?? []).slice(0, EXAMPLES);
  return [`${text} [${trafficText(requests, traffic)}]`, ...examples.map((example) => `    e.g. ${example}`)];
}

/** One line per reason for hosts that were not compared in full. */
function limitLines(limits: readonly Limit[]): string[] {
  const byName = new Map<string, string[]>();
  for (const { host, port, why } of limits) {
    const name = `${host === "" ? "every other host" : host.replace(/^\*\*/, "*")}, port ${port}`;
    addTo(byName, name, why);
  }
  const byReason = new Map<string, string[]>();
  for (const [name, [why = "", ...others]] of byName) {
    const reason = others.length > 0 ? `${why} (and ${others.length} more)` : why;
    addTo(byReason, reason, name);
  }
  return [...byReason].map(([why, names]) => {
    const more = names.length > ALIKE ? ` and ${names.length - NAMED} more` : "";
    return `? not compared in full: ${(more ? names.slice(0, NAMED) : names).join("; ")}${more}: ${why}`;
  });
}

/** Headline and lines as a paragraph of a longer text. */
export const requestParagraph = (compared: RequestComparison): string =>
  `${requestHeadline(compared)}\n${requestLines(compared)
    .map((line) => `  ${line}\n`)
    .join("")}`;

/** `- http://shop.example.com/api...: now 503, no server is ready, was default/api:80`, at most {@link MOST} lines. */
export function readinessLines(unready: readonly UnreadyRequests[]): string[] {
  const lines = unready.map(
    ({ region, was, is, servers }) =>
      `- ${region}: now ${is.kind === "closed" ? "closed" : answerText(is)}, ${readyText(servers)}, was ${answerText(was)}`,
  );
  const more = lines.length - MOST;
  return more > 0 ? [...lines.slice(0, MOST - 1), `- and ${more + 1} more without a ready server`] : lines;
}

const readyText = (servers: number): string =>
  servers === 0 ? "no server is ready" : `${servers === 1 ? "its only server is not" : `none of ${servers} servers`} ready`;

/** True if nothing changes and every request was compared. */
export const isEmptyComparison = ({ changes, limits, addresses, unpublished }: RequestComparison): boolean =>
  changes.length + limits.length + addresses.length + unpublished.length === 0;

/** A redirect to https that is added or removed together with all else of its host is not listed, unless it has traffic. */
const isOwnChange =
  (changes: readonly RequestChange[], traffic?: ChangeTraffic) =>
  (change: RequestChange): boolean => {
    const { protocol, host, how, was, is } = change;
    if (traffic?.changed.get(change)) return true;
    const redirect = how === "added" ? is : how === "removed" ? was : undefined;
    if (protocol !== "http" || redirect?.kind !== "redirect" || !redirect.location.startsWith("https://")) return true;
    return !changes.some((one) => one.protocol === "https" && one.host === host && one.how === how);
  };

/** Up to this number of hosts are named in a shared line. */
const ALIKE = 4;
const NAMED = 3;

function mergedLines(changes: readonly RequestChange[]): Merged[] {
  const groups = new Map<string, RequestChange[]>();
  for (const change of changes) {
    const line = lineOf(change, change.region, false);
    const key = change.host === "" ? line : line.replaceAll(change.host, "\0");
    addTo(groups, key, change);
  }
  const lines = new Map<string, RequestChange[]>();
  const add = (text: string, additions: readonly RequestChange[]) => lines.set(text, [...(lines.get(text) ?? []), ...additions]);
  for (const group of groups.values()) {
    const [first] = group;
    if (!first || group.length < ALIKE) {
      for (const change of group) add(lineOf(change), [change]);
      continue;
    }
    const owners = new Set(group.map((one) => lineOf(one, "")));
    const [names, others] = [group.slice(0, NAMED).map(regionOrListener), group.length - NAMED];
    add(lineOf(first, `${group.length} hosts: ${names.join(", ")} and ${others} more`, owners.size === 1), group);
  }
  return [...lines].map(([text, ownChanges]) => ({ text, changes: ownChanges }));
}

const regionOrListener = (change: RequestChange): string =>
  change.clients || change.clientCertificate ? listenerText(change) : change.region;

/** @param withOwners false leaves out the objects that the rules come from */
function lineOf(change: RequestChange, region = regionOrListener(change), withOwners = true): string {
  const { how, was, is, wasRule, isRule, clients, clientCertificate, lost } = change;
  const place = change.certain ? region : `${region}, perhaps others`;
  if (clients) return `~ ${place}: open to ${rangesText(clients.is)}, was ${rangesText(clients.was)}`;
  if (clientCertificate) return `${clientCertificate.required ? "~" : "-"} ${place}: ${certificateText(clientCertificate)}`;
  const by = (word: string, rule: ServedRule | undefined) => (withOwners && rule?.by ? ` (${word} ${ownerText(change, rule)})` : "");
  const isShared = [was, is].some((one) => one.kind === "forward" && one.to.length > 1);
  const [before, now] = [answerText(was, isShared), `${answerText(is, isShared)}${serversNote(change)}`];
  switch (how) {
    case "added":
      return `+ ${place} -> ${now}`;
    case "removed":
      return `- ${place}: now ${isUnserved(change) ? "served by nobody" : now}, was ${before}`;
    case "taken":
      if (lost) return `- ${place}: now ${now}${by("by", isRule)}, was ${before}${by("taken from", wasRule)}`;
      return `+ ${place} -> ${now}${by("by", isRule)}, was ${before}${by("taken from", wasRule)}`;
    case "fallen":
      return `- ${place}: now ${now}${by("by", isRule)}, was ${before}`;
    default: {
      const isSameRule = wasRule?.by && isRule?.by && ownerText(change, wasRule) === ownerText(change, isRule);
      const [sign, text] = lost ? ["-", `now ${now}`] : ["~", now];
      return isSameRule
        ? `${sign} ${place}: ${text}, was ${before}`
        : `${sign} ${place}: ${text}${by("by", isRule)}, was ${before}${by("by", wasRule)}`;
    }
  }
}

/** `a client certificate is no longer required, was required (authority ConfigMap infra/ca)` */
function certificateText({ required, authority }: NonNullable<RequestChange["clientCertificate"]>): string {
  const of = authority === undefined ? "" : ` (authority ${authority})`;
  return required
    ? `a client certificate is required${of}, was not required`
    : `a client certificate is no longer required, was required${of}`;
}

const rangesText = (ranges: readonly string[]): string => (ranges.length > 0 ? ranges.join(", ") : "all clients");

/** True where the client cannot see the reason: no rule names the host any longer, or none matches. */
const isUnserved = ({ is, nameless }: RequestChange): boolean =>
  (is.kind === "status" && is.status === null) || (nameless === true && is.kind === "closed" && /^no certificate/.test(is.reason));

/** Note about servers where clients get another answer than theirs: `, servers unknown, new pool: 503` */
function serversNote({ is, preserved }: RequestChange): string {
  if (is.kind !== "forward") return "";
  const unknown = is.to.filter((part) => part.unknown);
  if (unknown.some((part) => part.unknown === "watch")) return ", new pool: servers come from the watch";
  if (unknown.length > 0 && unknown.length === is.to.length) return `, servers unknown, new pool: ${emptyText(is)}`;
  if (unknown.length > 0) return `, servers of ${unknown.map(({ service }) => service).join(", ")} unknown, new pool`;
  if (is.empty) return " (no server is ready)";
  return preserved ? ", servers unknown: the pool keeps those that it has" : "";
}

const emptyText = ({ empty }: ForwardAnswer): string => (empty?.kind === "status" ? String(empty.status ?? "no answer") : "closed");

/** `Ingress team0/shop /api`: the object and its path; for connections the object alone. */
export const ownerText = ({ protocol }: RequestChange, { by, match }: ServedRule): string =>
  [by?.object, protocol.startsWith("http") ? pathsText(match) : ""].filter(Boolean).join(" ");
