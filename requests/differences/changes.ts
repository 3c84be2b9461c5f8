// Compares two routing tables and classifies each difference for a reviewer: added, removed, taken over, changed.

import { type Answered, answer, CLIENT_REFUSED, NO_CERTIFICATE } from "../answer/answer";
import type { Answer } from "../answer/effect";
import { parseRequest } from "../answer/request";
import { regionText } from "../messages";
import type { RoutingTable, ServedRule } from "../table/routing-table";
import { withUnknownServers } from "../table/unknown-servers";
import { type AddressChange, addressChanges, type UnpublishedName, unpublishedNames } from "./address-changes";
import { isUnanswered, sameAnswer, sameValue } from "./answers-equal";
import type { Difference, Limit } from "./difference";
import { differences } from "./differences";
import { unchangedRequests } from "./unchanged-paths";

/** Requests that a change answers differently, and why. */
export interface RequestChange extends Difference {
  /** In words: `https://shop.example.com/api/...`. */
  region: string;
  /**
   * `added`: unanswered before; `removed`: unanswered now; `taken`: a new rule answers, and the old rule still exists; `fallen`: the old
   * rule was removed, and an existing one answers; `changed`: all others.
   */
  how: "added" | "removed" | "taken" | "fallen" | "changed";
  /** True where clients that had an answer lose it: no rule matches, no server is ready, or a new pool has unknown servers. */
  lost: boolean;
  /** True where the pool preserves servers of other Services because those of the new one are not known. */
  preserved?: true;
  /** No rule names the host any longer. */
  nameless?: true;
  /** Address ranges that may connect, where only these change; none: all. */
  clients?: { was: readonly string[]; is: readonly string[] };
  /** Clients without a certificate, where only this changes: whether a certificate is required, and by which authority. */
  clientCertificate?: { required: boolean; authority?: string };
}

/** All requests that a change answers differently, and hosts that were not compared in full. */
export interface RequestComparison {
  /** Losses first, then the broadest change. */
  changes: RequestChange[];
  limits: Limit[];
  /** Addresses whose number changes. */
  addresses: AddressChange[];
  /** Hosts whose rules stay and that no address publishes in DNS any longer. */
  unpublished: UnpublishedName[];
  /** Requests of an access log; absent without a log. */
  traffic?: ChangeTraffic;
}

/** Requests of an access log, by change. */
export interface ChangeTraffic {
  /** Number of requests read. */
  requests: number;
  changed: ReadonlyMap<RequestChange, number>;
  /** Example requests from the log: `GET /cart`. */
  examples?: ReadonlyMap<RequestChange, readonly string[]>;
  /** Sampled part of the log: `1/100`. */
  sampled?: string;
}

/** Comparison of two equal sides. */
export const NO_CHANGES: RequestComparison = { changes: [], limits: [], addresses: [], unpublished: [] };

/** True for equal answers, and for two answers that are both unanswered, in whichever way. */
export const isSame = (was: Answer, is: Answer): boolean => sameAnswer(was, is) || (isUnanswered(was) && isUnanswered(is));

/**
 * Compares two routing tables: every request that is answered differently is in one of the changes, or its host is among the limits.
 *
 * @param existing pools before the change, as {@link Part.pool} names them: pools that do not exist yet start without servers where the
 * specs do not give them. Default: all exist
 * @param isWatched a watch fills new pools (setting `endpoints: "later"`)
 */
export function comparedRequests(
  before: RoutingTable,
  planned: RoutingTable,
  existing?: ReadonlySet<string>,
  isWatched = false,
): RequestComparison {
  const after = existing ? withUnknownServers(planned, existing, isWatched) : planned;
  const remaining = objectsIn(after);
  const { differences: all, limits } = differences(before, after, isSame);
  const changes = all
    .map((one) => changeOf(one, before, after, remaining))
    .sort((one, other) => rank(one) - rank(other) || breadth(one) - breadth(other) || (one.region < other.region ? -1 : 1));
  const lost = new Set(changes.flatMap((one) => (one.lost ? [one.host] : [])));
  const unpublished = unpublishedNames(before, after).filter(({ host }) => !lost.has(host));
  return { changes, limits, addresses: addressChanges(before, after), unpublished };
}

