// Prints the summary of a review: a headline of counts, then one line per change.

import { addTo } from "../../resources/lists";
import { printable } from "../../resources/printable";
import { readinessLines, requestHeadline, requestLines } from "../differences/change-lines";
import type { RequestChange, RequestComparison } from "../differences/changes";
import type { PropertyDifference } from "../differences/property-changes";
import { propertyHeadline, propertyLines } from "../differences/property-lines";
import type { UnreadyRequests } from "../differences/readiness";
import type { ReviewChange } from "./changes";
import { countOfServers, UNREADY } from "./facts";

/** Limit of lines in a summary, without the closing one. */
const MOST_LINES = 20;

/** Limit of names in a line of many hosts. */
const NAMED = 3;

/**
 * Summary of a run or comparison: a headline of counts, then a line per change, at most {@link MOST_LINES} of requests and as many others;
 * losses are never cut. Empty if nothing changes.
 *
 * @param further lines of the provider: fields that no fact covers, and drift that the run repairs
 * @param requests compared requests, which replace the lines of routes
 */
export function reviewLines(changes: readonly ReviewChange[], further: readonly string[] = [], requests?: RequestReview): string[] {
  const shown = requests ? changes.filter((one) => isShown(one, requests)) : changes;
  const causes = shown.filter(({ of }) => CAUSES.has(of));
  const effects = shown.filter(({ of }) => !CAUSES.has(of));
  const [before, after] = [linesOf(causes), [...linesOf(effects), ...further]];
  const rest = before.length + after.length - MOST_LINES;
  const bounded = rest > 1 ? [...after.slice(0, Math.max(0, MOST_LINES - before.length)), `and ${rest} more: see \`k8s-lb diff\``] : after;
  const ofRequests = requests ? requestLines(requests) : [];
  const losses = requests?.changes.some(({ lost }) => lost) || requests?.unpublished.length ? ofRequests : [];
  const unready = requests ? readinessLines(requests.unready) : [];
  const beside = requests?.beside ?? [];
  const lines = [
    ...[...unready, ...losses, ...before.slice(0, MOST_LINES), ...(losses.length > 0 ? [] : ofRequests)],
    ...[...propertyLines(beside), ...bounded],
  ];
  const unnoticed = requests ? unnoticedLines(changes, requests) : [];
  if (lines.length === 0) return unnoticed;
  const counts = [
    ...(requests && unready.length > 0 ? [`${countIfAny(requests.unready.length, "route")} without a ready server`] : []),
    ...(losses.length > 0 && requests ? [requestHeadline(requests)] : []),
    ...countsOf(causes),
    ...(losses.length === 0 && requests && requests.changes.length + requests.addresses.length + requests.unpublished.length > 0
      ? [requestHeadline(requests)]
      : []),
    ...(beside.length > 0 ? [propertyHeadline(beside)] : []),
    ...countsOf(effects),
    ...(requests && requests.limits.length > 0 ? ["not every request could be compared"] : []),
    ...(further.length > 0 ? [`${further.length} further change${further.length === 1 ? "" : "s"}`] : []),
  ];
  return [counts.join(", "), ...[...lines, ...unnoticed].map((line) => `  ${printable(line)}`)];
}

/** Compared requests of a review. */
export interface RequestReview extends RequestComparison {
  /** Requests whose rule is unchanged and that have no ready server any longer. */
  unready: readonly UnreadyRequests[];
  /** Changed properties that clients or servers notice. */
  beside: readonly PropertyDifference[];
}

/** Routes are shown by their requests; a fault is not shown where all requests keep their answer. */
function isShown(change: ReviewChange, { changes, limits }: RequestReview): boolean {
  if (change.of === "place") return isOfServers(change, changes);
  if (change.of !== "kept") return !change.renamed;
  const isCompared = (place: string) => !limits.some(({ host }) => isAt(host, place));
  return (change.at ?? []).some((place) => isCompared(place) && !changes.some((other) => concerns(other, place)));
}

/** Settings, faults and addresses explain the other changes. */
const CAUSES: ReadonlySet<ReviewChange["of"]> = new Set(["setting", "kept", "address"]);

/**
 * Routes and certificates that change without an effect on clients: a renamed Service with the same servers, a renamed Secret. Hosts that
 * were not compared in full are left out, and TLS routes with changed certificates.
 */
function unnoticedLines(changes: readonly ReviewChange[], { changes: requests, limits, beside }: RequestReview): string[] {
  const isCompared = ({ what }: ReviewChange) => !limits.some(({ host }) => isAt(host, what));
  const changesCertificate = changes.some(({ of, renamed }) => of === "certificate" && !renamed);
  const routes = changes.filter(
    (change) =>
      change.of === "place" &&
      isUnnoticed(change, [...requests, ...beside]) &&
      isCompared(change) &&
      !isOfServers(change, requests) &&
      !(changesCertificate && change.what.startsWith("https://")),
  );
  const certificates = changes.filter(({ change, renamed }) => renamed && change === "added");
  const named = (noun: string, all: readonly ReviewChange[]) =>
    all.length === 0 ? [] : [`${countIfAny(all.length, noun)} (${short(all.map(({ what }) => what)).join(", ")})`];
  const counts = [...named("route", routes), ...named("certificate", certificates)];
  const verb = routes.length + certificates.length === 1 ? "changes" : "change";
  return counts.length > 0 ? [`${counts.join(" and ")} ${verb} in no way that a client notices`] : [];
}

const countIfAny = (count: number, noun: string): string => (count === 0 ? "" : `${count} ${noun}${count === 1 ? "" : "s"}`);

