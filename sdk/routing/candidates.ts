// Candidates: what front ends request before conflicts are resolved, and what they know about the target.

import type { Diagnostic } from "../../resources/diagnostic";
import type { Spec, SpecSet } from "../specs";
import type { BackendResolver } from "./backends";
import type { Backend, Termination } from "./model";
import type { Redirect, Rule } from "./rule";

/** A rule that an object requests; conflicts decide whether it gets host and path. */
export interface RouteCandidate extends Pick<Rule, "listener" | "match" | "to" | "owner" | "at" | "tls"> {
  fqdn: string;
  scope: string;
  /** Names that differ only in case are two hosts to this front end. Default: one host, spelled as first written. */
  asWritten?: boolean;
  /** The object refuses HTTP for the host. */
  refusesClear?: boolean;
  /** Objects that delegated the part of the host to the owner, the root first. Default: none. */
  through?: readonly Spec[];
}

/** A request of an object for all TLS connections of a host. */
export interface TcpCandidate {
  owner: Spec;
  fqdn: string;
  scope: string;
  at: string;
  /** Absent for passthrough. */
  tls?: Termination;
  backends: Backend[];
  /** HTTP of the host is redirected, if the object gets the TLS port. */
  redirect?: Redirect;
  through: readonly Spec[];
}

/** Request of a front end; `conflicts.ts` decides between candidates. */
export type Candidate = RouteCandidate | TcpCandidate;

/** What a target can serve, and its settings for host names. */
export interface TargetCapabilities {
  /** True if the target serves the host, for example because of its DNS domains. */
  admits(fqdn: string): boolean;
  /** Hosts that the target serves, for messages ("HOST is not in ..."): `the DNS domains example.com`. */
  admitted: string;
  /** Host for a rule without one, if the target can generate it. */
  defaultHost(owner: Spec["ref"]): string | undefined;
  /** Host for a subdomain. Default: none. */
  below?(subdomain: string): string | undefined;
  /**
   * Separates hosts that never share an address or shard; `""` for all by default. `tcp`: servers terminate TLS.
   *
   * @param fqdn empty for requests without a host
   */
  scope(owner: Spec, on: "clear" | "tls" | "tcp", secret: string, fqdn: string): string;
  /**
   * Name, for messages, of the part of the target that finds routes by a lower-case label of host and path. Labels do not distinguish Exact
   * from Prefix, or spellings. Default: undefined, there is no such part.
   */
  labels?(on: "clear" | "tls"): string | undefined;
  /** Equivalent paths (`/foo` and `/foo/`) are two if they are written differently. Default: they are one. */
  pathsAsWritten?: boolean;
  /** A certificate of the target for a host, which replaces those of the objects. Default: none. */
  termination?(fqdn: string): Termination | undefined;
  /** True if HTTP is served for a passthrough Route with policy Allow. Default: false, OpenShift refuses such a Route. */
  clearBesidePassthrough?: boolean;
  /**
   * Name, for messages, of the controller that matches paths of OpenShift Routes by characters. Default: by segments, as OpenShift's router
   * does.
   */
  routePaths?: string;
  /** Regular expressions as paths. Default: paths are literal. */
  patterns?: PathPatterns;
}

/** Regular expressions as paths, on a target that supports them. */
export interface PathPatterns {
  /** True if paths of the host are regular expressions. */
  reads(fqdn: string, on: "clear" | "tls"): boolean;
  /** Remedy for a host with literal paths that look like expressions. */
  remedy(fqdn: string): string;
  /** Further effect of such a path, appended to a message. */
  harm?: string;
}

/** Context for the routes of one object. `report` takes diagnostics about the object. */
export interface CandidateContext {
  specs: SpecSet;
  hosts: TargetCapabilities;
  backends: BackendResolver;
  report(diagnostic: Diagnostic): void;
  /** Records that the host, or a part of it, is not served because the specs lack an input: `Secret default/web-tls`. */
  reportUnresolvedRef(fqdn: string, what: string): void;
  /** Records that the object requests this host and the target serves it, whichever object gets it. */
  admit(fqdn: string): void;
}
