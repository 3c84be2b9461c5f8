// Reads the specs of Mizar networks, of all tenants.

import type { Diagnostic, ObjectRef } from "../../../resources/diagnostic";
import {
  compare,
  flattenList,
  isReadBy,
  isRecord,
  isTooDeep,
  type KindReader,
  type RawObject,
  type ReadObject,
  readObjects,
  type Service,
  serviceReader,
  specsOf,
} from "../../specs";
import { type GivenManifest, manifestsIn } from "./manifests";
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
} from "./readers";

/** Every kind for Mizar and Arktos networks. */
export const MIZAR_KINDS = [
  networkReader,
  vpcReader,
  subnetReader,
  mizarEndpointReader,
  podReader,
  serviceReader,
] as const satisfies readonly KindReader[];

/** Annotation of a Pod that requests a subnet or an address. */
export const NIC_ANNOTATION = "arktos.futurewei.com/nic";

/**
 * Specs of Mizar networks, of all tenants. Lists are in order of creation, older first, then as given: the first subnet of a VPC and the
 * next free address depend on it.
 */
export interface MizarSpecs {
  networks: readonly Network[];
  vpcs: readonly Vpc[];
  subnets: readonly Subnet[];
  endpoints: readonly MizarEndpoint[];
  /** Pods and Services share the addresses of a subnet, so they share one order. */
  workloads: readonly (Pod | Service)[];
  /** All objects as given, by {@link manifestKey}. */
  manifests: ReadonlyMap<string, GivenManifest>;
  faulty: readonly ObjectRef[];
  diagnostics: readonly Diagnostic[];
}

/** Validates and orders objects for Mizar; never throws. Two tenants may have objects with the same namespace and name. */
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
    manifests: manifestsIn(raws),
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
