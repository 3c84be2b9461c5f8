import type { Diagnostic } from "../../resources/diagnostic";
import type { Spec, SpecSet } from "../specs";
import type { BackendResolver } from "./backends";
import type { Backend, Termination } from "./model";
import type { Redirect, Rule } from "./rule";

/** A rule that an object asks for, before it is known whether host and path are free. */
export interface RouteCandidate extends Pick<Rule, "listener" | "match" | "to" | "owner" | "at" | "tls"> {
  fqdn: string;
  scope: string;
  /** Names that differ only in case are two hosts to this front end. Default: they are one, and its first spelling is used. */
  asWritten?: boolean;
  /** The object says that clear text of the host is refused. */
  refusesClear?: boolean;
  /** Objects that gave the owner its part of the host, its root first. Default: none, the host is its own. */
  through?: readonly Spec[];
}

/** The TLS port of a host as a whole, which an object asks for. */
export interface TcpCandidate {
  owner: Spec;
  fqdn: string;
  scope: string;
  at: string;
  /** Absent for passthrough. */
  tls?: Termination;
  backends: Backend[];
  /** Clear text of the host is redirected; only as long as the object has the TLS port. */
  redirect?: Redirect;
  through: readonly Spec[];
}

/** Request of a front end. `conflicts.ts` decides who gets it. */
export type Candidate = RouteCandidate | TcpCandidate;

/** Settings of the target for host names. */
export interface TargetCapabilities {
  /** True if the target serves this host, e.g. because of its DNS domains. */
  admits(fqdn: string): boolean;
  /** Hosts that the target serves, for messages ("HOST is not in ..."): `the DNS domains example.com`. */
  admitted: string;
  /** The host of a rule that has none, if one can be made. */
  defaultHost(owner: Spec["ref"]): string | undefined;
  /** The host of a subdomain, where only that is given. Default: none. */
  below?(subdomain: string): string | undefined;
  /**
   * Divides hosts that never meet, e.g. those of different shards or addresses; `""` for all by default. On `tcp` TLS ends at the servers.
   *
   * @param fqdn empty for requests that name no host
   */
  scope(owner: Spec, on: "clear" | "tls" | "tcp", secret: string, fqdn: string): string;
  /**
   * Part of the target, for messages, that finds routes by a label of host and path in lower case. The label distinguishes neither Exact
   * from Prefix nor spellings. Undefined if there is no such part, which is the default.
   */
  labels?(on: "clear" | "tls"): string | undefined;
  /** Paths that are the same to Kubernetes (`/foo` and `/foo/`) are two where they are written differently. Default: one. */
  pathsAsWritten?: boolean;
  /** The certificate that the target has for a host, in the place of those of its objects. Default: it has none. */
  termination?(fqdn: string): Termination | undefined;
  /** True if clear text of a passthrough Route with policy Allow is served. Default: it is not, OpenShift refuses such a Route. */
  clearBesidePassthrough?: boolean;
  /**
   * Name, for messages, of the controller that reads paths of OpenShift Routes by characters. Default: whole segments, as OpenShift's
   * router does.
   */
  routePaths?: string;
  /** Regular expressions in the place of paths. Default: paths are compared as they are written. */
  patterns?: PathPatterns;
}

/** Regular expressions as paths, on a target that can have them. */
export interface PathPatterns {
  /** True if the paths of the host are read as regular expressions. */
  reads(fqdn: string, on: "clear" | "tls"): boolean;
  /** Order for a host whose paths are not, though they look like it. */
  remedy(fqdn: string): string;
  /** Further effect of such a path, for the end of a message. */
  harm?: string;
}

/** Context of the routes of one object. Diagnostics about the object go to `report`. */
export interface CandidateContext {
  specs: SpecSet;
  hosts: TargetCapabilities;
  backends: BackendResolver;
  report(diagnostic: Diagnostic): void;
  /** Notes that the host, or a part of it, is not served because the specs lack something: `Secret default/web-tls`. */
  reportUnresolvedRef(fqdn: string, what: string): void;
  /** Notes that the object wants requests for this host and the target serves it, whatever the outcome. */
  admit(fqdn: string): void;
}
