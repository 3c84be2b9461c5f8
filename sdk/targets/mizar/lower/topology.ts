// The VPCs and subnets of the specs, and their free addresses.

import { rangeOf } from "../../../../resources/mizar/addresses";
import { ownValue } from "../../../../resources/own-value";
import type { MizarSpecs, Subnet, Vpc } from "../../../frontends";
import { diagnose } from "../../../specs";
import type { MizarFault, MizarStatusRecorder } from "./status-recorder";
import { type Block, encloses, formatBlock, freeCapacity, overlap, type VpcAddresses } from "./vpc-addresses";

/** The operator reads and writes no other namespace (mizar.md 1.1). */
const NAMESPACE = "default";

export interface VpcNode {
  name: string;
  spec: Vpc;
  block: Block;
  /** In the order of their creation. */
  subnets: SubnetNode[];
}

export interface SubnetNode {
  name: string;
  spec: Subnet;
  vpc: VpcNode;
  block: Block;
  /** Reason why the subnet is rejected. Pods and Services that belong in it are rejected too. */
  fault?: MizarFault;
}

/** An address in a subnet, given to one interface. */
export interface AssignedAddress {
  nic?: string;
  subnet: SubnetNode;
  ip: number;
}

/** VPCs and subnets by name: Mizar's names are the same for all tenants. */
export interface Topology {
  vpcs: ReadonlyMap<string, VpcNode>;
  subnets: ReadonlyMap<string, SubnetNode>;
}

/** VPCs and subnets, after a check of their ranges (seed 214, mizar.md 2.2). */
export function topologyOf(specs: MizarSpecs, ledger: MizarStatusRecorder): Topology {
  const vpcs = new Map<string, VpcNode>();
  for (const spec of specs.vpcs) {
    const { name } = spec.ref;
    const block = blockOf(spec, ledger, vpcs.has(name));
    if (block) vpcs.set(name, { name, spec, block, subnets: [] });
  }
  const subnets = new Map<string, SubnetNode>();
  for (const spec of specs.subnets) {
    const { ref } = spec;
    const block = blockOf(spec, ledger, subnets.has(ref.name));
    if (!block) continue;
    const vpc = spec.vpc === undefined ? undefined : vpcs.get(spec.vpc);
    if (!vpc) {
      ledger.reject(ref, spec.vpc === undefined ? missing("vpc", ref.name) : noVpc(ref.name, spec.vpc));
      continue;
    }
    const node: SubnetNode = { name: ref.name, spec, vpc, block };
    node.fault = faultOf(node);
    if (node.fault) ledger.reject(ref, node.fault);
    vpc.subnets.push(node);
    subnets.set(node.name, node);
  }
  return { vpcs, subnets };
}

/** The range of a Vpc or Subnet; undefined after the object was rejected. */
function blockOf(spec: Vpc | Subnet, ledger: MizarStatusRecorder, taken: boolean): Block | undefined {
  const { ref, ip, prefix } = spec;
  const refuse = (fault: MizarFault) => {
    ledger.reject(ref, fault);
    return undefined;
  };
  if (ref.namespace !== NAMESPACE) {
    const message = `${ref.kind} ${ref.name} is in namespace ${ref.namespace}, but Mizar's operator only works in ${NAMESPACE}`;
    return refuse({ code: "LBNeverProvisioned", at: "/metadata/namespace", message, remedy: `Put it into namespace ${NAMESPACE}.` });
  }
  if (taken) {
    const message = `another tenant has a ${ref.kind} ${ref.name} already, and Mizar's names are the same for all tenants`;
    return refuse({ code: "LBBadRequest", at: "/metadata/name", message, remedy: "Give it another name." });
  }
  if (ip === undefined) return refuse(missing("ip", ref.name));
  if (prefix === undefined) return refuse(missing("prefix", ref.name));
  const block = rangeOf(ip, prefix);
  if (!("fault" in block)) return block;
  const message = `the range of ${ref.kind} ${ref.name} cannot be used: ${block.fault}`;
  return refuse({
    code: "LBPermanent",
    at: `/spec/${block.field}`,
    message,
    remedy: "Write a network address and its prefix length, for example 10.10.1.0 and 24.",
  });
}

/**
 * A subnet lies in its VPC and beside the others of it (seed 214; mizar.md 2.2: nothing on the server checks either), and there is a divider
 * that it can wait for, and a bouncer that who is in it can.
 */
function faultOf({ name, spec, block, vpc }: SubnetNode): MizarFault | undefined {
  if (!encloses(vpc.block, block)) {
    const message = `subnet ${name} (${formatBlock(block)}) is outside its VPC ${vpc.name} (${formatBlock(vpc.block)})`;
    return { code: "LBSubnetOutsideVpc", at: "/spec/ip", message, remedy: "Give the subnet a range inside that of the VPC." };
  }
  if (spec.spec.status !== PROVISIONED && isZero(vpc.spec.spec.dividers)) {
    const message = `subnet ${name} waits for a divider, but its VPC ${vpc.name} declares none`;
    const remedy = `Set spec.dividers of Vpc ${vpc.name} to 1 or more, or leave it out.`;
    return { code: "LBNeverProvisioned", at: "/spec/vpc", message, remedy };
  }
  if (spec.spec.status !== PROVISIONED && isZero(spec.spec.bouncers)) {
    const message = `subnet ${name} declares no bouncers, so that nothing in it gets an endpoint`;
    return { code: "LBNeverProvisioned", at: "/spec/bouncers", message, remedy: "Set spec.bouncers to 1 or more, or leave it out." };
  }
  const other = vpc.subnets.find((sibling) => !sibling.fault && overlap(sibling.block, block));
  if (!other) return undefined;
  const message = `subnet ${name} (${formatBlock(block)}) overlaps with subnet ${other.name} (${formatBlock(other.block)}) of VPC ${vpc.name}`;
  return {
    code: "LB1601",
    at: "/spec/ip",
    message,
    remedy: "Give it its own range: Mizar would assign the same addresses in both.",
  };
}

/** Status of a subnet that the operator has finished: it has bouncers, whatever its spec contains now. */
const PROVISIONED = "Provisioned";

/** A count may be a number or its text. */
const isZero = (count: unknown): boolean => count !== undefined && count !== null && Number(count) === 0;

function missing(field: string, name: string): MizarFault {
  const message = `${name} has no spec.${field}`;
  return { code: "LBMissingRequiredField", at: `/spec/${field}`, message, remedy: `Set spec.${field}.` };
}

function noVpc(subnet: string, vpc: string): MizarFault {
  const message = `VPC ${vpc} of subnet ${subnet} does not exist`;
  return { code: "LBVpcNotFound", at: "/spec/vpc", message, remedy: `Add the Vpc ${vpc} to the specs, or name another.` };
}

/** Reports the number of addresses of each subnet that are left, as a notice on it. */
export function reportCapacity(topology: Topology, addresses: readonly VpcAddresses[], ledger: MizarStatusRecorder): void {
  const capacities = freeCapacity(addresses);
  for (const { name, spec } of topology.subnets.values()) {
    const capacity = ownValue(capacities, name);
    if (!capacity) continue;
    const message = `${capacity.left} of ${capacity.capacity} addresses of subnet ${name} (${capacity.range}) are left`;
    ledger.report(diagnose("LB1603", spec.ref, "/spec/prefix", message));
  }
}
