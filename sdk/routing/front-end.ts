// Interface of a front end (one family of specs): its kinds, the routes that its objects request, the status that is written back.

import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import type { KindReader, KindSource, Spec, SpecSet } from "../specs";
import type { MemberSource } from "./backends";
import type { Candidate, CandidateContext, TargetCapabilities } from "./candidates";
import type { GatewayModel } from "./gateway/model";
import type { DefaultBackend } from "./model";
import type { FixedStatus, Status, StatusDescription } from "./status";

/** A family of specs: its kinds, their API types, and the status that is written back. */
export interface FrontEnd {
  name: string;
  kinds: readonly KindReader[];
  sources: readonly KindSource[];
  /**
   * Status of an object in the fields of its kind. Default: only addresses are written back.
   *
   * @param answerOf finds the load balancer of a Gateway, `namespace/name`, that the status depends on
   */
  status?(status: Status, answerOf?: AnswerOf): { [field: string]: unknown } | undefined;
}

/** Finds the result for a Gateway by `namespace/name`; undefined if no load balancer serves it. */
export type AnswerOf = (gateway: string) => GatewayAnswer | undefined;

/** Result of the load balancer of a Gateway. */
export interface GatewayAnswer {
  /** It serves the Gateway as in the specs. */
  programmed: boolean;
  /** Addresses that clients connect to. */
  addresses: readonly string[];
  /** Reason and message of `Programmed=False`; default: it is pending. */
  reason?: "Pending" | "NoResources" | "AddressNotAssigned" | "AddressNotUsable" | "Invalid";
  message?: string;
}

/** The part of a front end that a target uses: kinds to read, and routes of their objects. */
export interface FrontEndReading {
  kinds: readonly KindReader[];
  /** Default: the objects have no routes, and the target reports their status. */
  candidates?(resolution: Resolution): RequestedRoutes;
}

/** Routes that the objects of a front end request. */
export interface RequestedRoutes {
  candidates: Candidate[];
  /** Backends for requests that match no rule. */
  defaults?: DefaultBackend[];
  /** Gateways; each has its own address. */
  gateways?: GatewayModel[];
}

/** Context of a front end: specs, target, and functions for reports. */
export interface Resolution {
  specs: SpecSet;
  hosts: TargetCapabilities;
  members: MemberSource;
  report(diagnostic: Diagnostic): void;
  /** Reports a fault of one object that affects another. */
  reportTo(about: ObjectRef, diagnostic: Diagnostic): void;
  /** Records that the host, or a part of it, is not served because the specs lack an input. */
  reportUnresolvedRef(fqdn: string, what: string): void;
  /** Opens the status of the object and returns the context for its routes. */
  open(owner: Spec): CandidateContext;
  /** True if the target processes no part of the object. The status has the reason. */
  isRefused(owner: Spec): boolean;
  /** Reason why no part of the object may be served: the target cannot apply one of its access restrictions and refuses such objects. */
  lostRestriction(owner: Spec): Diagnostic | undefined;
  /** Reason why no rule of the object may serve the host: other namespaces claim it. */
  claimRefusal(owner: Spec, host: string): string | undefined;
  /** Reason why no part of the object may be served, already reported: other namespaces claim a name of the whole object. */
  claimedName(owner: Spec): Diagnostic | undefined;
  /** Sets the status of the object, in the terms of its kind. */
  setStatus(owner: Spec, verdict: FixedStatus): void;
  /** Sets status fields of an object with conditions. */
  describe(owner: Spec, fields: StatusDescription): void;
}
