import { answer } from "../../../../requests/answer/answer";
import type { Answer } from "../../../../requests/answer/effect";
import { matches } from "../../../../requests/answer/match";
import type { ParsedRequest } from "../../../../requests/answer/request";
import { isUnanswered, sameValue } from "../../../../requests/differences/answers-equal";
import { requestLines } from "../../../../requests/differences/change-lines";
import type { RequestChange, RequestComparison } from "../../../../requests/differences/changes";
import { nameFits, narrowest } from "../../../../requests/table/host-names";
import type { RoutingTable } from "../../../../requests/table/routing-table";

/** Tells what clients notice of two sides, by the bodies alone, and which words of a comparison speak of it. */

/** More than what targets round, and what a comparison takes as rounded. */
const ROUNDED = 0.015;

/** Recipients with their shares: servers, or the Service of a pool whose servers nobody knows. */
function recipients(one: Answer): Map<string, number> {
  const shares = new Map<string, number>();
  const add = (key: string, share: number) => shares.set(key, (shares.get(key) ?? 0) + share);
  if (one.kind !== "forward") return shares;
  for (const { servers, service = "", share, status, kept, unknown = "" } of one.to)
    if (status !== undefined || kept || !servers?.length) add(`${status ?? service} ${unknown}`, share);
    else for (const server of servers) add(server, share / servers.length);
  return shares;
}

/** Everything else that a client or a server notices of an answer. */
function rest(one: Answer): unknown {
  if (isUnanswered(one)) return "nobody";
  if (one.kind !== "forward") return one;
  const { kind, path, host, request, response, tls, timeout, retry, empty } = one;
  return { kind, path, host, request, response, tls, timeout, retry, empty: empty && rest(empty) };
}

/** True for two answers that clients tell apart. */
export function isOther(was: Answer, is: Answer): boolean {
  if (!sameValue(rest(was), rest(is))) return true;
  const [before, after] = [recipients(was), recipients(is)];
  return before.size !== after.size || [...before].some(([key, share]) => Math.abs(share - (after.get(key) ?? -1)) > ROUNDED);
}

/** The name under which both sides keep a request. */
export function nameOf({ group, port, host }: ParsedRequest, ...sides: readonly RoutingTable[]): string {
  const ports = sides.flatMap(({ addresses }) => addresses.filter((one) => one.group === group).flatMap((one) => one.ports));
  const names = new Set(ports.filter((one) => one.port === port).flatMap(({ hosts }) => Object.keys(hosts)));
  return narrowest(host, (name) => names.has(name));
}

/** Changes whose words have the request. */
export function covering({ changes }: RequestComparison, sent: ParsedRequest, name: string, was: Answer, is: Answer): RequestChange[] {
  return changes.filter(({ group, port, host, path, was: { kind: before }, is: { kind: after } }) => {
    if (group !== sent.group || port !== sent.port || host !== name || before !== was.kind || after !== is.kind) return false;
    return path === undefined || matches([{ of: "path", is: path.match, values: [path.value], fold: true }], sent) !== false;
  });
}

/**
 * True if one of the changes has a line. A redirect to https has none beside a change of its host there: that is right only where what it leads to
 * changes too, or is answered by nobody.
 */
export function isSaid(
  changes: readonly RequestChange[],
  review: RequestComparison,
  sent: ParsedRequest,
  ...sides: [RoutingTable, RoutingTable]
): boolean {
  const lines = requestLines(review);
  const isLine = (change: RequestChange) => {
    const [alone] = requestLines({ changes: [change], limits: [], addresses: [], unpublished: [] });
    return lines.some((line) => line === alone || / hosts: | more lines: /.test(line));
  };
  if (changes.some(isLine)) return true;
  const [was, is] = sides.map((rules) => answer(rules, { ...sent, protocol: "https", port: 443 }).answer);
  return changes.length > 0 && was !== undefined && is !== undefined && (isOther(was, is) || isUnanswered(was));
}

/** True for a host that its address in DNS had rules for, and whose name is in DNS no more, without a word about it. */
export function isLostInSilence(
  host: string,
  { unpublished, changes, limits }: RequestComparison,
  was: RoutingTable,
  is: RoutingTable,
): boolean {
  const publishing = ({ addresses }: RoutingTable) => addresses.filter(({ dns = [] }) => dns.some((name) => nameFits(name, host)));
  const isServed = publishing(was).some(({ ports }) => ports.some(({ hosts }) => hosts[host]?.rules.length));
  if (!isServed || publishing(is).length > 0) return false;
  return ![...unpublished, ...changes.filter(({ lost }) => lost), ...limits].some((one) => nameFits(one.host, host));
}
