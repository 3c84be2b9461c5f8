// The specs: objects from files and programs, validated and indexed.

export { codesWith, type Effect, effectOf, isFatal, isShownAtPreview, MIZAR_CODES, SPEC_CODES, type SpecCode, scopeOf } from "./codes";
export { diagnose } from "./diagnose";
export { HOST_ANNOTATIONS, HOST_NAME_TYPES, type HostField, type HostName, type HostNameType, SHARED_NAME } from "./host-names";
export { AKO_GROUP, ignoredAnnotations, ignoredField, ignoredFields, ignoredFieldsOf, notReadOfAko } from "./ignored";
export { CLUSTER_WIDE, type KindSource, resourceType } from "./kind-source";
export { type Service, type ServicePort, serviceReader, unusedFields } from "./kinds/core";
export type { EndpointAddress, EndpointSubset, Endpoints } from "./kinds/endpoints";
export { type HealthCheckSpec, healthCheckOf, healthCheckSchema } from "./kinds/health-check";
export { leanContainers, leanWorkload } from "./kinds/lean-workload";
export { annotatedAddresses, type Node } from "./kinds/node";
export { NODE_PORT_LOCAL, podsByService, type ServedPod, selects } from "./kinds/pod";
export { type PortRef, portOf } from "./kinds/port-ref";
export { CERTIFICATE_FIELDS, keyInField, type Secret } from "./kinds/secret";
export {
  isHostHeader,
  isWorkloadKind,
  type ProbedContainer,
  type ReadinessProbe,
  type Workload,
} from "./kinds/workload";
export { knownAnnotation, listedNetworks, NETWORK_ANNOTATIONS } from "./known-annotations";
export { breaksLine, LINE_BREAK, lineBreakIn } from "./line-breaks";
export { parseManifests, readManifestFiles, readText } from "./manifests";
export { meantField } from "./misspelt";
export {
  asKnown,
  bySeniority,
  compare,
  flattenList,
  identityOf,
  isKnownRecord,
  isRecord,
  isTooDeep,
  isUnknown,
  jsonIn,
  keyOf,
  kindOf,
  mayBeUnknown,
  ownerNames,
  type RawObject,
  type Spec,
  UNKNOWN,
  UNKNOWN_TEXT,
  type Unknown,
} from "./object";
export { pointer } from "./pointer";
export { isReadBy, type KindReader, type ReadObject, readerIn, readObjects, specsOf } from "./read-objects";
export { asRefusal, isLostRestriction, lostAnnotation, lostRestriction, restrictionsIn, restrictionText } from "./restrictions";
export { type SourceLocation, SourceLocations } from "./source-locations";
export {
  isSharedKind,
  objectsNamingHosts,
  objectsOf,
  readPods,
  routingObjects,
  SHARED_KINDS,
  type SpecSet,
  specSetOf,
  withRoutingObjects,
} from "./spec-set";
export { UNSUPPORTED_ANNOTATIONS } from "./unsupported-annotations";
export {
  expectationText,
  fieldPath,
  isAddress,
  isHost,
  isLabel,
  isPortName,
  isRange,
  isSubdomain,
  LABEL_RULE,
  type NameRule,
  SUBDOMAIN_RULE,
  shown,
  unresolvable,
  withoutZeros,
} from "./validation";
