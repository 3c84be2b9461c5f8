import type { Diagnostic } from "../../kinds/diagnostic";
import { diagnose, ignoredAnnotations, pointer, type Service } from "../specs";

/** What Avi does not use of a Service of type LoadBalancer. */
export function unusedOf(service: Service): Diagnostic[] {
  const { ref } = service;
  const unused = (field: string, message: string) => diagnose("LB1006", ref, pointer("spec", field), message);
  const found: Diagnostic[] = [];
  // the AKO generation we follow does not read it (ako.md 4.1)
  if (service.loadBalancerIP !== undefined) found.push(unused("loadBalancerIP", "loadBalancerIP is not used"));
  if (service.loadBalancerSourceRanges.length > 0) found.push(unused("loadBalancerSourceRanges", "loadBalancerSourceRanges is not used"));
  if (service.sessionAffinity === "ClientIP") found.push(unused("sessionAffinity", "session affinity is not used"));
  if (service.externalTrafficPolicy === "Local")
    found.push(unused("externalTrafficPolicy", "externalTrafficPolicy Local is not used: every node is a server"));
  return [...found, ...ignoredAnnotations(ref, service.meta.annotations)];
}
