import type { Diagnostic, ObjectRef } from "../../kinds/diagnostic";
import {
  type AviInfraSetting,
  aviInfraSettingReader,
  type L4Rule,
  type L7Rule,
  l4RuleReader,
  l7RuleReader,
} from "./kinds/ako-infrastructure";
import { type HostRule, type HTTPRule, hostRuleReader, httpRuleReader } from "./kinds/ako-rules";
import { type ContourRoute, contourRouteReader } from "./kinds/contour-route";
import {
  type Namespace,
  type Node,
  namespaceReader,
  nodeReader,
  type Secret,
  type Service,
  secretReader,
  serviceReader,
} from "./kinds/core";
import { type Endpoints, endpointSliceReader, endpointsOf, endpointsReader } from "./kinds/endpoints";
import { type Ingress, type IngressClass, ingressClassReader, ingressReader } from "./kinds/ingress";
import { type CertificateDelegation, certificateDelegationReader, type IngressRoute, ingressRouteReader } from "./kinds/ingress-route";
import {
  type MizarEndpoint,
  mizarEndpointReader,
  type Network,
  networkReader,
  type Pod,
  podReader,
  type Subnet,
  subnetReader,
  type Vpc,
  vpcReader,
} from "./kinds/mizar";
import { type OpenShiftRoute, openShiftRouteReader } from "./kinds/openshift-route";
import { podsByService, type ServedPod, servedPodReader } from "./kinds/pod";
import { compare, flattenList, isRecord, isTooDeep, keyOf, type RawObject, type Spec } from "./object";
import { isReadBy, type KindReader, type ReadObject, readerIn, readObjects, specsOf } from "./read-objects";

/** Everything that was read, checked and indexed: the snapshot that a translation works on. */
export interface SpecSet {
  services: ReadonlyMap<string, Service>;
  /** From Endpoints, or from all EndpointSlices of the Service. */
  endpoints: ReadonlyMap<string, Endpoints>;
  secrets: ReadonlyMap<string, Secret>;
  nodes: readonly Node[];
  /** Those that a Service selects, by the key of the Service; only what leads to them over ports of their nodes needs them. */
  pods: ReadonlyMap<string, readonly ServedPod[]>;
  /** Every Pod that was given: who has no use for them says so. */
  podRefs: readonly ObjectRef[];
  /** By name. */
  namespaces: ReadonlyMap<string, Namespace>;
  ingresses: readonly Ingress[];
  ingressClasses: readonly IngressClass[];
  openShiftRoutes: readonly OpenShiftRoute[];
  ingressRoutes: readonly IngressRoute[];
  certificateDelegations: readonly CertificateDelegation[];
  contourRoutes: readonly ContourRoute[];
  akoRules: AkoRules;
  /** Objects of a kind that we read but that are faulty: they contribute nothing. */
  faulty: readonly ObjectRef[];
  diagnostics: readonly Diagnostic[];
}

/** Custom resources of AKO, which only its generations 2 read. */
export interface AkoRules {
  hostRules: readonly HostRule[];
  httpRules: readonly HTTPRule[];
  infraSettings: readonly AviInfraSetting[];
  l4Rules: readonly L4Rule[];
  l7Rules: readonly L7Rule[];
}

/**
 * Checks and indexes objects. Never throws: faulty objects end in `faulty` with a diagnostic each, duplicates with equal
 * contents count once, and every list is sorted by namespace/name, so the order of the input never matters.
 */
export function readSpecs(raws: readonly RawObject[], before: readonly Diagnostic[] = []): SpecSet {
  const { objects, faulty, diagnostics } = readObjects(raws, before, { kinds: KINDS });
  const list = <T extends Spec>(reader: KindReader<T>): T[] =>
    specsOf(objects, reader)
      .map((spec) => ({ key: keyOf(spec.ref), spec }))
      .sort((a, b) => compare(a.key, b.key))
      .map(({ spec }) => spec);
  const map = <T extends Spec>(reader: KindReader<T>) => new Map(list(reader).map((spec) => [keyOf(spec.ref), spec]));
  const [services, pods] = [map(serviceReader), list(servedPodReader)];
  return {
    services,
    endpoints: new Map([...map(endpointsReader), ...endpointsOf(list(endpointSliceReader))]),
    secrets: map(secretReader),
    nodes: list(nodeReader),
    pods: podsByService(services, pods),
    podRefs: pods.map(({ ref }) => ref),
    namespaces: new Map(list(namespaceReader).map((namespace) => [namespace.ref.name, namespace])),
    ingresses: list(ingressReader),
    ingressClasses: list(ingressClassReader),
    openShiftRoutes: list(openShiftRouteReader),
    ingressRoutes: list(ingressRouteReader),
    certificateDelegations: list(certificateDelegationReader),
    contourRoutes: list(contourRouteReader),
    akoRules: {
      hostRules: list(hostRuleReader),
      httpRules: list(httpRuleReader),
      infraSettings: list(aviInfraSettingReader),
      l4Rules: list(l4RuleReader),
      l7Rules: list(l7RuleReader),
    },
    faulty,
    diagnostics,
  };
}

