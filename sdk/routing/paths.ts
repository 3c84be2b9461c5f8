import { type Diagnostic, describeObject } from "../../kinds/diagnostic";
import { compare, diagnose, knownAnnotation, UNSUPPORTED_ANNOTATIONS } from "../specs";
import type { Candidate, HostRules, RouteCandidate } from "./candidates";
import type { Backend, RoutePath } from "./model";

/** A path of segments without the slashes at its end, which mean nothing there. */
export const stemOf = (path: string): string => path.replace(/\/+$/, "");

/** True if `outer` matches everything that `inner` matches. */
export function covers(outer: RoutePath, inner: RoutePath): boolean {
  if (outer.type === "exact") return inner.type === "exact" && inner.path === outer.path;
  // the least path of all
  const least = inner.type === "segments" ? stemOf(inner.path) || "/" : inner.path;
  if (outer.type === "prefix") return least.startsWith(outer.path);
  const stem = stemOf(outer.path);
  return least.startsWith(`${stem}/`) || (least === stem && (inner.type !== "prefix" || stem === ""));
}

/**
 * Order of two paths that match a request: the whole path first, then longer before shorter, then by segments before by characters. 0 for
 * two that match the same.
 */
export function bySpecificity(a: RoutePath, b: RoutePath): number {
  const rank = { exact: 0, segments: 1, prefix: 2 };
  const exact = Number(b.type === "exact") - Number(a.type === "exact");
  const significant = ({ path, type }: RoutePath) => (type === "segments" ? stemOf(path) || "/" : path);
  const [first, second] = [significant(a), significant(b)];
  return exact || second.length - first.length || rank[a.type] - rank[b.type] || compare(first, second);
}

/** Owners of each path of each host. Clear text and TLS are judged apart, and so are a whole path and a beginning of paths. */
export class HostPaths {
  private readonly taken = new Map<string, RouteCandidate[]>();
  private readonly labels = new Map<string, RouteCandidate>();
  /** First candidate for each beginning of paths, if labels decide. It has the label, even before an older whole path. */
  private readonly prefixes = new Map<string, RouteCandidate>();

  /** Candidates for all paths of a host, by host. */
  private readonly everything = new Map<string, RouteCandidate[]>();

  constructor(
    candidates: readonly Candidate[],
    private readonly rules: Pick<HostRules, "labels" | "pathsAsWritten">,
  ) {
    for (const candidate of candidates) {
      if (!("to" in candidate) || !("backends" in candidate.to) || candidate.match.type === "exact") continue;
      const label = this.labelOf(candidate);
      if (label && !this.prefixes.has(label)) this.prefixes.set(label, candidate);
    }
  }

  /** True if host and path are free for the candidate; otherwise reports the owner of both. */
  take(candidate: RouteCandidate, report: (diagnostic: Diagnostic) => void): boolean {
    const keys = keysOf(candidate);
    const label = this.labelOf(candidate);
    const winner = keys.flatMap((key) => this.taken.get(key) ?? []).find((other) => !this.isApart(candidate, other));
    const rival = winner ?? this.rivalOf(candidate, label);
    if (!rival) {
      for (const key of keys) this.taken.set(key, [...(this.taken.get(key) ?? []), candidate]);
      if (label && !this.labels.has(label)) this.labels.set(label, candidate);
      this.reportWithoutPath(candidate, report);
      return true;
    }
    const asWritten = candidate.match.path === rival.match.path && candidate.match.type === rival.match.type;
    if (!asWritten && saysTheSame(candidate, rival)) return false;
    report(winner ? belongsTo(candidate, winner) : indistinguishable(candidate, rival, this.rules.labels?.(candidate.on)));
    return false;
  }

