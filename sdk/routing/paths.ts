// Compares paths of rules: precedence of two paths that match one request, and which object gets a path.

import { type Diagnostic, describeObject } from "../../resources/diagnostic";
import { addTo } from "../../resources/lists";
import { compare, diagnose, knownAnnotation, UNSUPPORTED_ANNOTATIONS } from "../specs";
import type { Candidate, RouteCandidate, TargetCapabilities } from "./candidates";
import type { Backend } from "./model";
import { isOnTls, type PathMatch } from "./rule";

/** A path without trailing slashes, which have no meaning when paths are compared by segments. */
export const stemOf = (path: string): string => path.replace(/\/+$/, "");

/** True if `outer` matches everything that `inner` matches. */
export function covers(outer: PathMatch, inner: PathMatch): boolean {
  if (outer.is === "exact") return inner.is === "exact" && inner.value === outer.value;
  // the shortest path that matches
  const least = inner.is === "segments" ? stemOf(inner.value) || "/" : inner.value;
  if (outer.is === "characters") return least.startsWith(outer.value);
  const stem = stemOf(outer.value);
  return least.startsWith(`${stem}/`) || (least === stem && (inner.is !== "characters" || stem === ""));
}

/**
 * Order of two paths that match the same request: exact paths first, then longer before shorter, then segments before characters. 0 if they
 * match the same requests.
 */
export function bySpecificity(a: PathMatch, b: PathMatch): number {
  const rank = { exact: 0, regex: 0, segments: 1, characters: 2 };
  const exact = Number(b.is === "exact") - Number(a.is === "exact");
  const significant = ({ is, value }: PathMatch) => (is === "segments" ? stemOf(value) || "/" : value);
  const [first, second] = [significant(a), significant(b)];
  return exact || second.length - first.length || rank[a.is] - rank[b.is] || compare(first, second);
}

/** Owners of each path of each host. HTTP and TLS are separate, and so are exact paths and prefixes. */
export class HostPaths {
  private readonly taken = new Map<string, RouteCandidate[]>();
  private readonly labels = new Map<string, RouteCandidate>();
  /** First candidate for each prefix, where labels decide. It has the label, even before an older exact path. */
  private readonly prefixes = new Map<string, RouteCandidate>();

  /** Candidates for all paths, by host. */
  private readonly everything = new Map<string, RouteCandidate[]>();

  constructor(
    candidates: readonly Candidate[],
    private readonly rules: Pick<TargetCapabilities, "labels" | "pathsAsWritten">,
  ) {
    for (const candidate of candidates) {
      if (!("to" in candidate) || !("backends" in candidate.to) || candidate.match.path.is === "exact") continue;
      const label = this.labelOf(candidate);
      if (label && !this.prefixes.has(label)) this.prefixes.set(label, candidate);
    }
  }

  /** True if host and path are free for the candidate; else reports the owner. */
  take(candidate: RouteCandidate, report: (diagnostic: Diagnostic) => void): boolean {
    const keys = keysOf(candidate);
    const label = this.labelOf(candidate);
    const winner = keys.flatMap((key) => this.taken.get(key) ?? []).find((other) => !this.isApart(candidate, other));
    const rival = winner ?? this.rivalOf(candidate, label);
    if (!rival) {
      for (const key of keys) addTo(this.taken, key, candidate);
      if (label && !this.labels.has(label)) this.labels.set(label, candidate);
      this.reportWithoutPath(candidate, report);
      return true;
    }
    const asWritten = candidate.match.path.value === rival.match.path.value && candidate.match.path.is === rival.match.path.is;
    if (!asWritten && saysTheSame(candidate, rival)) return false;
    report(winner ? belongsTo(candidate, winner) : indistinguishable(candidate, rival, this.rules.labels?.(sideOf(candidate))));
    return false;
  }

  /** A rule with the path `/` precedes one without a path, regardless of age, so the latter gets no request. */
  private reportWithoutPath(candidate: RouteCandidate, report: (diagnostic: Diagnostic) => void): void {
    const { scope, fqdn, match } = candidate;
    if (match.path.is === "exact" || (match.path.value !== "" && match.path.value !== "/")) return;
    const place = `${scope} ${sideOf(candidate)} ${fqdn.toLowerCase()}`;
    const others = this.everything.get(place) ?? [];
    this.everything.set(place, [...others, candidate]);
    for (const other of others) {
      const [without, taking] = match.path.value === "" ? [candidate, other] : [other, candidate];
      if (without.match.path.value === taking.match.path.value || saysTheSame(without, taking)) continue;
      const message = `${fqdn} without a path gets no request: the path / of ${describeObject(taking.owner.ref)} takes them all`;
      report(diagnose("LB1203", without.owner.ref, without.at, message, { about: { host: fqdn, path: "" } }));
    }
  }

