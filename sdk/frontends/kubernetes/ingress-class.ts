import type { Diagnostic } from "../../../resources/diagnostic";
import { diagnose, objectsOf, type SpecSet } from "../../specs";
import { ingressClassReader } from "./ingress-class-reader";
import { INGRESS_CLASS_ANNOTATION, type Ingress } from "./ingress-reader";

/** Rules by which a target takes Ingresses. */
export interface ClassRules {
  /** Class names that are ours even when no IngressClass object is among the specs. */
  names: readonly string[];
  /** `spec.controller` of the IngressClasses that are ours. */
  controller: string;
  /** Further controllers whose IngressClasses are taken. */
  controllers?: readonly string[];
  /** Take Ingresses that name no class. */
  takeUnclassified: boolean;
  /** Nothing but `spec.ingressClassName` names a class; the annotation says nothing. */
  strict?: boolean;
}

/** True if the Ingress is ours: by annotation, by `spec.ingressClassName`, or by neither. */
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
