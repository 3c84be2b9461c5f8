// Finds the Network of each Pod and Service.

import type { MizarSpecs, Network, Pod } from "../../../frontends";
import { isRecord, pointer, type Service } from "../../../specs";
import type { MizarSettings } from "../settings";
import { type MizarFault, type MizarStatusRecorder, Rejection } from "./status-recorder";
import type { Topology, VpcNode } from "./topology";
import { formatBlock, overlap } from "./vpc-addresses";

/** An Arktos Network and what became of it. */
export interface NetworkNode {
  tenant: string;
  name: string;
  spec: Network;
  /** Its VPC, where the Network is of type mizar and in order. */
  vpc?: VpcNode;
  fault?: MizarFault;
}

/** Networks by `tenant/name`: two tenants may use one name (mizar.md 3.1). */
export type Networks = ReadonlyMap<string, NetworkNode>;

const networkKey = (tenant: string, name: string) => `${tenant}/${name}`;

/** Ties each Network of type mizar to its VPC; many Networks may share one (seed 29-42, 107-125). Others are left alone. */
export function networksOf(specs: MizarSpecs, topology: Topology, settings: MizarSettings, ledger: MizarStatusRecorder): Networks {
  const networks = new Map<string, NetworkNode>();
  for (const spec of specs.networks) {
    const { ref, type } = spec;
    const node: NetworkNode = { tenant: ref.tenant ?? settings.tenant, name: ref.name, spec };
    if (networks.has(networkKey(node.tenant, node.name))) {
      ledger.reject(ref, twice(node));
      continue;
    }
    networks.set(networkKey(node.tenant, node.name), node);
    if (type !== undefined && type !== "mizar") {
      ledger.skip(ref, `Network ${ref.name} is of type ${type}: Mizar reacts to type mizar only`);
      continue;
    }
    const vpc = vpcOf(node, topology);
    if ("code" in vpc) node.fault = vpc;
    else {
      node.fault = settings.disjointVpcs ? overlapFault(node, vpc, networks) : undefined;
      if (!node.fault) node.vpc = vpc;
    }
    if (node.fault) ledger.reject(ref, node.fault);
  }
  return networks;
}

function vpcOf({ name, spec: { type, vpcID } }: NetworkNode, topology: Topology): VpcNode | MizarFault {
  if (type === undefined) return missing(name, "type", "Set spec.type to mizar.");
  if (vpcID === undefined) return missing(name, "vpcID", "Set spec.vpcID to the name of a Vpc.");
  const vpc = topology.vpcs.get(vpcID);
  const at = "/spec/vpcID";
  if (!vpc) {
    const message = `VPC ${vpcID} of Network ${name} does not exist: a Network refers to a VPC that is there already`;
    return { code: "LBVpcNotFound", at, message, remedy: `Add the Vpc ${vpcID} to the specs, or name another.` };
  }
  if (vpc.subnets.length === 0) {
    const message = `VPC ${vpcID} of Network ${name} has no subnet, but needs at least one`;
    return { code: "LBVpcHasNoSubnet", at, message, remedy: `Add a Subnet with spec.vpc ${vpcID}.` };
  }
  return vpc;
}

function missing(network: string, field: string, remedy: string): MizarFault {
  const message = `Network ${network} has no spec.${field}, which type mizar needs`;
  return { code: "LBMissingRequiredField", at: `/spec/${field}`, message, remedy };
}

/** An object with the tenant of the settings and one without are the same once the setting is applied. */
function twice({ tenant, name }: NetworkNode): MizarFault {
  const message = `tenant ${tenant} has a Network ${name} already`;
  return { code: "LBBadRequest", at: "/metadata/tenant", message, remedy: "Keep one of them." };
}

/** The VPCs of one tenant's Networks are apart, where the setting disjointVpcs asks for it. */
function overlapFault({ name, tenant }: NetworkNode, vpc: VpcNode, networks: Networks): MizarFault | undefined {
  for (const rival of networks.values()) {
    const other = rival.vpc;
    if (rival.tenant !== tenant || !other || other === vpc || !overlap(other.block, vpc.block)) continue;
    const message =
      `VPC ${vpc.name} (${formatBlock(vpc.block)}) of Network ${name} overlaps with VPC ${other.name} (${formatBlock(other.block)}) ` +
      `of Network ${rival.name} of the same tenant ${tenant}`;
    return { code: "LB1602", at: "/spec/vpcID", message, remedy: "Give one VPC another range, or unset disjointVpcs." };
  }
  return undefined;
}

/** Names the Network of a Pod or Service (seed 46, 225). */
const NETWORK_LABEL = "arktos.futurewei.com/network";

/** Annotations for the VPC and the subnet in today's Mizar (mizar.md 0). The first design put both into one annotation. */
export const VPC_ANNOTATION = "mizar.com/vpc";
export const SUBNET_ANNOTATION = "mizar.com/subnet";
const DESIGN_ANNOTATION = "mizar.com";

/** The VPC that Mizar makes at its start, for Pods of a cluster without tenants that say nothing (mizar.md 1.1). */
const BUILT_IN_VPC = "vpc0";

