import { type Answered, answer, CLIENT_REFUSED } from "./answer";
import type { Difference } from "./difference";
import { differences } from "./differences";
import type { Answer } from "./effect";
import { isNobody, sameAnswer, sameValue } from "./equal";
import type { ServedRule, ServedRules } from "./form";
import { keptPaths } from "./kept";
import { askedOf } from "./request";
import { regionText } from "./words";

/** Requests that a change answers differently, with the reason as a reviewer sees it. */
export interface RequestChange extends Difference {
  /** In words: `https://shop.example.com/api/...`. */
  region: string;
  /**
   * `added`: nobody answered them; `removed`: nobody does now; `taken`: a new rule has them, and the one before goes on without them; `fallen`: their rule is
   * gone, and one that was there before has them; `changed`: all others.
   */
  how: "added" | "removed" | "taken" | "fallen" | "changed";
  /** Ranges of addresses that may connect, where nothing else differs; none: all. */
  clients?: { was: readonly string[]; is: readonly string[] };
}

/**
 * Requests of which nobody takes care before and after a change get no other answer, however the load balancer says so; nor do those of a pool
 * that keeps its servers.
 */
const isSame = (was: Answer, is: Answer): boolean => sameAnswer(was, is) || (isNobody(was) && isNobody(is)) || keepsServers(was, is);

/** True where the specs do not tell the servers now, and nothing else is new: the requests go to as many Services in the same way. */
const keepsServers = (was: Answer, is: Answer): boolean =>
  was.kind === "forward" &&
  is.kind === "forward" &&
  is.to.some(({ kept }) => kept) &&
  was.to.length === is.to.length &&
  sameAnswer({ ...was, to: [] }, { ...is, to: [] });

/** Every request that is answered differently lies in one of the changes: the broadest first. */
export function changedRequests(before: ServedRules, after: ServedRules): RequestChange[] {
  const remaining = objectsIn(after);
  return differences(before, after, isSame)
    .differences.map((one) => changeOf(one, before, after, remaining))
    .sort((one, other) => breadth(one) - breadth(other) || (one.region < other.region ? -1 : 1));
}

function changeOf(one: Difference, before: ServedRules, after: ServedRules, remaining: ReadonlySet<string>): RequestChange {
  const request = askedOf(one.witness);
  const [was, is] = request ? [answer(before, request), answer(after, request)] : [];
  const clients = was && is && isGate(one) ? { clients: { was: was.port?.clients ?? [], is: is.port?.clients ?? [] } } : {};
  return { ...one, region: regionText(one, keptPaths(one, before, after, isSame)), how: howOf(one, was, is, remaining), ...clients };
}

const isGate = ({ was, is }: Difference): boolean =>
  [was, is].some((one) => one.kind === "closed" && one.reason === CLIENT_REFUSED) && (was.kind === "closed") !== (is.kind === "closed");

function howOf(
  { was, is, wasRule, isRule }: Difference,
  before: Answered | undefined,
  after: Answered | undefined,
  remaining: ReadonlySet<string>,
): RequestChange["how"] {
  if (isNobody(was)) return "added";
  if (isNobody(is)) return "removed";
  const isNew = isRule !== undefined && !has(before, isRule);
  const isGone = wasRule !== undefined && !has(after, wasRule);
  const loser = wasRule?.by?.object;
  // an object that goes on with its other rules has lost this one to the other
  const isLost = isGone && loser !== undefined && isRule?.by !== undefined && loser !== isRule.by.object && remaining.has(loser);
  if (isNew && wasRule && (!isGone || isLost)) return "taken";
  return isGone && !isNew && isRule ? "fallen" : "changed";
}

/** True if the same object asks for the same requests there, whatever they get. */
function has(side: Answered | undefined, { by, match }: ServedRule): boolean {
  const rules = side?.port?.hosts[side.name]?.rules ?? [];
  return rules.some((one) => one.by?.object === by?.object && sameValue(one.match, match));
}

/** Any host, a wildcard, a host; then by the length of the path. */
const breadth = ({ host, path }: Difference): number =>
  (host === "" ? 0 : host.startsWith("*") ? 1 : 2) * 10_000 + (path?.value.length ?? 0);

/** The objects that ask for any rule. */
function objectsIn({ addresses }: ServedRules): Set<string> {
  const hosts = addresses.flatMap(({ ports }) => ports.flatMap(({ hosts }) => Object.values(hosts)));
  return new Set(hosts.flatMap(({ rules }) => rules.flatMap(({ by }) => by?.object ?? [])));
}
