// Resolves conflicts by precedence: decides which object gets a host, a path and a certificate. The older object wins.

import { type Diagnostic, describeObject } from "../../resources/diagnostic";
import { bySeniority, compare, diagnose, type Spec } from "../specs";
import type { Candidate, RouteCandidate, TargetCapabilities, TcpCandidate } from "./candidates";
import type { DefaultBackend, Termination } from "./model";
import { HostPaths } from "./paths";
import { HTTP_LISTENER, isOnTls, pathOnly } from "./rule";
import { canMatch } from "./unreachable-paths";
import type { VirtualHost } from "./virtual-host";

/**
 * Gives every host and path to one object: to the older one, then by namespace/name, then as written. Hosts are compared without case; the
 * first spelling is used, and other spellings are ignored. HTTP and TLS are separate. The certificate of a host is that of its first TLS
 * route, and paths of other objects stay. Losers get a diagnostic that names the winner (test/cases/acceptance/cases/ako/README.md, "Decided
 * otherwise").
 */
export function resolveConflicts(
  candidates: readonly Candidate[],
  rules: Pick<TargetCapabilities, "labels" | "pathsAsWritten" | "patterns">,
  report: (diagnostic: Diagnostic) => void,
): VirtualHost[] {
  const hosts = new Hosts();
  const ordered = [...candidates].sort((a, b) => bySeniority(a.owner, b.owner)); // stable: rules of one object stay in order
  const paths = new HostPaths(ordered, rules);
  for (const candidate of ordered) {
    if (!("to" in candidate)) {
      giveTcp(hosts.of(candidate, true), candidate, report);
      continue;
    }
    if (!canMatch(candidate, rules, report)) continue;
    const host = hosts.of(candidate, candidate.asWritten);
    if (host.fqdn !== candidate.fqdn) {
      const owner = describeObject(host.root.ref);
      const message = `${candidate.fqdn} is the host ${host.fqdn} of ${owner} in another spelling; this rule is ignored`;
      report(
        diagnose("LB1205", candidate.owner.ref, candidate.at, message, {
          remedy: `Write the host as ${host.fqdn}.`,
          about: { host: candidate.fqdn },
        }),
      );
      continue;
    }
    if (isOnTls(candidate) && host.tcp) {
      tlsBelongsTo(host.tcp.owner, host, candidate, report);
      continue;
    }
    if ("backends" in candidate.to && !paths.take(candidate, report)) continue;
    if (isOnTls(candidate)) useCertificate(host, candidate, report);
    if (candidate.refusesClear) host.refusesClear = true;
    const { listener, match, to, owner, at, tls, through = [] } = candidate;
    host.routes.push({ ...ruleFor(host), listener, match, to, owner, at, ...(tls ? { tls } : {}) });
    host.owners.push(...through, owner);
  }
  for (const host of hosts.all) if (host.tls) host.tls = withStrictestVersion(host, host.tls);
  for (const host of hosts.all) if (host.owners.length > 1) host.owners = [...new Set(host.owners)].sort(bySeniority);
  return hosts.all.sort((a, b) => compare(a.fqdn, b.fqdn) || compare(a.scope, b.scope));
}

/** Hosts by name, as first written and without case. */
class Hosts {
  readonly all: VirtualHost[] = [];
  private readonly written = new Map<string, VirtualHost>();
  private readonly folded = new Map<string, VirtualHost>();

  of({ fqdn, scope, owner, through = [] }: Candidate, asWritten = false): VirtualHost {
    const [name, folded] = [`${scope} ${fqdn}`, `${scope} ${fqdn.toLowerCase()}`];
    const existing = this.written.get(name) ?? (asWritten ? undefined : this.folded.get(folded));
    if (existing) return existing;
    const host: VirtualHost = { fqdn, scope, routes: [], root: through[0] ?? owner, owners: [] };
    this.all.push(host);
    this.written.set(name, host);
    if (!this.folded.has(folded)) this.folded.set(folded, host);
    return host;
  }
}

/** Hosts that differ only in case, by the first of them: targets that ignore case cannot separate them. */
export function otherSpellings<H extends VirtualHost>(hosts: readonly H[]): Map<H, H> {
  const first = new Map<string, H>();
  const others = new Map<H, H>();
  for (const host of hosts) {
    const key = `${host.scope} ${host.fqdn.toLowerCase()}`;
    const firstSpelling = first.get(key);
    if (firstSpelling) others.set(host, firstSpelling);
    else first.set(key, host);
  }
  return others;
}