  /** True if two equivalent paths count as two. */
  private isApart(a: RouteCandidate, b: RouteCandidate): boolean {
    return this.rules.pathsAsWritten === true && a.match.path.value !== b.match.path.value;
  }

  /** Candidate that has the label. Older kinds, whose path order is not defined, share labels. */
  private rivalOf(candidate: RouteCandidate, label: string | undefined): RouteCandidate | undefined {
    if (label === undefined) return undefined;
    const rival = (candidate.match.path.is === "exact" && this.prefixes.get(label)) || this.labels.get(label);
    return rival && (candidate.match.path.longestWins || rival.match.path.longestWins) ? rival : undefined;
  }

  private labelOf(candidate: RouteCandidate): string | undefined {
    const { scope, fqdn, match } = candidate;
    const on = sideOf(candidate);
    return this.rules.labels?.(on) ? [scope, on, fqdn, match.path.value.toLowerCase()].join(" ") : undefined;
  }
}

/**
 * Keys of the paths that a candidate takes. Trailing slashes do not matter for segments, nor for rules that match everything. Older kinds
 * treat both forms as different, as AKO does.
 */
function keysOf(candidate: RouteCandidate): string[] {
  const { scope, fqdn } = candidate;
  const { is, value: path, longestWins } = candidate.match.path;
  const isEverything = longestWins && is !== "exact" && stemOf(path) === "";
  const stem = is === "segments" ? stemOf(path) : path;
  const paths = isEverything ? ["", "/"] : stem === path ? [path] : [path, stem];
  const place = `${scope} ${sideOf(candidate)} ${fqdn} ${is === "exact" ? "whole" : "begins"}`;
  return paths.map((each) => `${place} ${each}`);
}

/** Side of a candidate, as {@link TargetCapabilities} names it. */
const sideOf = (candidate: RouteCandidate) => (isOnTls(candidate) ? "tls" : "clear");

/** Two equal rules in one object: serving one of them is enough. */
function saysTheSame(a: RouteCandidate, b: RouteCandidate): boolean {
  const services = (backends: readonly Backend[]) =>
    JSON.stringify(backends.map(({ service, port, weight }) => [service.namespace, service.name, port?.port, weight]));
  return a.owner === b.owner && "backends" in a.to && "backends" in b.to && services(a.to.backends) === services(b.to.backends);
}

function belongsTo(candidate: RouteCandidate, winner: RouteCandidate): Diagnostic {
  const hostPath = `${candidate.fqdn}${candidate.match.path.value}`;
  const message = `${hostPath} belongs to ${describeObject(winner.owner.ref)}, which is older or comes first; this path of ${describeObject(candidate.owner.ref)} is ignored`;
  const unsupported = Object.entries(candidate.owner.meta.annotations).map(([name, value]) => knownAnnotation(name, value)?.unsupported);
  const remedy = unsupported.includes(UNSUPPORTED_ANNOTATIONS.canary) ? { remedy: UNSUPPORTED_ANNOTATIONS.canary.remedy } : {};
  return diagnose("LB1203", candidate.owner.ref, candidate.at, message, {
    ...remedy,
    about: { host: candidate.fqdn, path: candidate.match.path.value },
  });
}

function indistinguishable({ fqdn, match, at, owner }: RouteCandidate, rival: RouteCandidate, labels = ""): Diagnostic {
  const kind = match.path.is === "exact" ? "the whole path " : "";
  const other = `${rival.match.path.is === "exact" ? "" : "the prefix "}${fqdn}${rival.match.path.value} of ${describeObject(rival.owner.ref)}`;
  const message = `${kind}${fqdn}${match.path.value} gets no requests, ${other} takes them: ${labels}`;
  return diagnose("LB1209", owner.ref, at, message, {
    remedy: "Serve the host with TLS, where paths are distinguished, or use another path.",
    about: { host: fqdn, path: match.path.value },
  });
}
