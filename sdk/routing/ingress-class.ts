import type { Diagnostic } from "../../kinds/diagnostic";
import { diagnose, type Ingress, type SpecSet } from "../specs";
import { CLASS_ANNOTATION } from "../specs/kinds/ingress";

/** Which Ingresses a target takes. */
export interface ClassRules {
  /** Class names that are ours even when no IngressClass object is among the specs. */
  names: readonly string[];
  /** `spec.controller` of the IngressClasses that are ours. */
  controller: string;
  /** Take Ingresses that name no class. */
  takeUnclassified: boolean;
}

/** Whether the Ingress is ours: by annotation, `spec.ingressClassName`, or neither (DESIGN section 3, "Ingress class"). */
export function isOurs(ingress: Ingress, specs: SpecSet, rules: ClassRules, report: (diagnostic: Diagnostic) => void): boolean {
  const annotated = ingress.meta.annotations[CLASS_ANNOTATION];
  if (annotated) return rules.names.includes(annotated) || controllerOf(annotated, specs) === rules.controller;
  const { className } = ingress;
  if (className) {
    const controller = controllerOf(className, specs);
    if (controller !== undefined) return controller === rules.controller;
    const ours = rules.names.includes(className);
    const decision = ours ? "it is taken as ours because of its name" : "it is taken as another controller's";
    report(diagnose("LB1206", ingress.ref, "/spec/ingressClassName", `IngressClass ${className} is not among the specs; ${decision}`));
    return ours;
  }
  return (
    rules.takeUnclassified || specs.ingressClasses.some((candidate) => candidate.isDefault && candidate.controller === rules.controller)
  );
}

function controllerOf(className: string, specs: SpecSet): string | undefined {
  return specs.ingressClasses.find((candidate) => candidate.ref.name === className)?.controller;
}
