// Finds all requests that two routing tables answer differently.

import { type Answered, answer, gatesOf, isReachable, otherwiseOf } from "../answer/answer";
import { type Answer, effectOf } from "../answer/effect";
import { parseRequest } from "../answer/request";
import { cellsAt, type KnownCells } from "../cells/cell-cache";
import { type Cell, cellsOf, type Fixed, open } from "../cells/cells";
import type { Within } from "../cells/samples";
import { listenersAt, type ServedHost, servedHostAt } from "../table/host-entries";
import { hostWithin } from "../table/host-names";
import type {
  Part,
  PathCondition,
  RoutingTable,
  ServedAddress,
  ServedAnswer,
  ServedForward,
  ServedPort,
  ServedRule,
} from "../table/routing-table";
import { sameAnswer } from "./answers-equal";
import type { ComparisonResult, Difference } from "./difference";
import { type ListenerPort, requestsIn } from "./example-request";
import { sameRules } from "./rules-equal";

export type AnswersEqual = (was: Answer, is: Answer) => boolean;

/**
 * All differences of two routing tables. Hosts with the same rules are skipped.
 *
 * @param same decides which answers count as equal
 */
export function differences(a: RoutingTable, b: RoutingTable, same: AnswersEqual = sameAnswer): ComparisonResult {
  const result: ComparisonResult = { differences: [], limits: [] };
  const cellCache: KnownCells = new Map();
  for (const entrance of entrancesOf(a, b)) compareEntrance(a, b, entrance, same, cellCache, result);
  return result;
}

function entrancesOf(...sides: readonly RoutingTable[]): ListenerPort[] {
  const listenerPorts = new Map<string, ListenerPort>();
  for (const { addresses } of sides)
    for (const { name, group, ports } of addresses)
      for (const { protocol, port } of ports) {
        const key = `${protocol} ${port} ${group}`;
        if (!listenerPorts.has(key)) listenerPorts.set(key, { group, protocol, port, address: name });
      }
  return [...listenerPorts.values()];
}

function compareEntrance(
  a: RoutingTable,
  b: RoutingTable,
  entrance: ListenerPort,
  same: AnswersEqual,
  cellCache: KnownCells,
  result: ComparisonResult,
): void {
  const names = new Set([...namesOf(a, entrance), ...namesOf(b, entrance), ""]);
  const isTaken = (name: string) => names.has(name);
  for (const name of names) {
    const within = { name, host: hostWithin(name, isTaken), isTaken };
    const [placeA, placeB] = [placeIn(a, entrance, within.host), placeIn(b, entrance, within.host)];
    if (placeA && placeB && sameRules(placeA, placeB)) continue;
    const ofName: Difference[] = [];
    const { cells, limits } = cellsAt(cellCache, rulesAt(placeA, within), rulesAt(placeB, within), within);
    for (const cell of cells) {
      const cellDifference = differenceIn(a, b, entrance, within, cell, same);
      if (cellDifference && !ofName.some((other) => isAlike(other, cellDifference))) ofName.push(cellDifference);
    }
    if (limits.length > 0)
      for (const fixed of ownRequests(placeA, placeB, within)) {
        const ruleDifference = differenceIn(a, b, entrance, within, { fixed, certain: false }, same);
        if (ruleDifference && !ofName.some((other) => isAlike(other, ruleDifference))) ofName.push(ruleDifference);
      }
    result.limits.push(...limits.map((why) => ({ host: name, port: entrance.port, why })));
    for (const difference of ofName) result.differences.push(limits.length > 0 ? { ...difference, certain: false } : difference);
  }
}

/** One request per rule that only one side has, evaluated alone; used for hosts that were not compared in full. */
function ownRequests(a: ServedHost | undefined, b: ServedHost | undefined, within: Within): Fixed[] {
  const rulesIn = (place: ServedHost | undefined) =>
    new Map((place?.entry?.rules ?? []).map((rule) => [JSON.stringify([rule.match, rule.to]), rule]));
  const [ofA, ofB] = [rulesIn(a), rulesIn(b)];
  const ownRules = [...[...ofA].filter(([key]) => !ofB.has(key)), ...[...ofB].filter(([key]) => !ofA.has(key))];
  const requestsOfRules: Fixed[] = [];
  for (const [, rule] of ownRules) cellsOf(open([rule]), [], within, ({ a: taken, fixed }) => taken && requestsOfRules.push(fixed));
  return requestsOfRules;
}