/** The VPC a Pod or Service belongs to, and why. */
export interface Membership {
  vpc: VpcNode;
  network?: NetworkNode;
  /** From an annotation of today's Mizar: the subnet, unless the Pod asks otherwise. */
  subnet?: AnnotatedName;
}

/** Not an error: somebody else cares for the object. */
export class ManagedElsewhere extends Error {
  constructor(
    message: string,
    /** Only because the specs lack its Network. */
    readonly lacks = false,
  ) {
    super(message);
  }
}

/** Pod or Service that asks, as messages name it. */
export interface Workload {
  spec: Pod | Service;
  tenant: string;
  /** `pod nginx-internal-customerA` */
  title: string;
}

/** By label, by annotation, else the tenant's default Network (seed 153-154, 236; mizar.md 3.2). */
export function membershipOf(workload: Workload, networks: Networks, topology: Topology, settings: MizarSettings): Membership {
  const { spec, tenant, title } = workload;
  const label = spec.meta.labels[NETWORK_LABEL] || undefined;
  const annotated = annotations(workload);
  if (label !== undefined) return { ...ofNetwork(workload, label, networks), subnet: annotated.subnet };
  if (annotated.vpc !== undefined) {
    const { name, at } = annotated.vpc;
    const vpc = topology.vpcs.get(name);
    if (!vpc) throw new Rejection("LBVpcNotFound", at, `VPC ${name} of ${title} does not exist`, "Name a Vpc that is among the specs.");
    if (vpc.subnets.length === 0)
      throw new Rejection("LBVpcHasNoSubnet", at, `VPC ${vpc.name} of ${title} has no subnet`, `Add a Subnet with spec.vpc ${vpc.name}.`);
    return { vpc, subnet: annotated.subnet };
  }
  if (networks.has(networkKey(tenant, settings.defaultNetwork)))
    return { ...ofNetwork(workload, settings.defaultNetwork, networks), subnet: annotated.subnet };
  const builtIn = topology.vpcs.get(BUILT_IN_VPC);
  if (tenant === "" && builtIn && builtIn.subnets.length > 0) return { vpc: builtIn, subnet: annotated.subnet };
  // the API server tolerates it for Services (mizar.md 3.3): the cluster gives the address
  if (spec.ref.kind === "Service")
    throw new ManagedElsewhere(`${title} names no Network, and ${missingNetwork(tenant, settings.defaultNetwork)}`, true);
  throw notFound(workload, settings.defaultNetwork, "it names none, so the default is used");
}

function ofNetwork(workload: Workload, name: string, networks: Networks): Membership {
  const { tenant, title } = workload;
  const network = networks.get(networkKey(tenant, name));
  if (!network) throw notFound(workload, name, "a Network belongs to one tenant");
  if (network.vpc) return { vpc: network.vpc, network };
  if (!network.fault) throw new ManagedElsewhere(`${title} is in Network ${name} of type ${network.spec.type}, which Mizar leaves alone`);
  const { code, message, remedy } = network.fault;
  throw new Rejection(code, labelPointer, `${title} cannot be in Network ${name}: ${message}`, remedy);
}

export const labelPointer = pointer("metadata", "labels", NETWORK_LABEL);

function notFound({ tenant, title }: Workload, name: string, why: string): Rejection {
  const message = `Network ${name} of ${title} is not found: ${missingNetwork(tenant, name)} (${why})`;
  return new Rejection(
    "LBNetworkNotFound",
    labelPointer,
    message,
    `Add the Network ${name} to the specs, or name another in the label ${NETWORK_LABEL}.`,
  );
}

const missingNetwork = (tenant: string, name: string) =>
  tenant ? `tenant ${tenant} has no Network ${name}` : `the specs have no Network ${name}`;

/** A name that an annotation holds, and its place. */
interface AnnotatedName {
  name: string;
  at: string;
}

const named = (name: string | undefined, at: string): AnnotatedName | undefined => (name ? { name, at } : undefined);

function annotations({ spec, title }: Workload): { vpc?: AnnotatedName; subnet?: AnnotatedName } {
  const { [VPC_ANNOTATION]: vpc, [SUBNET_ANNOTATION]: subnet, [DESIGN_ANNOTATION]: both } = spec.meta.annotations;
  const pointerTo = (annotation: string) => pointer("metadata", "annotations", annotation);
  if (both === undefined || vpc !== undefined)
    return { vpc: named(vpc, pointerTo(VPC_ANNOTATION)), subnet: named(subnet, pointerTo(SUBNET_ANNOTATION)) };
  const at = pointerTo(DESIGN_ANNOTATION);
  const bad = () =>
    new Rejection(
      "LBBadRequest",
      at,
      `the annotation ${DESIGN_ANNOTATION} of ${title} is not a JSON object of texts`,
      `Use ${VPC_ANNOTATION} and ${SUBNET_ANNOTATION}.`,
    );
  let value: unknown;
  try {
    value = JSON.parse(both);
  } catch {
    throw bad();
  }
  if (!isRecord(value)) throw bad();
  const text = (field: unknown) => {
    if (field !== undefined && typeof field !== "string") throw bad();
    return field;
  };
  return { vpc: named(text(value.vpc), at), subnet: named(text(value.subnet), at) };
}
