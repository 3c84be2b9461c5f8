import { CONTOUR_CLASS_ANNOTATIONS, type Ingress, type Spec } from "../../specs";
import type { OctaviaSettings } from "../settings";

/** Puts an Ingress, Route or IngressRoute on a load balancer of its own group; default: one group per ingress class. */
export const GROUP_ANNOTATION = "loadbalancer.openstack.org/group";

/** The group an object belongs to: hosts of one group share a load balancer. */
export function groupOf(owner: Spec, settings: OctaviaSettings): string {
  const annotated = [GROUP_ANNOTATION, ...CONTOUR_CLASS_ANNOTATIONS].map((name) => owner.meta.annotations[name]).find(Boolean);
  return annotated || (owner as Partial<Ingress>).className || settings.ingressClass;
}
