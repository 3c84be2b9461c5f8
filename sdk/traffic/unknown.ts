// Finds parts of a logged request that the log lacks and that decide its answer.

import { gatesOf } from "../../requests/answer/answer";
import { dimensionOf, matches, type Value } from "../../requests/answer/match";
import type { ParsedRequest } from "../../requests/answer/request";
import { samplesOf } from "../../requests/cells/samples";
import type { ServedHost } from "../../requests/table/host-entries";
import type { Condition } from "../../requests/table/routing-table";
import { groupBy } from "../../resources/lists";
import type { LoggedRequest } from "./request";

/** Limit of combinations per request. */
const MOST = 64;

/** A part that the log lacks, with all values that rules distinguish. */
export interface UnloggedPart {
  dimension: string;
  values: readonly Value[];
  /** False if further values may exist. */
  complete: boolean;
}

/** Parts that the log lacks and that decide the answer of either side. */
export function unloggedParts(places: readonly (ServedHost | undefined)[], request: ParsedRequest, logged: LoggedRequest): UnloggedPart[] {
  const conditions = groupBy(
    places.flatMap((place) => (place ? openConditions(place, request, logged) : [])),
    dimensionOf,
  );
  const within = { name: request.host, host: request.host, isTaken: () => false };
  return [...conditions].map(([dimension, sameDimension]) => ({ dimension, ...samplesOf(sameDimension, within) }));
}

/** Undecided conditions of rules, up to the first rule that certainly matches. */
function openConditions({ port, entry }: ServedHost, request: ParsedRequest, logged: LoggedRequest): Condition[] {
  const conditions: Condition[] = [];
  for (const { match = [] } of [...gatesOf(port, entry, request.sni), ...(entry?.rules ?? [])]) {
    const open = match.filter((condition) => isOpen(condition, logged));
    const decision = matches(open.length === 0 ? match : match.filter((condition) => !open.includes(condition)), request);
    if (decision === false) continue;
    conditions.push(...open);
    if (decision === true && open.length === 0) break;
  }
  return conditions;
}

function isOpen(condition: Condition, { headers, search, client }: LoggedRequest): boolean {
  switch (condition.of) {
    case "header":
      return !headers.has(condition.name);
    case "query":
      return search === undefined;
    case "client":
      return client === undefined;
    default:
      return condition.of === "certificate";
  }
}

/** The request with each combination of missing values; undefined if there are too many, or further values may exist. */
export function completions(request: ParsedRequest, open: readonly UnloggedPart[]): ParsedRequest[] | undefined {
  if (open.some(({ complete }) => !complete) || open.reduce((product, { values }) => product * values.length, 1) > MOST) return undefined;
  return open.reduce<ParsedRequest[]>(
    (all, { dimension, values }) => all.flatMap((one) => values.map((value) => completed(one, dimension, value))),
    [request],
  );
}

function completed(request: ParsedRequest, dimension: string, value: Value): ParsedRequest {
  if (dimension === "certificate") return { ...request, clientCertificate: value === true };
  if (dimension === "client") return { ...request, from: String(value) };
  const [of, name] = [dimension.slice(0, dimension.indexOf(" ")), dimension.slice(dimension.indexOf(" ") + 1)];
  const values = new Map(of === "header" ? request.headers : request.query);
  if (typeof value === "string") values.set(name, value);
  else values.delete(name);
  return of === "header" ? { ...request, headers: values } : { ...request, query: values };
}