const isUnnoticed = ({ what }: ReviewChange, noticed: readonly Pick<RequestChange, "host">[]) =>
  !noticed.some(({ host }) => isAt(host, what));

/** True for a route that changes in properties which neither requests nor compared properties show, such as a health check. */
const isOfServers = (change: ReviewChange, requests: readonly RequestChange[]): boolean =>
  change.change === "changed" && change.terms === true && isUnnoticed(change, requests);

/** True if the route may serve the changed requests. */
const concerns = ({ host, path }: RequestChange, route: string): boolean =>
  isAt(host, route) && (path === undefined || path.value.startsWith(/^\w+:\/\/[^/ ]+([^ ]*)/.exec(route)?.[1]?.replace(/\/$/, "") ?? ""));

/** True if a route serves the host: by its name, by a wildcard, or as a route for any host. */
function isAt(host: string, route: string): boolean {
  const [, routeHost = ""] = /^\w+:\/\/([^/ ]+)/.exec(route) ?? [];
  return host === "" || routeHost === "" || host === routeHost || (host.startsWith("*") && routeHost.endsWith(host.replace(/^\*+/, "")));
}

function linesOf(changes: readonly ReviewChange[]): string[] {
  const moves = groupedMoves(changes.filter(({ of }) => of === "address"));
  return changes.flatMap((change) => {
    if (change.of !== "address") return [lineOf(change)];
    const line = moves.get(change);
    return line === undefined ? [] : [line];
  });
}

const SIGN = { added: "+", removed: "-", changed: "~" } as const;

function lineOf({ of, change, what, was = "", is = "" }: ReviewChange): string {
  const sign = SIGN[change];
  switch (of) {
    case "setting":
      return `${sign} setting ${what}: ${[is, was && `was ${was}`].filter(Boolean).join(", ")}`;
    case "place":
      return change === "removed" ? `${sign} ${what}, was -> ${was}` : `${sign} ${what} -> ${is}${was && `, was -> ${was}`}`;
    case "servers":
      return `${sign} ${what}: ${serverChange(was.split(" ").filter(Boolean), is.split(" ").filter(Boolean))}`;
    case "kept":
      return `kept as it is: ${what}`;
    case "certificate":
      return `${sign} ${what}: ${change === "changed" && was === is ? `another certificate, ${is}` : [is, was && `was: ${was}`].filter(Boolean).join(", ")}`;
    default:
      return `${sign} ${what}: ${is}`;
  }
}

function serverChange(was: readonly string[], is: readonly string[]): string {
  const [before, after] = [new Set(was.map(bare)), new Set(is.map(bare))];
  const turned = is.filter((one) => !was.includes(one) && before.has(bare(one)) && (isUnready(one) || was.includes(bare(one) + UNREADY)));
  const added = is.filter((one) => !was.includes(one) && !turned.includes(one)).map((one) => `+${one}`);
  const removed = was
    .filter((one) => !is.includes(one) && !(after.has(bare(one)) && turned.map(bare).includes(bare(one))))
    .map((one) => `-${one}`);
  const states = turned.map((one) => `${bare(one)} ${isUnready(one) ? "not ready" : "ready"}`);
  return [countOfServers(is), ...short(states), ...short(added), ...short(removed)].join(", ");
}

const isUnready = (server: string): boolean => server.endsWith(UNREADY);

/** A server without its state. */
const bare = (server: string): string => (isUnready(server) ? server.slice(0, -UNREADY.length) : server);

function short(names: readonly string[]): string[] {
  return names.length > NAMED + 1 ? [...names.slice(0, NAMED), `and ${names.length - NAMED} more`] : [...names];
}

/** One line for all hosts with the same move, at the position of the first. */
function groupedMoves(moves: readonly ReviewChange[]): Map<ReviewChange, string> {
  const groups = new Map<string, ReviewChange[]>();
  for (const move of moves) {
    const way = `${move.was} ${move.is}`;
    addTo(groups, way, move);
  }
  return new Map(
    [...groups.values()].flatMap((group): [ReviewChange, string][] => {
      const [first] = group;
      if (!first) return [];
      const names = short(group.map(({ what }) => what.replace(/^host /, ""))).join(", ");
      return [[first, lineOfMove(names, first)]];
    }),
  );
}

function lineOfMove(names: string, { move, was = "", is = "" }: ReviewChange): string {
  if (move === "unknown") return `? ${names}: ${is}`;
  return `~ ${names}: ${move === "interrupted" ? is : `from ${was} to ${is}`}`;
}

const NOUNS = {
  place: ["route", "routes"],
  servers: ["Service with other servers", "Services with other servers"],
  certificate: ["certificate", "certificates"],
  setting: ["setting", "settings"],
  kept: ["fault takes nothing away", "faults take nothing away"],
} as const;

const MOVES = {
  moves: ["address moves", "addresses move"],
  stays: ["address gets another object", "addresses get another object"],
  interrupted: ["address is interrupted", "addresses are interrupted"],
  unknown: ["address is not compared", "addresses are not compared"],
} as const;

const WITHOUT_VERB: ReadonlySet<string> = new Set(["address", "servers", "kept"]);

/** `2 routes added`, `1 address moves` */
function countsOf(changes: readonly ReviewChange[]): string[] {
  const counts = new Map<string, number>();
  for (const change of changes) {
    const nouns = (number: 0 | 1) => (change.of === "address" ? MOVES[change.move ?? "moves"][number] : NOUNS[change.of][number]);
    const ending = WITHOUT_VERB.has(change.of) ? "" : ` ${change.change}`;
    const key = [nouns(0), nouns(1)].map((noun) => noun + ending).join("\n");
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => `${count} ${key.split("\n")[count === 1 ? 0 : 1]}`);
}
