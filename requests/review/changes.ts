// Compares the facts of two runs: routes, addresses, certificates, servers, settings.

import { addTo } from "../../resources/lists";
import type { AddressChange } from "../differences/address-changes";
import { countOfServers, type ReviewFacts, type ReviewRoute } from "./facts";

/** A change, described by names from the specs. */
export interface ReviewChange {
  /** Its subject. */
  of: "setting" | "place" | "address" | "certificate" | "servers" | "kept";
  change: "added" | "removed" | "changed";
  /** Name of the subject: `https://shop.example.com/`, `default/web:80`, `Secret default/web-tls`, `shardVSSize`. */
  what: string;
  /** Value before and after, in words. */
  was?: string;
  is?: string;
  /** Effect on clients of an address: it changes, it stays, it is interrupted, or the specs do not show which. */
  move?: "moves" | "stays" | "interrupted" | "unknown";
  /** Routes of a fault: their pools preserve their servers. */
  at?: readonly string[];
  /** A change of route properties that rules of requests do not contain. */
  terms?: true;
  /** A certificate that is added or removed while clients get the same one under another name. */
  renamed?: true;
}

/**
 * All changes between two runs, in the order that reviewers need: causes, losses, changes, additions. Pure.
 *
 * @param replaced resources that the run deletes and creates again, `avi:L4VS c1--default-web`
 * @param naming of a load balancer that only one side names by its id: see {@link Naming}
 */
export function reviewChanges(
  before: ReviewFacts,
  after: ReviewFacts,
  replaced: ReadonlySet<string> = new Set(),
  naming: Naming = "unknown",
): ReviewChange[] {
  if (before === after && replaced.size === 0) return [];
  const routes = changed("place", before.routes, after.routes, sameRoute, routeText(before), routeText(after))
    .filter(({ what }) => !isKept(before.routes[what], after.routes[what]))
    .map((one) => (sameTerms(before.routes[one.what], after.routes[one.what]) ? one : { ...one, terms: true as const }));
  const rank = { removed: 0, changed: 1, added: 2 };
  return [
    ...changed("setting", before.settings, after.settings, Object.is, String, String),
    ...keptRoutes(before, after),
    ...addressChanges(before, after, replaced, naming),
    ...routes.filter(isOwnChange(routes)).sort((a, b) => rank[a.change] - rank[b.change]),
    ...changed("servers", before.servers, after.servers, sameList, serversText, serversText).filter(inBoth),
    ...certificateChanges(before.certificates, after.certificates),
    ...otherCertificates(before.certificates, after.certificates),
  ];
}

/** A redirect to https that is added or removed with its target route is not a separate change. */
const isOwnChange =
  (routes: readonly ReviewChange[]) =>
  ({ what, change, was = "", is = "" }: ReviewChange): boolean =>
    !/^redirect/.test(was || is) ||
    !routes.some((one) => one.change === change && one.what === what.replace(/^http:/, "https:") && one.what !== what);

/** The servers of an added or removed Service are part of its route. */
const inBoth = ({ change }: ReviewChange) => change === "changed";

/** New faults after which served routes preserve their servers, without duplicates. */
function keptRoutes({ routes: before }: ReviewFacts, { routes: after }: ReviewFacts): ReviewChange[] {
  const faults = new Map<string, string[]>();
  for (const [key, { kept }] of Object.entries(after)) {
    const was = before[key];
    if (was === undefined || kept === undefined || kept === was.kept) continue;
    addTo(faults, kept || key, key);
  }
  return [...faults].sort(([a], [b]) => (a < b ? -1 : 1)).map(([what, at]): ReviewChange => ({ of: "kept", change: "changed", what, at }));
}

/** True where only the fault is new: the route leads to the same Services with the same properties. */
function isKept(was: ReviewRoute | undefined, is: ReviewRoute | undefined): boolean {
  if (was === undefined || is?.kept === undefined) return false;
  return sameShares(was.to, is.to) && sameList(allTerms(was), allTerms(is));
}

const allTerms = ({ terms = [], served = [] }: ReviewRoute): string[] => [...terms, ...served];

type Table<V> = Readonly<Record<string, V>>;

