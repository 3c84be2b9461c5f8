import type { Spec } from "../../specs";
import { CLASS_ANNOTATIONS } from "../../specs/kinds/contour-class";

/** What a target says about IngressRoute and the Contour Route CRD. */
export interface ContourRules {
  /** Where roots may stand; empty: everywhere. */
  rootNamespaces: readonly string[];
  /** Whether `permitInsecure` means nothing. */
  disablePermitInsecure: boolean;
  /** The class that is ours. */
  ingressClass: string;
}

/** Whether the object is ours: it names our class, an empty one, or none (contour.md 1.2, step 1). */
export function isOurs({ meta }: Spec, { ingressClass }: ContourRules): boolean {
  const name = CLASS_ANNOTATIONS.find((annotation) => annotation in meta.annotations);
  const given = name ? meta.annotations[name] : "";
  return given === "" || given === ingressClass;
}
