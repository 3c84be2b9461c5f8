import type { Diagnostic, ObjectRef } from "../../kinds/diagnostic";
import { MIZAR_KINDS, mizarReaderOf } from "./kinds/mizar";
import type { MizarEndpoint } from "./kinds/mizar/endpoint";
import type { Network } from "./kinds/mizar/network";
import type { Pod } from "./kinds/mizar/pod";
import type { Subnet } from "./kinds/mizar/subnet";
import type { Vpc } from "./kinds/mizar/vpc";
import type { Service } from "./kinds/service";
import { compare, type Spec } from "./meta";
import { flattenList, isRecord, isTooDeep, type RawObject } from "./raw";
import { readObjects } from "./read-objects";

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
  claims: readonly (Pod | Service)[];
  faulty: readonly ObjectRef[];
  diagnostics: readonly Diagnostic[];
}

/** Checks and orders objects for Mizar; never throws. Two tenants may have objects of the same namespace and name. */
export function readMizarSpecs(raws: readonly RawObject[], before: readonly Diagnostic[] = []): MizarSpecs {
  const rules = { readerOf: mizarReaderOf, known: MIZAR_KINDS, by: "the target mizar", tenants: true };
  const { specs, faulty, diagnostics } = readObjects(raws.flatMap(flattenList).map(quoteNic), before, rules);
  const created = ({ meta }: Spec) => meta.creationTimestamp ?? "\uffff";
  const ordered = specs.sort((a, b) => compare(created(a), created(b)));
  const of = <T extends Spec>(...kinds: string[]) => ordered.filter(({ ref }) => kinds.includes(ref.kind)) as T[];
  return {
    networks: of<Network>("Network"),
    vpcs: of<Vpc>("Vpc"),
    subnets: of<Subnet>("Subnet"),
    endpoints: of<MizarEndpoint>("Endpoint"),
    claims: of<Pod | Service>("Pod", "Service"),
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