function changed<V>(
  of: ReviewChange["of"],
  before: Table<V>,
  after: Table<V>,
  same: (a: V, b: V) => boolean,
  textBefore: (value: V) => string,
  textAfter: (value: V) => string,
): ReviewChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((what): ReviewChange[] => {
    const [was, is] = [before[what], after[what]];
    if (was === undefined) return is === undefined ? [] : [{ of, change: "added", what, is: textAfter(is) }];
    if (is === undefined) return [{ of, change: "removed", what, was: textBefore(was) }];
    return same(was, is) ? [] : [{ of, change: "changed", what, was: textBefore(was), is: textAfter(is) }];
  });
}

/** Moves of hosts and Services that exist in both runs: another address, another object, or a replaced one. */
function addressChanges(
  { addresses: before }: ReviewFacts,
  { addresses: after }: ReviewFacts,
  replaced: ReadonlySet<string>,
  naming: Naming,
): ReviewChange[] {
  return Object.entries(before).flatMap(([what, was]): ReviewChange[] => {
    const is = after[what];
    return is ? moveOf(what, was, is, replaced, naming) : [];
  });
}

type Address = ReviewFacts["addresses"][string];

/**
 * A load balancer that the specs name by id may be the one that the resource already has: `same` if the run shows it (it replaces others),
 * `other` if it is known to be another one, `unknown` if only specs are available.
 */
export type Naming = "same" | "other" | "unknown";

/** True where one side names the object of an address by its id and the other leaves it to the same resource. */
export const mayBeOwnId = (was: Pick<Address, "holderIn" | "id">, is: Pick<Address, "holderIn" | "id">): boolean =>
  was.holderIn === is.holderIn && (was.id === undefined) !== (is.id === undefined);

/** True where an address may be named by its current id: numbers of load balancers are not compared then. */
export const namesOwnId = ({ addresses: before }: ReviewFacts, { addresses: after }: ReviewFacts): boolean =>
  Object.entries(before).some(([what, was]) => after[what] !== undefined && mayBeOwnId(was, after[what]));

/** Changed numbers without those of an address that was named by the id of its load balancer: the number is that of the load balancer. */
export const withoutNamed = (
  changes: readonly AddressChange[],
  { addresses: before }: Pick<ReviewFacts, "addresses">,
  { addresses: after }: Pick<ReviewFacts, "addresses">,
): AddressChange[] =>
  changes.filter(({ what, was }) => {
    const [old, next] = [before[what], after[what]];
    return was.length > 0 || old === undefined || next === undefined || !mayBeOwnId(old, next);
  });

const NOT_KNOWN = "it is not known whether the address moves: files do not contain its current id; compare with a stack (-s)";

/** Effect of a move on clients, as `k8s-lb plan-move` prints it; none if nothing moves. */
function moveOf(what: string, was: Address, is: Address, replaced: ReadonlySet<string>, naming: Naming): ReviewChange[] {
  const change = { of: "address", change: "changed", what } as const;
  if (replaced.has(is.serverIn) || replaced.has(is.holderIn)) {
    const from = was.holder === is.holder ? "" : `${was.holder}, now `;
    const effect = `${from}${is.holder} is deleted and created again: unreachable meanwhile`;
    return [{ ...change, was: was.holder, is: effect, move: "interrupted" }];
  }
  const isNamedAnew = naming !== "other" && mayBeOwnId(was, is);
  if (isNamedAnew && naming === "unknown") {
    const named = is.id === undefined ? `load balancer ${was.id} is no longer named` : `load balancer ${is.id} is named`;
    return [{ ...change, was: was.holder, is: `${named}; ${NOT_KNOWN}`, move: "unknown" }];
  }
  if (was.holder !== is.holder && !isNamedAnew) {
    return [
      { ...change, was: was.holder, is: `${is.holder}: clients with the old address fail until their DNS entry expires`, move: "moves" },
    ];
  }
  if (was.server === is.server) return [];
  const order = `${is.server} at the same address: ${was.server} lets go of it before ${is.server} has it`;
  return [{ ...change, was: was.server, is: order, move: "stays" }];
}

/** True if the properties that only routes have are equal; those of an added or removed route are part of it. */
const sameTerms = (a: ReviewRoute | undefined, b: ReviewRoute | undefined): boolean =>
  a === undefined || b === undefined || sameList(a.terms ?? [], b.terms ?? []);

