// Decides which Ingresses belong to the target, by their class.

import type { Diagnostic } from "../../../resources/diagnostic";
import { diagnose, objectsOf, type SpecSet } from "../../specs";
import { ingressClassReader } from "./ingress-class-reader";
import { INGRESS_CLASS_ANNOTATION, type Ingress } from "./ingress-reader";

/** Rules for the class of Ingresses. */
export interface ClassRules {
  /** Class names that are ours even without an IngressClass in the specs. */
  names: readonly string[];
  /** `spec.controller` of the IngressClasses that are ours. */
  controller: string;
  /** Further controllers whose IngressClasses we serve. */
  controllers?: readonly string[];
  /** Serve Ingresses without a class. */
  takeUnclassified: boolean;
  /** Only `spec.ingressClassName` counts; the annotation is ignored. */
  strict?: boolean;
}

/** True if the Ingress is ours: by annotation, by `spec.ingressClassName`, or without a class. */
export function isOfOurClass(ingress: Ingress, specs: SpecSet, rules: ClassRules, report: (diagnostic: Diagnostic) => void): boolean {
  const annotated = rules.strict ? undefined : ingress.meta.annotations[INGRESS_CLASS_ANNOTATION];
  const isOurs = (controller: string | undefined) =>
    controller === rules.controller || (controller !== undefined && rules.controllers?.includes(controller) === true);
  if (annotated) return rules.names.includes(annotated) || isOurs(controllerOf(annotated, specs));
  const { className } = ingress;
  if (className) {
    const controller = controllerOf(className, specs);
    if (controller !== undefined) return isOurs(controller);
    const ours = rules.names.includes(className);
    const decision = ours ? "its name makes it ours" : "it is left to another controller";
    report(diagnose("LB1206", ingress.ref, "/spec/ingressClassName", `IngressClass ${className} is not among the specs; ${decision}`));
    return ours;
  }
  if (rules.takeUnclassified) return true;
  const defaults = objectsOf(specs, ingressClassReader).filter(({ isDefault }) => isDefault);
  const ours = defaults.some(({ controller }) => isOurs(controller));
  if (defaults.length === 0) {
    const message = `it names no class, and no default IngressClass with the controller ${rules.controller} is among the specs; it is left to another controller`;
    report(diagnose("LB1206", ingress.ref, "/spec", message));
  }
  return ours;
}

function controllerOf(className: string, specs: SpecSet): string | undefined {
  return objectsOf(specs, ingressClassReader).find((candidate) => candidate.ref.name === className)?.controller;
}