/** True for differences between the same pair of rules. Refused clients have no rule. */
const isAlike = (first: Difference, other: Difference): boolean =>
  first.wasRule === other.wasRule && first.isRule === other.isRule && first.was.kind === other.was.kind && first.is.kind === other.is.kind;

/** Names of all addresses of the group. */
function namesOf(rules: RoutingTable, entrance: ListenerPort): string[] {
  const names = listenersAt(rules, entrance)?.names ?? new Map<string, ServedHost[]>();
  return [...names].flatMap(([name, places]) => (places.some(({ address, port }) => isAmong(entrance, address, port)) ? [name] : []));
}

const placeIn = (rules: RoutingTable, entrance: ListenerPort, host: string): ServedHost | undefined =>
  servedHostAt(listenersAt(rules, entrance), host, (address, port) => isAmong(entrance, address, port));

const isAmong = ({ protocol, group }: ListenerPort, address: ServedAddress, port: ServedPort): boolean =>
  isReachable(address, port, { protocol, group });

/** All rules of a host, with the answer to unmatched requests as the last one. */
function rulesAt(place: ServedHost | undefined, { host }: Within): ServedRule[] {
  const gates = place ? gatesOf(place.port, place.entry, host) : [];
  if (gates.some(({ match }) => match === undefined)) return gates;
  return place ? [...gates, ...(place.entry?.rules ?? []), { to: otherwiseOf(place) }] : [];
}

function differenceIn(
  a: RoutingTable,
  b: RoutingTable,
  entrance: ListenerPort,
  { name, host }: Within,
  { a: ruleA, b: ruleB, fixed, certain }: Cell,
  same: AnswersEqual,
): Difference | undefined {
  const varies = dependsOnRequest(ruleA?.to) || dependsOnRequest(ruleB?.to);
  if (ruleA && ruleB && isPlainlySame(ruleA.to, ruleB.to)) return undefined;
  if (!varies && ruleA && ruleB && same(effectOf(ruleA.to, ANY, a.servers), effectOf(ruleB.to, ANY, b.servers))) return undefined;
  for (const witness of requestsIn(entrance, host, fixed, varies)) {
    const request = parseRequest(witness);
    if (!request) continue;
    const [was, is] = [answer(a, request), answer(b, request)];
    if (same(was.answer, is.answer)) continue;
    const path = narrower(pathOf(was), pathOf(is));
    return {
      ...{ group: entrance.group, protocol: entrance.protocol, port: entrance.port, host: name },
      ...(path ? { path } : {}),
      ...{ witness, was: was.answer, is: is.answer },
      ...(was.rule ? { wasRule: was.rule } : {}),
      ...(is.rule ? { isRule: is.rule } : {}),
      certain,
    };
  }
  return undefined;
}

/** True for two answers with the same single Service, the usual case. */
function isPlainlySame(a: ServedAnswer, b: ServedAnswer): boolean {
  if (!("forward" in a && "forward" in b && a.forward.length === 1 && b.forward.length === 1)) return false;
  const [partA, partB] = [a.forward[0], b.forward[0]];
  return (
    partA?.service !== undefined && partA.service === partB?.service && !isUnknown(partA) && !isUnknown(partB) && isPlain(a) && isPlain(b)
  );
}

const isUnknown = ({ servers }: Part): boolean => servers?.unknown === true;

const isPlain = (to: ServedForward): boolean =>
  to.forward[0]!.weight > 0 &&
  to.path === undefined &&
  to.host === undefined &&
  to.request === undefined &&
  to.response === undefined &&
  to.tls === undefined &&
  to.timeout === undefined &&
  to.retry === undefined;

/** A request for answers that do not depend on the request. */
const ANY = parseRequest({ url: "http://any" })!;

/** True for an answer that contains parts of the request. */
const dependsOnRequest = (to: ServedAnswer | undefined): boolean =>
  to !== undefined && ("redirect" in to || ("forward" in to && to.path !== undefined));

type RegionPath = NonNullable<Difference["path"]>;

function pathOf({ rule }: Answered): RegionPath | undefined {
  const pathCondition = rule?.match?.find((one): one is PathCondition => one.of === "path" && !one.not);
  return pathCondition && { match: pathCondition.is, value: pathCondition.values[0] ?? "" };
}

const RANK = { exact: 3, regex: 2, segments: 1, characters: 0 };

function narrower(a: RegionPath | undefined, b: RegionPath | undefined): RegionPath | undefined {
  if (!a || !b) return a ?? b;
  return RANK[b.match] - RANK[a.match] > 1 || (a.match !== "exact" && b.value.length > a.value.length) ? b : a;
}
