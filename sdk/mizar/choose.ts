import { formatAddress } from "../../kinds/mizar/range";
import { formatBlock, holds, parseRange } from "./cidr";
import type { Claimant, Home } from "./homes";
import { Refusal } from "./ledger";
import type { SubnetNode, Topology, VpcNode } from "./topology";

/** What an interface of a Pod, or a Service, asks for. */
export interface Wish {
  /** Name of the subnet, or its range; must exist. */
  subnet?: string;
  /** An address that must be given. */
  ip?: number;
  /** Addresses it has had, best first: kept where they fit. */
  had: readonly number[];
  /** Where the wish stands, a JSON pointer. */
  at: string;
}

/** The subnet by name or address, else where the address it had is, else the first of the VPC (seed 82-84, 155-158; mizar.md 3.2). */
export function chooseSubnet(wish: Wish, home: Home, claimant: Claimant, topology: Topology): SubnetNode {
  const { vpc } = home;
  const subnet = named(wish, home, claimant, topology) ?? containing(wish, vpc, claimant) ?? first(wish, vpc);
  if (subnet.fault) {
    const code = subnet.fault.code === "LBSubnetOutsideVpc" ? subnet.fault.code : "LBSubnetNotFound";
    throw new Refusal(code, wish.at, `${claimant.title} cannot be in subnet ${subnet.name}: ${subnet.fault.message}`, subnet.fault.remedy);
  }
  if (wish.ip !== undefined && !holds(subnet.block, wish.ip)) {
    const message = `address ${formatAddress(wish.ip)} of ${claimant.title} is outside subnet ${subnet.name} (${formatBlock(subnet.block)})`;
    throw new Refusal("LBIpOutsideSubnet", wish.at, message, "Ask for an address of that subnet, or for the address alone.");
  }
  return subnet;
}

function named(wish: Wish, { vpc, subnet: annotated }: Home, { title }: Claimant, topology: Topology): SubnetNode | undefined {
  // what an annotation of today's Mizar says gives way to an address that is asked for
  const name = wish.subnet ?? (wish.ip === undefined ? annotated : undefined);
  if (name === undefined) return undefined;
  const subnet = name.includes("/") ? byRange(name, vpc) : topology.subnets.get(name);
  if (!subnet) {
    const message = `subnet ${name} of ${title} does not exist: Mizar creates Pods in existing subnets only`;
    throw new Refusal("LBSubnetNotFound", wish.at, message, `VPC ${vpc.name} has ${listed(vpc)}.`);
  }
  if (subnet.vpc !== vpc) {
    const message = `Subnet ${name} of ${title} does not belong to VPC ${vpc.name}, but to ${subnet.vpc.name}`;
    throw new Refusal("LBSubnetNotInVpc", wish.at, message, `VPC ${vpc.name} has ${listed(vpc)}.`);
  }
  return subnet;
}

/** Arktos lets a range stand for a subnet's name (multi-tenancy-network.md, keys of the annotation). */
function byRange(text: string, vpc: VpcNode): SubnetNode | undefined {
  const range = parseRange(text);
  return range && vpc.subnets.find(({ block }) => block.first === range.first && block.prefix === range.prefix);
}

function containing(wish: Wish, vpc: VpcNode, { title }: Claimant): SubnetNode | undefined {
  const { ip } = wish;
  if (ip === undefined) return undefined;
  const holding = vpc.subnets.filter(({ block }) => holds(block, ip));
  const subnet = holding.find(({ fault }) => !fault) ?? holding[0];
  if (subnet) return subnet;
  const message = `no subnet of VPC ${vpc.name} contains address ${formatAddress(ip)} of ${title}`;
  throw new Refusal("LBNoSubnetContainsIp", wish.at, message, `VPC ${vpc.name} has ${listed(vpc)}.`);
}

function first({ had }: Wish, vpc: VpcNode): SubnetNode {
  for (const address of had) {
    const subnet = vpc.subnets.find(({ block, fault }) => !fault && holds(block, address));
    if (subnet) return subnet;
  }
  return vpc.subnets[0]!;
}

const listed = (vpc: VpcNode) => vpc.subnets.map(({ name, block }) => `${name} (${formatBlock(block)})`).join(", ");
