// Address requests of Pods and Services.

import { addTo } from "../../../../resources/lists";
import { formatAddress, parseAddress } from "../../../../resources/mizar/addresses";
import type { MizarEndpoint, Pod } from "../../../frontends";
import { pointer, type Service } from "../../../specs";
import { labelPointer, ManagedElsewhere, type Membership, type Workload } from "./networks";
import { nicPointer, nicsOf, userInput } from "./pod-annotations";
import { Rejection } from "./status-recorder";
import type { SubnetNode, Topology, VpcNode } from "./topology";
import { type Block, formatBlock, gatewayOf, holds, overlap, parseRange } from "./vpc-addresses";

/** Request for one address of a subnet; `ip` is set when it is fixed. */
export interface AddressRequest {
  /** Unique name of the endpoint in the operator, which identifies the Endpoint object of a Pod or Service. */
  holder: string;
  /** The interface of a Pod. */
  nic?: string;
  /** Name of its Endpoint, if that differs. */
  endpoint?: string;
  subnet: SubnetNode;
  /** The address is the existing one, a requested one, or any. */
  kind: "kept" | "asked" | "any";
  ip?: number;
  /** Ranges to choose from; absent for the whole subnet. */
  within?: readonly Block[];
  /** The address is outside the subnets: it is copied, not allocated. */
  foreign?: boolean;
  /** The address is outside the ranges of its Network (LB1604). */
  stray?: string;
  /** Earlier address that no longer fits. */
  lost?: number;
  at: string;
}

/** Source of the requests of one object. */
interface RequestContext {
  workload: Workload;
  membership: Membership;
  topology: Topology;
  endpoints: ExistingEndpoints;
  /** Addresses of the last run, by holder. */
  kept: Readonly<Record<string, string>>;
}

/** Endpoints that exist. */
export class ExistingEndpoints {
  readonly #byName: ReadonlyMap<string, MizarEndpoint>;
  /** Addresses of interfaces, by the part of their name before that of the interface. */
  readonly #byPod = new Map<string, MizarEndpoint[]>();