const sameRoute = (a: ReviewRoute, b: ReviewRoute) =>
  sameShares(a.to, b.to) && sameList(allTerms(a), allTerms(b)) && (a.kept === undefined) === (b.kept === undefined);

function sameShares(a: ReviewRoute["to"], b: ReviewRoute["to"]): boolean {
  const [before, after] = [sharesOf(a), sharesOf(b)];
  return before.length === after.length && before.every(([name, share], at) => name === after[at]?.[0] && share === after[at]?.[1]);
}

const sameList = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((one) => b.includes(one));

const sameCertificate = (a: ReviewFacts["certificates"][string], b: ReviewFacts["certificates"][string]) =>
  a.ends === b.ends && a.fingerprint === b.fingerprint;

type Certificates = ReviewFacts["certificates"];

function certificateChanges(before: Certificates, after: Certificates): ReviewChange[] {
  const changes = changed("certificate", before, after, sameCertificate, endOf, endOf).map((change) =>
    withNames(change, before[change.what]?.names, after[change.what]?.names),
  );
  const prints = (word: ReviewChange["change"], side: Certificates) =>
    new Set(changes.flatMap(({ change, what }) => (change === word ? (side[what]?.fingerprint ?? []) : [])));
  const [gone, come] = [prints("removed", before), prints("added", after)];
  return changes.map((change) => {
    const print = (before[change.what] ?? after[change.what])?.fingerprint;
    return change.change !== "changed" && print !== undefined && gone.has(print) && come.has(print) ? { ...change, renamed: true } : change;
  });
}

/** Hosts that get the certificate of another Secret while both Secrets stay in use; hosts with the same change are merged. */
function otherCertificates(before: Certificates, after: Certificates): ReviewChange[] {
  const sources = new Map(Object.entries(before).flatMap(([source, { hosts = [] }]) => hosts.map((host) => [host, source] as const)));
  return Object.entries(after).flatMap(([source, is]): ReviewChange[] => {
    const bySource = new Map<string, string[]>();
    for (const host of is.hosts ?? []) {
      const was = sources.get(host);
      if (was === undefined || was === source || before[was]?.fingerprint === is.fingerprint) continue;
      addTo(bySource, was, host);
    }
    const text = `the certificate of ${source}, ${endOf(is)}`;
    return [...bySource].map(([was, hosts]) => ({ of: "certificate", change: "changed", what: shownNames(hosts), was, is: text }));
  });
}

/** Limit of named hosts. */
const NAMED = 3;

/** Adds the old and new names to a certificate that is valid for other names than before. */
function withNames(change: ReviewChange, was: readonly string[] = [], is: readonly string[] = []): ReviewChange {
  if (change.change !== "changed" || was.length === 0 || is.length === 0 || sameList(was, is)) return change;
  return { ...change, was: `${change.was} for ${shownNames(was)}`, is: `${change.is} for ${shownNames(is)}` };
}

const shownNames = (names: readonly string[]): string =>
  `${names.slice(0, NAMED).join(", ")}${names.length > NAMED ? ` and ${names.length - NAMED} more` : ""}`;

const endOf = ({ ends }: { ends: string }) => `ends ${ends.slice(0, 10)}`;

/** Shares in percent, by name. */
function sharesOf(to: ReviewRoute["to"]): (readonly [string, number])[] {
  const total = Object.values(to).reduce((sum, part) => sum + part, 0);
  const percent = (part: number) => (total === 0 ? 0 : Math.round((part * 1000) / total) / 10);
  return Object.entries(to)
    .map(([name, part]) => [name, percent(part)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

const routeText =
  ({ servers }: ReviewFacts) =>
  (route: ReviewRoute): string => {
    const { to, kept } = route;
    const shares = sharesOf(to);
    const serverCount = (name: string) => (servers[name] ? ` (${countOfServers(servers[name])})` : "");
    const parts = shares.map(([name, share]) => `${name}${shares.length > 1 ? ` ${share} %` : ""}${serverCount(name)}`);
    return [parts.join(", ") || "no Service", ...allTerms(route), ...(kept === undefined ? [] : [KEPT])].join("; ");
  };

const KEPT = "servers unknown, so an existing pool keeps its own and a new one has none";

const serversText = (servers: readonly string[]) => servers.join(" ");
