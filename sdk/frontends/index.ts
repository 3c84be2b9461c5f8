// The table of all front ends.

import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import type { FrontEnd } from "../routing/front-end";
import { isSharedKind, isWorkloadKind, type KindReader, type RawObject, readerIn, SHARED_KINDS, type SpecSet, specSetOf } from "../specs";
import { ako } from "./ako";
import { MIZAR_KINDS } from "./arktos/specs";
import { contour } from "./contour";
import { gateway } from "./gateway";
import { kubernetes } from "./kubernetes";
import { openshift } from "./openshift";

/** All front ends of the routing model: a new one needs a folder, an entry here, and an entry in each target that reads it. */
export const FRONT_ENDS = [kubernetes, openshift, contour, ako, gateway] as const satisfies readonly FrontEnd[];

/** Readers of every kind that any target reads, workloads aside. */
export const READERS: readonly KindReader[] = [...FRONT_ENDS.flatMap(({ kinds }) => [...kinds]), ...SHARED_KINDS, ...MIZAR_KINDS];

const KINDS = FRONT_ENDS.flatMap(({ kinds }) => [...kinds]);

/**
 * Validates and indexes objects. Never throws: faulty objects are listed in `faulty` with a diagnostic each, equal duplicates count once,
 * and all lists are sorted by namespace/name, so that the input order does not matter.
 */
export function readSpecs(raws: readonly RawObject[], before: readonly Diagnostic[] = []): SpecSet {
  return specSetOf(raws, before, KINDS);
}

/** The front end that reads objects of this kind. */
export function frontEndOf({ apiVersion, kind }: Pick<ObjectRef, "apiVersion" | "kind">): FrontEnd | undefined {
  return FRONT_ENDS.find(({ kinds }) => readerIn(kinds)(apiVersion, kind) !== undefined);
}

const mizarReaderOf = readerIn(MIZAR_KINDS);

/** True if any target reads objects of this kind. */
export function isReadKind(apiVersion: string, kind: string): boolean {
  if (isWorkloadKind(apiVersion, kind)) return true;
  return isSharedKind(apiVersion, kind) || frontEndOf({ apiVersion, kind }) !== undefined || mizarReaderOf(apiVersion, kind) !== undefined;
}

export { ako, readAkoRules } from "./ako";
export { akoDefinitions } from "./ako/definitions";
export {
  type AviInfraSetting,
  aviInfraSettingReader,
  type L4Rule,
  type L7Rule,
  l4RuleReader,
  l7RuleReader,
} from "./ako/infrastructure-readers";
export { type HostRule, type HTTPRule, hostRuleReader, httpRuleReader } from "./ako/rule-readers";
export { type GivenManifest, manifestKey, manifestNamespace } from "./arktos/manifests";
export type { MizarEndpoint, Network, Pod, Subnet, Vpc } from "./arktos/readers";
export { ARKTOS_SOURCES } from "./arktos/sources";
export { type MizarSpecs, NIC_ANNOTATION, readMizarSpecs } from "./arktos/specs";
export { readContour } from "./contour";
export {
  CONTOUR_CLASS_ANNOTATIONS,
  type IngressRoute,
  type IngressRouteRule,
  type IngressRouteService,
  ingressRouteReader,
} from "./contour/ingress-route-reader";
export { contourRouteReader } from "./contour/route-reader";
export { type Family, withWorkloads } from "./families";
export { GATEWAY_KINDS, readGateways } from "./gateway";
export { type Definitions, definitionsIn, GATEWAY_DEFINITION, isGatewayClass, withDefinitions } from "./gateway/definitions";
export { gatewayClassReader } from "./gateway/gateway-class-reader";
export { gatewayReader } from "./gateway/gateway-reader";
export { namedObjects } from "./gateway/named-objects";
export { readIngresses } from "./kubernetes";
export { withoutPaths } from "./kubernetes/ingress";
export { type ClassRules, isOfOurClass } from "./kubernetes/ingress-class";
export { type IngressClass, ingressClassReader } from "./kubernetes/ingress-class-reader";
export { INGRESS_CLASS_ANNOTATION, type Ingress, type IngressPath, type IngressRule, ingressReader } from "./kubernetes/ingress-reader";
export type { IngressTls } from "./kubernetes/ingress-tls";
export { readRoutes } from "./openshift";
export { type OpenShiftRoute, openShiftRouteReader } from "./openshift/route-reader";
