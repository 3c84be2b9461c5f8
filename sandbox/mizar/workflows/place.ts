import { annotationOf, type KubeObject, specText } from "../api/object";
import { TemporaryFailure } from "../engine/failures";
import type { KnownSubnet } from "../memory/memory";
import { knownVpc } from "./vpc";
import type { Context } from "./workflow";

export const VPC_ANNOTATION = "mizar.com/vpc";
export const SUBNET_ANNOTATION = "mizar.com/subnet";
const DEFAULT_VPC = "vpc0";
const DEFAULT_SUBNET = "net0";

/** Where a Pod or Service belongs. */
export interface Place {
  vpc: string;
  vni: string;
  net: string;
  subnet: KnownSubnet;
}

/** From the annotations; a subnet without a VPC counts for nothing. @throws TemporaryFailure while something is not there yet. */
export function placeOf(object: KubeObject, context: Context): Place {
  const { name } = object.metadata;
  const what = `${object.kind.toLowerCase()} ${name}`;
  const vpc = annotationOf(object, VPC_ANNOTATION) || DEFAULT_VPC;
  const parent = knownVpc(vpc, context);
  if (!parent) throw new TemporaryFailure(`VPC ${vpc} ${object.kind === "Service" ? "for" : "of"} ${what} does not exist!`);
  const net = annotationOf(object, VPC_ANNOTATION) ? subnetOf(object, vpc, what, context) : DEFAULT_SUBNET;
  const subnet = context.memory.subnets.get(net);
  if (!subnet) throw new TemporaryFailure(`Subnet ${net} of ${what} does not exist!`);
  if (subnet.vpc !== vpc) throw new TemporaryFailure(`Subnet ${net} of ${what} does not belong to VPC ${vpc}`);
  return { vpc, vni: specText({ spec: parent }, "vni"), net, subnet };
}

function subnetOf(object: KubeObject, vpc: string, what: string, { memory }: Context): string {
  const net = annotationOf(object, SUBNET_ANNOTATION) || memory.firstSubnetOf(vpc);
  if (net === undefined) throw new TemporaryFailure(`VPC ${vpc} has no subnets to allocate ${what}!`);
  return net;
}
