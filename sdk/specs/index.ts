export { diagnose, MIZAR_CODES, pointer, SPEC_CODES, type SpecCode } from "./codes";
export { ignoredAnnotations, nearest } from "./ignored";
export { kindOf } from "./kinds";
export type { ContourRoute, ContourRouteRule, RouteUpstream } from "./kinds/contour-route";
export type { Endpoints } from "./kinds/endpoints";
export { INGRESS_CLASS_ANNOTATION, type Ingress, type IngressClass, type IngressPath, type PortRef } from "./kinds/ingress";
export {
  CONTOUR_CLASS_ANNOTATIONS,
  type HealthCheckSpec,
  type IngressRoute,
  type IngressRouteRule,
  type IngressRouteService,
} from "./kinds/ingress-route";
export type { MizarEndpoint, Network, Pod, Subnet, Vpc } from "./kinds/mizar";
export type { Node } from "./kinds/node";
export type { OpenShiftRoute } from "./kinds/openshift-route";
export type { CertificateDelegation, Secret } from "./kinds/secret";
export type { Service, ServicePort } from "./kinds/service";
export { parseManifests, readManifestFiles } from "./manifests";
export {
  asKnown,
  bySeniority,
  compare,
  flattenList,
  isRecord,
  isUnknown,
  keyOf,
  type RawObject,
  type Spec,
  UNKNOWN,
  type Unknown,
} from "./object";
export { type MizarSpecs, NIC_ANNOTATION, readMizarSpecs, readSpecs, type SpecSet } from "./spec-set";
export { isAddress, wishOf } from "./validation";
