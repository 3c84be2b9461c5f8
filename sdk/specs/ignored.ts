import type { Diagnostic, ObjectRef } from "../../contract/diagnostic";
import { diagnose, pointer } from "./report";

/** Annotations of tools that manage the object itself and say nothing about load balancing. */
const NEUTRAL = [
  /^kubectl\.kubernetes\.io\//,
  /^(meta|helm)\.helm\.sh\//,
  /^pulumi\.com\//,
  /^argocd\.argoproj\.io\//,
  /^kustomize\.toolkit\.fluxcd\.io\//,
  /^openshift\.io\/(host\.generated|generated-by)$/,
  /^app\.kubernetes\.io\//,
  /^endpoints\.kubernetes\.io\//,
  /^field\.cattle\.io\//,
];

/** A notice for every annotation that nobody reads. */
export function ignoredAnnotations(ref: ObjectRef, annotations: Record<string, string>, used: readonly string[] = []): Diagnostic[] {
  return Object.keys(annotations)
    .filter((name) => !used.includes(name) && !NEUTRAL.some((pattern) => pattern.test(name)))
    .map((name) => diagnose("LB1007", ref, pointer("metadata", "annotations", name), `the annotation ${name} is not used`));
}

/** A warning for every field of `value` that is not among the known ones. */
export function ignoredFields(ref: ObjectRef, value: unknown, known: readonly string[], ...at: (string | number)[]): Diagnostic[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => diagnose("LB1006", ref, pointer(...at, name), `the field ${name} is not known and not used`));
}