  /** Of rules for everything the one with the path `/` goes before one without a path, which then gets no request, however old it is. */
  private reportWithoutPath(candidate: RouteCandidate, report: (diagnostic: Diagnostic) => void): void {
    const { scope, on, fqdn, match } = candidate;
    if (match.type === "exact" || (match.path !== "" && match.path !== "/")) return;
    const place = `${scope} ${on} ${fqdn.toLowerCase()}`;
    const others = this.everything.get(place) ?? [];
    this.everything.set(place, [...others, candidate]);
    for (const other of others) {
      const [without, taking] = match.path === "" ? [candidate, other] : [other, candidate];
      if (without.match.path === taking.match.path || saysTheSame(without, taking)) continue;
      const message = `${fqdn} without a path gets no request: the path / of ${describeObject(taking.owner.ref)} takes them all`;
      report(diagnose("LB1203", without.owner.ref, without.at, message, { about: { host: fqdn, path: "" } }));
    }
  }

  /** True if two paths that mean the same still count as two. */
  private isApart(a: RouteCandidate, b: RouteCandidate): boolean {
    return this.rules.pathsAsWritten === true && a.match.path !== b.match.path;
  }

  /** Holder of the label. The older kinds, which promise nothing, share labels as before. */
  private rivalOf(candidate: RouteCandidate, label: string | undefined): RouteCandidate | undefined {
    if (label === undefined) return undefined;
    const rival = (candidate.match.type === "exact" && this.prefixes.get(label)) || this.labels.get(label);
    return rival && (candidate.match.longestWins || rival.match.longestWins) ? rival : undefined;
  }

  private labelOf({ scope, on, fqdn, match }: RouteCandidate): string | undefined {
    return this.rules.labels?.(on) ? [scope, on, fqdn, match.path.toLowerCase()].join(" ") : undefined;
  }
}

/**
 * Keys of the paths that a candidate takes of its host. A path of segments is the same with and without a slash at its end, and so are all
 * paths. The older kinds keep both apart, as AKO does.
 */
function keysOf({ scope, on, fqdn, match: { path, type, longestWins } }: RouteCandidate): string[] {
  const isEverything = longestWins && type !== "exact" && stemOf(path) === "";
  const stem = type === "segments" ? stemOf(path) : path;
  const paths = isEverything ? ["", "/"] : stem === path ? [path] : [path, stem];
  const place = `${scope} ${on} ${fqdn} ${type === "exact" ? "whole" : "begins"}`;
  return paths.map((each) => `${place} ${each}`);
}

/** Two ways to say the same in one object: nothing is lost when only one of them is served. */
function saysTheSame(a: RouteCandidate, b: RouteCandidate): boolean {
  const services = (backends: readonly Backend[]) =>
    JSON.stringify(backends.map(({ service, port, weight }) => [service.namespace, service.name, port?.port, weight]));
  return a.owner === b.owner && "backends" in a.to && "backends" in b.to && services(a.to.backends) === services(b.to.backends);
}

function belongsTo(candidate: RouteCandidate, winner: RouteCandidate): Diagnostic {
  const hostPath = `${candidate.fqdn}${candidate.match.path}`;
  const message = `${hostPath} belongs to ${describeObject(winner.owner.ref)}, which is older or comes first; this path of ${describeObject(candidate.owner.ref)} contributes nothing`;
  const unsupported = Object.entries(candidate.owner.meta.annotations).map(([name, value]) => knownAnnotation(name, value)?.unsupported);
  const remedy = unsupported.includes(UNSUPPORTED_ANNOTATIONS.canary) ? { remedy: UNSUPPORTED_ANNOTATIONS.canary.remedy } : {};
  return diagnose("LB1203", candidate.owner.ref, candidate.at, message, {
    ...remedy,
    about: { host: candidate.fqdn, path: candidate.match.path },
  });
}

function indistinguishable({ fqdn, match, at, owner }: RouteCandidate, rival: RouteCandidate, labels = ""): Diagnostic {
  const kind = match.type === "exact" ? "the whole path " : "";
  const other = `${rival.match.type === "exact" ? "" : "the prefix "}${fqdn}${rival.match.path} of ${describeObject(rival.owner.ref)}`;
  const message = `${kind}${fqdn}${match.path} cannot be told from ${other}, which takes its requests: ${labels}`;
  return diagnose("LB1209", owner.ref, at, message, {
    remedy: "Serve the host with TLS, where paths are told apart, or use another path.",
    about: { host: fqdn, path: match.path },
  });
}