/** The Pods among objects, sound ones alone. */
export function readPods(raws: readonly RawObject[]): ServedPod[] {
  return specsOf(readObjects(raws, [], { kinds: [servedPodReader] }).objects, servedPodReader);
}

/** The annotation in which a Pod asks for a subnet or an address. */
export const NIC_ANNOTATION = "arktos.futurewei.com/nic";

/**
 * What says something about Mizar networks, of all tenants. Each list is in the order of creation: older first, then as given,
 * because the first subnet of a VPC and the next free address depend on it.
 */
export interface MizarSpecs {
  networks: readonly Network[];
  vpcs: readonly Vpc[];
  subnets: readonly Subnet[];
  endpoints: readonly MizarEndpoint[];
  /** Pods and Services share the addresses of a subnet, so they share one order. */
  workloads: readonly (Pod | Service)[];
  faulty: readonly ObjectRef[];
  diagnostics: readonly Diagnostic[];
}

/** Checks and orders objects for Mizar; never throws. Two tenants may have objects of the same namespace and name. */
export function readMizarSpecs(raws: readonly RawObject[], before: readonly Diagnostic[] = []): MizarSpecs {
  const rules = { kinds: MIZAR_KINDS, by: "the target mizar", tenants: true };
  const { objects, faulty, diagnostics } = readObjects(raws.flatMap(flattenList).map(quoteNic), before, rules);
  const created = ({ spec }: ReadObject) => spec.meta.creationTimestamp ?? "\uffff";
  const ordered = objects.sort((a, b) => compare(created(a), created(b)));
  return {
    networks: specsOf(ordered, networkReader),
    vpcs: specsOf(ordered, vpcReader),
    subnets: specsOf(ordered, subnetReader),
    endpoints: specsOf(ordered, mizarEndpointReader),
    workloads: ordered.flatMap((object) => (isReadBy(object, podReader) || isReadBy(object, serviceReader) ? [object.spec] : [])),
    faulty,
    diagnostics,
  };
}

/** Values of annotations are strings, but the seed prints this one as a YAML mapping (lines 67-71): it is read as its JSON text. */
function quoteNic(raw: RawObject): RawObject {
  const { value } = raw;
  if (isTooDeep(value)) return raw;
  if (!isRecord(value) || value.kind !== "Pod" || !isRecord(value.metadata) || !isRecord(value.metadata.annotations)) return raw;
  const { metadata } = value;
  const annotations = value.metadata.annotations;
  const nic = annotations[NIC_ANNOTATION];
  if (typeof nic !== "object" || nic === null) return raw;
  return { ...raw, value: { ...value, metadata: { ...metadata, annotations: { ...annotations, [NIC_ANNOTATION]: JSON.stringify(nic) } } } };
}

/** The custom resources of AKO that are read. */
export const AKO_KINDS = [
  hostRuleReader,
  httpRuleReader,
  aviInfraSettingReader,
  l4RuleReader,
  l7RuleReader,
] as const satisfies readonly KindReader[];

/** Every kind that says something about load balancing, in one table: a new kind is one file and one line here. */
const KINDS = [
  serviceReader,
  endpointsReader,
  endpointSliceReader,
  nodeReader,
  servedPodReader,
  namespaceReader,
  secretReader,
  ingressReader,
  ingressClassReader,
  openShiftRouteReader,
  ingressRouteReader,
  certificateDelegationReader,
  contourRouteReader,
  ...AKO_KINDS,
] as const satisfies readonly KindReader[];

/** Every kind that says something about Mizar and Arktos networks. */
const MIZAR_KINDS = [
  networkReader,
  vpcReader,
  subnetReader,
  mizarEndpointReader,
  podReader,
  serviceReader,
] as const satisfies readonly KindReader[];

/** Whether the object is one of AKO's custom resources that are read, sound or not. */
export function isAkoRule({ apiVersion, kind }: ObjectRef): boolean {
  return AKO_KINDS.some((reader) => reader.kind === kind && reader.apiVersions.includes(apiVersion));
}

const readerOf = readerIn(KINDS);
const readerOfMizar = readerIn(MIZAR_KINDS);

/** Whether any target reads objects of this kind. */
export const isReadKind = (apiVersion: string, kind: string): boolean =>
  (readerOf(apiVersion, kind) ?? readerOfMizar(apiVersion, kind)) !== undefined;

/** The kind, with its API group where two kinds have one name. */
export function kindOf({ apiVersion, kind }: ObjectRef): string {
  return readerOf(apiVersion, kind)?.qualifiedKind ?? kind;
}
