import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import type { KindReader, KindSource, Spec, SpecSet } from "../specs";
import type { MemberSource } from "./backends";
import type { Candidate, CandidateContext, TargetCapabilities } from "./candidates";
import type { GatewayModel } from "./gateway/model";
import type { DefaultBackend } from "./model";
import type { FixedStatus, Status, StatusDescription } from "./status";

/** A family of specs that ask for load balancing: its kinds, where a cluster serves them, and what is written back. */
export interface FrontEnd {
  name: string;
  kinds: readonly KindReader[];
  sources: readonly KindSource[];
  /**
   * Status of one of its objects, in the fields of its kind. Default: addresses alone are written back.
   *
   * @param answerOf the load balancer of a Gateway, `namespace/name`, that the status or an entry of it depends on
   */
  status?(status: Status, answerOf?: AnswerOf): { [field: string]: unknown } | undefined;
}

/** Answer for a Gateway by `namespace/name`; undefined where no load balancer serves it. */
export type AnswerOf = (gateway: string) => GatewayAnswer | undefined;

/** Answer of the load balancer of a Gateway. */
export interface GatewayAnswer {
  /** It serves the Gateway as it is in the specs. */
  programmed: boolean;
  /** Addresses that clients connect to. */
  addresses: readonly string[];
  /** Reason and message of `Programmed=False`; default: it is pending. */
  reason?: "Pending" | "NoResources" | "AddressNotAssigned" | "AddressNotUsable" | "Invalid";
  message?: string;
}

/** Part that a target takes of a front end: the kinds that it reads, and the routes that their objects ask for. */
export interface FrontEndReading {
  kinds: readonly KindReader[];
  /** Default: the objects ask for no routes, and the target itself reports the outcome of each. */
  candidates?(resolution: Resolution): RequestedRoutes;
}

/** Requests of the objects of a front end. */
export interface RequestedRoutes {
  candidates: Candidate[];
  /** Backends for requests that no rule takes. */
  defaults?: DefaultBackend[];
  /** Gateways, each with an address of its own. */
  gateways?: GatewayModel[];
}

/** Specs and target as a front end sees them, and where it says what it finds. */
export interface Resolution {
  specs: SpecSet;
  hosts: TargetCapabilities;
  members: MemberSource;
  report(diagnostic: Diagnostic): void;
  /** Reports a fault of one object that is a loss to another. */
  reportTo(about: ObjectRef, diagnostic: Diagnostic): void;
  /** Notes that the host, or a part of it, is not served because the specs lack something. */
  reportUnresolvedRef(fqdn: string, what: string): void;
  /** Gives the object a status, and what its routes are made with. */
  open(owner: Spec): CandidateContext;
  /** True if the target processes nothing of the object. The status gives the reason. */
  isRefused(owner: Spec): boolean;
  /** Reason why nothing of the object may be served: a restriction of clients that was reported is lost, and the target refuses such objects. */
  lostRestriction(owner: Spec): Diagnostic | undefined;
  /** Reason why no rule of the object may serve the host: other namespaces claim it. */
  claimRefusal(owner: Spec, host: string): string | undefined;
  /** Reason why nothing of the object may be served, which is reported: other namespaces claim a name of all of it. */
  claimedName(owner: Spec): Diagnostic | undefined;
  /** Gives the object a status in the words of its kind. */
  setStatus(owner: Spec, verdict: FixedStatus): void;
  /** Gives an object that has a status the fields of it, for a kind that has conditions. */
  describe(owner: Spec, fields: StatusDescription): void;
}