function changeOf(difference: Difference, before: RoutingTable, after: RoutingTable, remaining: ReadonlySet<string>): RequestChange {
  const request = parseRequest(difference.witness);
  const [was, is] = request ? [answer(before, request), answer(after, request)] : [];
  const clients = was && is && isGate(difference) ? { clients: { was: was.port?.clients ?? [], is: is.port?.clients ?? [] } } : {};
  const clientCertificate = certificateOf(difference, was, is);
  // the rule is unchanged: other clients reach it
  const how = clientCertificate.clientCertificate ? "changed" : howOf(difference, was, is, remaining);
  const isGated = clients.clients !== undefined || clientCertificate.clientCertificate !== undefined;
  return {
    ...difference,
    region: regionText(difference, unchangedRequests(difference, before, after, isSame)),
    how,
    lost: !isGated && (how === "removed" || (how !== "added" && isUnserved(difference.is) && !isUnserved(difference.was))),
    ...(keepsOthers(difference.is, before) ? { preserved: true } : {}),
    ...(is?.port && !is.port.hosts[is.name]?.rules.length && !is.rule ? { nameless: true } : {}),
    ...clients,
    ...clientCertificate,
  };
}

/** Requests that one side refuses because they lack a certificate, at a port of both sides. */
function certificateOf({ was, is }: Difference, before?: Answered, after?: Answered): Pick<RequestChange, "clientCertificate"> {
  const [wasRefused, isRefused] = [was, is].map((one) => one.kind === "closed" && one.reason === NO_CERTIFICATE);
  if (wasRefused === isRefused || !before?.port || !after?.port) return {};
  const { authority } = (isRefused ? after : before).port ?? {};
  return { clientCertificate: { required: isRefused === true, ...(authority === undefined ? {} : { authority }) } };
}

/** True for a forward without a ready server, as far as known. */
const isUnserved = (reply: Answer): boolean =>
  reply.kind === "forward" &&
  !reply.to.some(({ unknown }) => unknown === "watch") &&
  (reply.empty !== undefined || reply.to.every(({ unknown }) => unknown));

const keepsOthers = (is: Answer, { servers = {} }: RoutingTable): boolean =>
  is.kind === "forward" && is.to.some(({ kept, unknown, service }) => kept && !unknown && service !== undefined && !servers[service]);

const isGate = ({ was, is }: Difference): boolean =>
  [was, is].some((one) => one.kind === "closed" && one.reason === CLIENT_REFUSED) && (was.kind === "closed") !== (is.kind === "closed");

function howOf(
  { was, is, wasRule, isRule }: Difference,
  before: Answered | undefined,
  after: Answered | undefined,
  remaining: ReadonlySet<string>,
): RequestChange["how"] {
  if (isUnanswered(was)) return "added";
  if (isUnanswered(is)) return "removed";
  const isNew = isRule !== undefined && !has(before, isRule);
  const isGone = wasRule !== undefined && !has(after, wasRule);
  const loser = wasRule?.by?.object;
  // an object whose other rules stay has lost this one to the other object
  const isLost = isGone && loser !== undefined && isRule?.by !== undefined && loser !== isRule.by.object && remaining.has(loser);
  if (isNew && wasRule && (!isGone || isLost)) return "taken";
  return isGone && !isNew && isRule ? "fallen" : "changed";
}

/** True if the same object has a rule for the same requests there, whatever their answer. */
function has(side: Answered | undefined, { by, match }: ServedRule): boolean {
  const rules = side?.port?.hosts[side.name]?.rules ?? [];
  return rules.some((one) => one.by?.object === by?.object && sameValue(one.match, match));
}

/** Losses and removed restrictions first, then requests that another rule takes over, then changes, then additions. */
const rank = ({ lost, how, clientCertificate }: RequestChange): number =>
  lost || clientCertificate?.required === false ? 0 : how === "added" ? 3 : how === "fallen" ? 1 : 2;

/** Broadest first: any host, a wildcard, a host; then by the length of the path. */
const breadth = ({ host, path }: Difference): number =>
  (host === "" ? 0 : host.startsWith("*") ? 1 : 2) * 10_000 + (path?.value.length ?? 0);

/** Objects of all rules. */
function objectsIn({ addresses }: RoutingTable): Set<string> {
  const hosts = addresses.flatMap(({ ports }) => ports.flatMap(({ hosts }) => Object.values(hosts)));
  return new Set(hosts.flatMap(({ rules }) => rules.flatMap(({ by }) => by?.object ?? [])));
}