/** Parts of a rule that follow from its host. */
const ruleFor = ({ fqdn }: VirtualHost) => ({ host: fqdn === "*" ? "" : fqdn, except: [], index: 0 });

/** A TLS port serves either requests or connections, and connections for one object only. */
function giveTcp(host: VirtualHost, candidate: TcpCandidate, report: (diagnostic: Diagnostic) => void): void {
  const winner = host.tcp?.owner ?? host.routes.find(isOnTls)?.owner;
  if (winner) {
    tlsBelongsTo(winner, host, candidate, report);
    return;
  }
  host.tls = candidate.tls;
  host.tcp = { backends: candidate.backends, owner: candidate.owner, at: candidate.at };
  if (candidate.redirect)
    host.routes.push({
      ...ruleFor(host),
      listener: HTTP_LISTENER,
      match: pathOnly({ is: "characters", value: "" }),
      to: candidate.redirect,
      owner: candidate.owner,
      at: candidate.at,
    });
  host.owners.push(...candidate.through, candidate.owner);
}

function tlsBelongsTo(winner: Spec, host: VirtualHost, loser: Candidate, report: (diagnostic: Diagnostic) => void): void {
  const message = `TLS of ${host.fqdn} belongs to ${describeObject(winner.ref)}, which is older or comes first; that of ${describeObject(loser.owner.ref)} is ignored`;
  report(diagnose("LB1203", loser.owner.ref, loser.at, message, { remedy: "Give one of them another host.", about: { host: host.fqdn } }));
}

/** Gives the host the certificate of its first TLS route. */
function useCertificate(host: VirtualHost, candidate: RouteCandidate, report: (diagnostic: Diagnostic) => void): void {
  host.tls ??= candidate.tls;
  const [mine, theirs] = [candidate.tls?.source, host.tls?.source];
  if (!mine || !theirs || (mine.name === theirs.name && mine.namespace === theirs.namespace && mine.kind === theirs.kind)) return;
  const winner = host.routes.find((route) => route.tls === host.tls)?.owner.ref;
  const by = winner ? ` of ${describeObject(winner)}` : "";
  const message = `${host.fqdn} already has the certificate from ${describeObject(theirs)}${by}; the one from ${describeObject(mine)} is not used`;
  report(diagnose("LB1204", candidate.owner.ref, candidate.at, message, { about: { host: host.fqdn } }));
}

/** Raises the minimum TLS version of a host to the highest that one of its routes requires. */
function withStrictestVersion({ routes }: VirtualHost, tls: Termination): Termination {
  const versions = routes.flatMap((route) => route.tls?.minimumVersion ?? []);
  if (versions.length === 0) return tls;
  return { ...tls, minimumVersion: [...versions, tls.minimumVersion ?? "1.1"].toSorted().at(-1) };
}

/** Limit of named objects in a message. */
const MOST_NAMED = 5;

/** Removes default backends of a scope that has several: a load balancer has one. */
export function resolveDefaultConflicts(defaults: readonly DefaultBackend[], report: (diagnostic: Diagnostic) => void): DefaultBackend[] {
  const rivals = new Map<string, Spec[]>(defaults.map(({ scope }) => [scope, []]));
  for (const { scope, owner } of defaults) rivals.get(scope)?.push(owner);
  const names = new Map([...rivals].map(([scope, owners]) => [scope, namesOf(owners.toSorted(bySeniority))]));
  return defaults.filter(({ scope, owner, at }) => {
    if (rivals.get(scope)?.length === 1) return true;
    const message = `${names.get(scope)} share a load balancer, which can have only one default backend; all of them are ignored`;
    report(diagnose("LB1210", owner.ref, at, message));
    return false;
  });
}

function namesOf(owners: readonly Spec[]): string {
  const [named, others] = [owners.slice(0, MOST_NAMED), owners.length - MOST_NAMED];
  return [...named.map(({ ref }) => describeObject(ref)), ...(others > 0 ? [`${others} others`] : [])].join(" and ");
}
