// Types that the front ends of Contour's kinds share: context, settings, result; and rejects whole objects.

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
  /** Duplicates are ignored: several delegations may lead to the same fault. */
  report(diagnostic: Diagnostic): void;
  /** Records that the host, or a part of it, is not served because the specs lack an input. */
  reportUnresolvedRef(fqdn: string, what: string): void;
  /** The IngressRoute of this name, if it is valid and of our class. */
  find(namespace: string, name: string): IngressRoute | undefined;
}

/** Settings of a target for IngressRoute and the Contour Route CRD. */
export interface ContourRules {
  /** Namespaces that may contain roots; empty: all. */
  rootNamespaces: readonly string[];
  /** True if `permitInsecure` has no effect. */
  disablePermitInsecure: boolean;
  /** Our class. */
  ingressClass: string;
}

/** True if the object belongs to us: it names our class, an empty one, or none (contour.md 1.2, step 1). */
export function isOfContourClass({ meta }: Spec, { ingressClass }: ContourRules): boolean {
  const name = CONTOUR_CLASS_ANNOTATIONS.find((annotation) => annotation in meta.annotations);
  const named = name ? meta.annotations[name] : "";
  return named === "" || named === ingressClass;
}

/** Result of a front end for all its objects. */
export interface FrontEndResult {
  candidates: Candidate[];
  /** Every object of our class, with its status. */
  judged: { owner: Spec; verdict: FixedStatus }[];
}

/** A fault for which a whole object is rejected: no part of it is applied (seed, "Validation rules", 1). */
export interface ContourFault {
  code: SpecCode;
  at: string;
  /** Contour's text, if it has one (contour.md 1.3). */
  message: string;
  remedy?: string;
  /** Contour of that time accepted it: Contour's own faults come first. */
  beyondContour?: boolean;
  /** Missing input that causes the fault: `Secret default/web-tls`. */
  unresolvedRef?: string;
}

/** Description of a status: the first reason of Contour, in its order of checks, else the first other one. */
function firstReason(faults: readonly ContourFault[]): string {
  return (faults.find(({ beyondContour }) => !beyondContour) ?? faults[0])?.message ?? "";
}

export function faultDiagnostic(object: ObjectRef, { code, at, message, remedy }: ContourFault): Diagnostic {
  return diagnose(code, object, at, message, { remedy });
}

const VALID: FixedStatus = { state: "valid", description: "valid IngressRoute" };

/**
 * Status of each object. An object that several parents delegate to is checked for each of them; its status is the first, in the order of
 * the parents' routes (contour.md 1.3: the first status of an object wins).
 */
export class DelegationStatuses {
  private readonly first = new Map<IngressRoute, FixedStatus>();

  constructor(private readonly cx: ContourContext) {}

  /** Records faults; true without any. */
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

/** The object of a delegation; by default in the namespace of the delegating object (contour.md 1.2, step 9). */
export function targetOf(from: IngressRoute, to: { name: string; namespace: string }): { namespace: string; name: string } {
  return { namespace: to.namespace || from.ref.namespace, name: to.name };
}
