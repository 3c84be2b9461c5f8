import type { MizarSpecs, Network } from "../specs";
import { formatBlock, overlap } from "./cidr";
import type { Fault, Ledger } from "./ledger";
import type { Topology, VpcNode } from "./topology";
import type { MizarSettings } from "./translate";

/** An Arktos Network and what became of it. */
export interface NetworkNode {
  tenant: string;
  name: string;
  spec: Network;
  /** Its VPC, where the Network is of type mizar and in order. */
  vpc?: VpcNode;
  fault?: Fault;
}

/** Networks by `tenant/name`: two tenants may use one name (mizar.md 3.1). */
export type Networks = ReadonlyMap<string, NetworkNode>;

export const networkKey = (tenant: string, name: string) => `${tenant}/${name}`;

/** Ties each Network of type mizar to its VPC; many Networks may share one (seed 29-42, 107-125). Others are left alone. */
export function networksOf(specs: MizarSpecs, topology: Topology, settings: MizarSettings, ledger: Ledger): Networks {
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
    const found = vpcOf(node, topology);
    if ("code" in found) node.fault = found;
    else {
      node.fault = settings.disjointVpcs ? overlapFault(node, found, networks) : undefined;
      if (!node.fault) node.vpc = found;
    }
    if (node.fault) ledger.reject(ref, node.fault);
  }
  return networks;
}

function vpcOf({ name, spec: { type, vpcID } }: NetworkNode, topology: Topology): VpcNode | Fault {
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

function missing(network: string, field: string, remedy: string): Fault {
  const message = `Network ${network} has no spec.${field}, which type mizar needs`;
  return { code: "LBMissingRequiredField", at: `/spec/${field}`, message, remedy };
}

/** An object with the tenant of the settings and one without are the same once the setting is applied. */
function twice({ tenant, name }: NetworkNode): Fault {
  const message = `tenant ${tenant} has a Network ${name} already`;
  return { code: "LBBadRequest", at: "/metadata/tenant", message, remedy: "Keep one of them." };
}

/** The VPCs of one tenant's Networks are apart, where the setting disjointVpcs asks for it. */
function overlapFault({ name, tenant }: NetworkNode, vpc: VpcNode, networks: Networks): Fault | undefined {
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
