export { isFatal, MIZAR_CODES, pointer, SPEC_CODES, type SpecCode } from "./codes";
export { akoDefinitions } from "./definitions";
export { diagnose, isTold } from "./diagnose";
export { ignoredAnnotations, notReadOfAko } from "./ignored";
export type { AviInfraSetting, L4Rule, L7Rule } from "./kinds/ako-infrastructure";
export type { HostRule, HTTPRule } from "./kinds/ako-rules";
export type { ContourRoute, ContourRouteRule, RouteUpstream } from "./kinds/contour-route";
export { type Node, type Secret, type Service, type ServicePort, unusedFields } from "./kinds/core";
export type { EndpointAddress, EndpointSubset, Endpoints } from "./kinds/endpoints";
export type { HealthCheckSpec } from "./kinds/health-check";
export {
  INGRESS_CLASS_ANNOTATION,
  type Ingress,
  type IngressClass,
  type IngressPath,
  type IngressRule,
  type PortRef,
  parametersNotRead,
} from "./kinds/ingress";
export {
  CONTOUR_CLASS_ANNOTATIONS,
  type IngressRoute,
  type IngressRouteRule,
  type IngressRouteService,
} from "./kinds/ingress-route";
export type { MizarEndpoint, Network, Pod, Subnet, Vpc } from "./kinds/mizar";
export type { OpenShiftRoute } from "./kinds/openshift-route";
export { NODE_PORT_LOCAL, podsByService, type ServedPod, selects } from "./kinds/pod";
export { parseManifests, readManifestFiles, readText } from "./manifests";
export {
  asKnown,
  bySeniority,
  compare,
  flattenList,
  isRecord,
  isUnknown,
  jsonIn,
  keyOf,
  ownerNames,
  type RawObject,
  type Spec,
  UNKNOWN,
  UNKNOWN_TEXT,
  type Unknown,
} from "./object";
export {
  type AkoRules,
  isAkoRule,
  isReadKind,
  kindOf,
  type MizarSpecs,
  NIC_ANNOTATION,
  readMizarSpecs,
  readPods,
  readSpecs,
  type SpecSet,
} from "./spec-set";
export { isAddress, isRange, wishOf, withoutZeros } from "./validation";
