import { kindOf, type OpenShiftRoute, type Spec } from "../specs";

/** True for a Route whose TLS ends at its servers: its host is on a virtual service for passthrough, on no shared one. */
export function passesThrough(owner: Spec): boolean {
  if (kindOf(owner.ref) !== "Route.route.openshift.io") return false;
  return (owner as OpenShiftRoute).tls?.termination === "passthrough";
}
