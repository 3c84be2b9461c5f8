import { gatesOf } from "../../requests/answer/answer";
import { dimensionOf, matches, type Value } from "../../requests/answer/match";
import type { ParsedRequest } from "../../requests/answer/request";
import { samplesOf } from "../../requests/cells/samples";
import type { ServedHost } from "../../requests/table/host-entries";
import type { Condition } from "../../requests/table/routing-table";
import type { LoggedRequest } from "./request";

/** So many combinations of values are tried for one request. */
const MOST = 64;

/** A property of a request that a rule may read and the log does not hold, with all values that a rule tells apart. */
export interface UnloggedPart {
  dimension: string;
  values: readonly Value[];
  /** False where there may be others. */
  complete: boolean;
}

/** Properties that decide the answer of either side, and that the log does not hold: as far as what it holds leaves a rule open. */
export function unloggedParts(places: readonly (ServedHost | undefined)[], asked: ParsedRequest, logged: LoggedRequest): UnloggedPart[] {
  const conditions = new Map<string, Condition[]>();
  for (const place of places)
    for (const condition of place ? openConditions(place, asked, logged) : []) {
      const dimension = dimensionOf(condition);
      const others = conditions.get(dimension);
      if (others) others.push(condition);
      else conditions.set(dimension, [condition]);
    }
  const within = { name: asked.host, host: asked.host, isTaken: () => false };
  return [...conditions].map(([dimension, own]) => ({ dimension, ...samplesOf(own, within) }));
}

/** Of the rules up to the first that surely takes the request. */
function openConditions({ port, entry }: ServedHost, asked: ParsedRequest, logged: LoggedRequest): Condition[] {
  const found: Condition[] = [];
  for (const { match = [] } of [...gatesOf(port, entry, asked.sni), ...(entry?.rules ?? [])]) {
    const open = match.filter((condition) => isOpen(condition, logged));
    const decision = matches(open.length === 0 ? match : match.filter((condition) => !open.includes(condition)), asked);
    if (decision === false) continue;
    found.push(...open);
    if (decision === true && open.length === 0) break;
  }
  return found;
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

/** The request with each combination of values of its open parts; undefined where there are too many, or may be others. */
export function completions(asked: ParsedRequest, open: readonly UnloggedPart[]): ParsedRequest[] | undefined {
  if (open.some(({ complete }) => !complete) || open.reduce((product, { values }) => product * values.length, 1) > MOST) return undefined;
  return open.reduce<ParsedRequest[]>(
    (all, { dimension, values }) => all.flatMap((one) => values.map((value) => completed(one, dimension, value))),
    [asked],
  );
}

function completed(asked: ParsedRequest, dimension: string, value: Value): ParsedRequest {
  if (dimension === "certificate") return { ...asked, clientCertificate: value === true };
  if (dimension === "client") return { ...asked, from: String(value) };
  const [of, name] = [dimension.slice(0, dimension.indexOf(" ")), dimension.slice(dimension.indexOf(" ") + 1)];
  const values = new Map(of === "header" ? asked.headers : asked.query);
  if (typeof value === "string") values.set(name, value);
  else values.delete(name);
  return of === "header" ? { ...asked, headers: values } : { ...asked, query: values };
}