  constructor(endpoints: readonly MizarEndpoint[]) {
    this.#byName = new Map(endpoints.map((endpoint) => [endpoint.ref.name, endpoint]));
    for (const endpoint of endpoints) {
      const { name } = endpoint.ref;
      if (endpoint.type === "scaled") continue;
      const pod = name.slice(0, Math.max(0, name.lastIndexOf("-")));
      addTo(this.#byPod, pod, endpoint);
    }
  }

  get(name: string): MizarEndpoint | undefined {
    return this.#byName.get(name);
  }

  /** Endpoint of the first interface of a Pod: Mizar gives it the name of that of the node, whatever its name in the Pod (mizar.md 1.1). */
  firstOf(podName: string, interfaces: readonly string[]): MizarEndpoint | undefined {
    const podEndpoints = this.#byPod.get(podName) ?? [];
    return this.get(interfaces[0] ?? "") ?? podEndpoints.find(({ ref }) => !interfaces.includes(ref.name));
  }
}

/** One request per interface (seed 127-160). */
export function podRequests(pod: Pod, podName: string, context: RequestContext): AddressRequest[] {
  const { workload, endpoints, kept } = context;
  const before = userInput(pod);
  const nics = nicsOf(pod, workload.title);
  const holders = nics.map(({ name }) => `${podName}-${name}`);
  return nics.map((nic, index) => {
    const holder = holders[index] ?? "";
    const endpoint = index === 0 ? endpoints.firstOf(podName, holders) : endpoints.get(holder);
    // Mizar chooses addresses itself: the existing address of a Pod comes before its annotation
    const earlierAddresses = [...(index === 0 ? pod.addresses : []), endpoint?.ip, before[index], kept[holder]];
    const wish: InterfaceRequest = { subnet: nic.subnet, ip: nic.ip, had: parsedAddresses(earlierAddresses), at: nicPointer };
    const name = endpoint?.ref.name;
    return { nic: nic.name, ...request(wish, holder, context), ...(name === undefined || name === holder ? {} : { endpoint: name }) };
  });
}

/** The request of the scaled endpoint of a Service (seed 217-241); its address lies in the service ranges of its Network (seed 214). */
export function serviceRequest(service: Service, holder: string, context: RequestContext): AddressRequest {
  const { workload, membership, endpoints, kept } = context;
  const at = pointer("spec", "clusterIP");
  if (service.clusterIP === "None") throw new ManagedElsewhere(`${workload.title} is headless: it has no address of its own`);
  if (service.type === "ExternalName") throw new ManagedElsewhere(`${workload.title} is of type ExternalName: it has no address`);
  const clusterIP = clusterIPOf(service, workload.title);
  const wish: InterfaceRequest = {
    had: [...(clusterIP === undefined ? [] : [clusterIP]), ...parsedAddresses([endpoints.get(holder)?.ip, kept[holder]])],
    at: clusterIP === undefined ? labelPointer : at,
  };
  const ranges = (membership.network?.spec.serviceCidrs ?? []).map(parseRange).filter((range) => range !== undefined);
  if (clusterIP !== undefined && ranges.length > 0 && !ranges.some((range) => holds(range, clusterIP))) {
    const message = `clusterIP ${formatAddress(clusterIP)} of ${workload.title} is outside the service ranges of Network ${membership.network?.name} (${ranges.map(formatBlock).join(", ")})`;
    throw new Rejection("LBIpOutsideSubnet", at, message, "Leave the clusterIP out, or take one of these ranges.");
  }
  // an existing address decides about the subnet
  const addressRequest = request(
    wish,
    holder,
    clusterIP === undefined ? context : { ...context, membership: { ...membership, subnet: undefined } },
  );
  if (clusterIP !== undefined && addressRequest.ip !== clusterIP) {
    // as in the operator: the endpoint has the address of the Service, even outside the subnets (mizar.md 4.11)
    const stray = `the clusterIP of ${workload.title} is in no subnet of VPC ${membership.vpc.name}; its scaled endpoint takes it nevertheless`;
    return { ...addressRequest, kind: "kept", ip: clusterIP, foreign: true, lost: undefined, stray, at };
  }
  if (addressRequest.kind === "kept" || ranges.length === 0) return addressRequest;
  // the named or current subnet before the others
  const here = [addressRequest.subnet, ...membership.vpc.subnets].find(
    ({ block, fault }) => !fault && ranges.some((range) => hasAddresses(block, range)),
  );
  if (here) return { ...addressRequest, subnet: here, within: ranges };
  const stray = `no subnet of VPC ${membership.vpc.name} is in the service ranges of Network ${membership.network?.name} (${ranges.map(formatBlock).join(", ")}); the scaled endpoint of ${workload.title} is outside them`;
  return { ...addressRequest, stray };
}

/** True if a subnet has assignable addresses of a range. */
function hasAddresses(block: Block, range: Block): boolean {
  return overlap(range, { ...block, first: gatewayOf(block) + 1 });
}

/** The clusterIP of the Service; undefined also if a preview does not know it. */
function clusterIPOf({ clusterIP }: Service, title: string): number | undefined {
  if (typeof clusterIP !== "string") return undefined;
  const address = parseAddress(clusterIP);
  if (address !== undefined) return address;
  throw new Rejection(
    "LBBadRequest",
    pointer("spec", "clusterIP"),
    `clusterIP ${clusterIP} of ${title} is not an IPv4 address`,
    "Write an IPv4 address: Mizar knows no other.",
  );
}

function request(wish: InterfaceRequest, holder: string, { workload, membership, topology }: RequestContext): AddressRequest {
  const subnet = chooseSubnet(wish, membership, workload, topology);
  const common = { holder, subnet, at: wish.at };
  if (wish.ip !== undefined) return { ...common, kind: wish.had.includes(wish.ip) ? "kept" : "asked", ip: wish.ip };
  const keptAddress = wish.had.find((address) => holds(subnet.block, address));
  if (keptAddress !== undefined) return { ...common, kind: "kept", ip: keptAddress };
  return { ...common, kind: "any", ...(wish.had.length > 0 ? { lost: wish.had[0] } : {}) };
}

const parsedAddresses = (texts: readonly (string | undefined)[]) =>
  texts.map((text) => (text === undefined ? undefined : parseAddress(text))).filter((address) => address !== undefined);

/** Request of an interface of a Pod, or of a Service. */
export interface InterfaceRequest {
  /** Name of the subnet, or its range; must exist. */
  subnet?: string;
  /** An address that must be given. */
  ip?: number;
  /** Earlier addresses, best first; one of them is kept if possible. */
  had: readonly number[];
  /** JSON pointer to the request. */
  at: string;
}

/** The subnet by name or address, else that of the earlier address, else the first of the VPC (seed 82-84, 155-158; mizar.md 3.2). */
function chooseSubnet(wish: InterfaceRequest, membership: Membership, workload: Workload, topology: Topology): SubnetNode {
  const { vpc } = membership;
  const subnet = named(wish, membership, workload, topology) ?? containing(wish, vpc, workload) ?? first(wish, vpc);
  if (subnet.fault) {
    const code = subnet.fault.code === "LBSubnetOutsideVpc" ? subnet.fault.code : "LBSubnetNotFound";
    throw new Rejection(
      code,
      wish.at,
      `${workload.title} cannot be in subnet ${subnet.name}: ${subnet.fault.message}`,
      subnet.fault.remedy,
    );
  }
  if (wish.ip !== undefined && !holds(subnet.block, wish.ip)) {
    const message = `address ${formatAddress(wish.ip)} of ${workload.title} is outside subnet ${subnet.name} (${formatBlock(subnet.block)})`;
    throw new Rejection("LBIpOutsideSubnet", wish.at, message, "Ask for an address of that subnet, or for the address alone.");
  }
  return subnet;
}

function named(
  wish: InterfaceRequest,
  { vpc, subnet: annotated }: Membership,
  { title }: Workload,
  topology: Topology,
): SubnetNode | undefined {
  // a requested address comes before the annotation of current Mizar
  const byName = wish.subnet === undefined ? undefined : { name: wish.subnet, at: wish.at };
  const requested = byName ?? (wish.ip === undefined ? annotated : undefined);
  if (!requested) return undefined;
  const { name, at } = requested;
  const subnet = name.includes("/") ? byRange(name, vpc) : topology.subnets.get(name);
  if (!subnet) {
    const message = `subnet ${name} of ${title} does not exist: Mizar creates Pods in existing subnets only`;
    throw new Rejection("LBSubnetNotFound", at, message, `Ask for a subnet of VPC ${vpc.name}: ${subnetList(vpc)}.`);
  }
  if (subnet.vpc !== vpc) {
    const message = `Subnet ${name} of ${title} does not belong to VPC ${vpc.name}, but to ${subnet.vpc.name}`;
    throw new Rejection("LBSubnetNotInVpc", at, message, `Ask for a subnet of VPC ${vpc.name}: ${subnetList(vpc)}.`);
  }
  return subnet;
}

/** Arktos accepts a range in place of a subnet's name (multi-tenancy-network.md, keys of the annotation). */
function byRange(text: string, vpc: VpcNode): SubnetNode | undefined {
  const range = parseRange(text);
  return range && vpc.subnets.find(({ block }) => block.first === range.first && block.prefix === range.prefix);
}

function containing(wish: InterfaceRequest, vpc: VpcNode, { title }: Workload): SubnetNode | undefined {
  const { ip } = wish;
  if (ip === undefined) return undefined;
  const holding = vpc.subnets.filter(({ block }) => holds(block, ip));
  const subnet = holding.find(({ fault }) => !fault) ?? holding[0];
  if (subnet) return subnet;
  const message = `no subnet of VPC ${vpc.name} contains address ${formatAddress(ip)} of ${title}`;
  throw new Rejection("LBNoSubnetContainsIp", wish.at, message, `Ask for an address of ${subnetList(vpc)}.`);
}

function first({ had }: InterfaceRequest, vpc: VpcNode): SubnetNode {
  for (const address of had) {
    const subnet = vpc.subnets.find(({ block, fault }) => !fault && holds(block, address));
    if (subnet) return subnet;
  }
  return vpc.subnets[0]!; // a VPC without subnets has been refused before (membershipOf)
}

const subnetList = (vpc: VpcNode) => vpc.subnets.map(({ name, block }) => `${name} (${formatBlock(block)})`).join(", ");
