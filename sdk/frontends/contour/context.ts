import type { Diagnostic, ObjectRef } from "../../../resources/diagnostic";
import type { MemberSource } from "../../routing/backends";
import type { Candidate, TargetCapabilities } from "../../routing/candidates";
import type { FixedStatus } from "../../routing/status";
import { diagnose, type Spec, type SpecCode, type SpecSet } from "../../specs";
import { CONTOUR_CLASS_ANNOTATIONS, type IngressRoute } from "./ingress-route-reader";

/** Context of the front ends of Contour's kinds. */
export interface ContourContext {
  specs: SpecSet;
  rules: ContourRules;
  hosts: TargetCapabilities;
  members: MemberSource;
  /** The ledger says it once, however many delegations lead to it. */
  report(diagnostic: Diagnostic): void;
  /** Notes that the host, or a part of it, is not served because the specs lack something. */
  reportUnresolvedRef(fqdn: string, what: string): void;
  /** The IngressRoute of this name, if it is ours and sound enough to be read. */
  find(namespace: string, name: string): IngressRoute | undefined;
}

/** Settings of a target for IngressRoute and the Contour Route CRD. */
export interface ContourRules {
  /** Namespaces that may contain roots; empty: all. */
  rootNamespaces: readonly string[];
  /** True if `permitInsecure` has no effect. */
  disablePermitInsecure: boolean;
  /** The class that is ours. */
  ingressClass: string;
}

/** True if the object is ours: it names our class, an empty one, or none (contour.md 1.2, step 1). */
export function isOfContourClass({ meta }: Spec, { ingressClass }: ContourRules): boolean {
  const name = CONTOUR_CLASS_ANNOTATIONS.find((annotation) => annotation in meta.annotations);
  const named = name ? meta.annotations[name] : "";
  return named === "" || named === ingressClass;
}

/** Result of a front end for all its objects together. */
export interface FrontEndResult {
  candidates: Candidate[];
  /** Every object that is ours, and what is thought of it. */
  judged: { owner: Spec; verdict: FixedStatus }[];
}

/** Something for which a whole object is rejected: partial application is not attempted (seed, "Validation rules", 1). */
export interface ContourFault {
  code: SpecCode;
  at: string;
  /** Contour's own text where it has one (contour.md 1.3). */
  message: string;
  remedy?: string;
  /** The seed forbids it, Contour of that time did not: it never comes before Contour's own faults. */
  beyondContour?: boolean;
  /** Missing input, if that is the fault: `Secret default/web-tls`. */
  unresolvedRef?: string;
}

/** The description of a status: the first of Contour's reasons in the order in which it looks, else the first of the seed's. */
function firstReason(faults: readonly ContourFault[]): string {
  return (faults.find(({ beyondContour }) => !beyondContour) ?? faults[0])?.message ?? "";
}

export function faultDiagnostic(object: ObjectRef, { code, at, message, remedy }: ContourFault): Diagnostic {
  return diagnose(code, object, at, message, { remedy });
}

const VALID: FixedStatus = { state: "valid", description: "valid IngressRoute" };

/**
 * Verdict on each object. An object to which several parents delegate is judged for each of them. Its status is that of the first, in the
 * order of the routes of the parents (contour.md 1.3: the first status of an object wins).
 */
export class DelegationStatuses {
  private readonly first = new Map<IngressRoute, FixedStatus>();

  constructor(private readonly cx: ContourContext) {}

  /** Notes the faults; true when there are none. */
  record(object: IngressRoute, faults: readonly ContourFault[]): boolean {
    for (const fault of faults) this.cx.report(faultDiagnostic(object.ref, fault));
    const sound = faults.length === 0;
    if (!this.first.has(object)) this.first.set(object, sound ? VALID : { state: "invalid", description: firstReason(faults) });
    return sound;
  }

  of(object: IngressRoute): FixedStatus | undefined {
    return this.first.get(object);
  }
}

export const quote = (text: string) => JSON.stringify(text);

export const ingressRouteName = ({ ref }: { ref: ObjectRef }) => `${ref.namespace}/${ref.name}`;

/** The object that a delegation names; without a namespace it is that of the object that delegates (contour.md 1.2, step 9). */
export function targetOf(from: IngressRoute, to: { name: string; namespace: string }): { namespace: string; name: string } {
  return { namespace: to.namespace || from.ref.namespace, name: to.name };
}
