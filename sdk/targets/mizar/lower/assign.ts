// Assigns addresses to Pods and Services.

import { type Diagnostic, describeObject, type ObjectRef } from "../../../../resources/diagnostic";
import { formatAddress, type InterfaceAddressRequest, parseAddress, type TakenAddresses } from "../../../../resources/mizar/addresses";
import type { MizarSpecs, Pod } from "../../../frontends";
import { diagnose, pointer, type Service, unusedFields } from "../../../specs";
import type { MizarSettings } from "../settings";
import { ManagedElsewhere, type Membership, membershipOf, type Networks, VPC_ANNOTATION, type Workload } from "./networks";
import { unknownNicFields } from "./pod-annotations";
import { type AddressRequest, ExistingEndpoints, podRequests, serviceRequest } from "./requests";
import { type MizarStatusRecorder, Rejection } from "./status-recorder";
import type { AssignedAddress, Topology } from "./topology";
import { type AddressHolders, type Block, formatBlock, gatewayOf, holds } from "./vpc-addresses";

/** Marks the addresses of existing Endpoints and Pods as in use. */
export function pinExisting(
  { endpoints }: MizarSpecs,
  attachments: readonly Attachment[],
  topology: Topology,
  book: AddressHolders,
  ledger: MizarStatusRecorder,
): void {
  pinEndpoints(endpoints, attachments, topology, book, ledger);
  for (const { workload, membership, requests } of attachments) {
    const { spec } = workload;
    for (const text of isPod(spec) ? spec.addresses : []) {
      const address = parseAddress(text);
      const { vpc } = membership;
      if (address === undefined || !holds(vpc.block, address)) continue;
      const request = requests.find(({ ip }) => ip === address) ?? requests[0];
      if (request) book.pin(vpc.name, address, request.holder);
    }
  }
}

function pinEndpoints(
  endpoints: MizarSpecs["endpoints"],
  attachments: readonly Attachment[],
  topology: Topology,
  book: AddressHolders,
  ledger: MizarStatusRecorder,
): void {
  const requests = attachments.flatMap((attachment) => attachment.requests);
  const holders = new Map(requests.flatMap(({ endpoint, holder }) => (endpoint === undefined ? [] : [[endpoint, holder] as const])));
  for (const { ref, ip, vpc, net } of endpoints) {
    for (const [field, name, nodes] of [
      ["vpc", vpc, topology.vpcs],
      ["net", net, topology.subnets],
    ] as const) {
      if (name === undefined || nodes.has(name)) continue;
      const message = `Endpoint ${ref.name} is in ${field} ${name}, which is not among the specs`;
      ledger.report(diagnose("LB1609", ref, `/spec/${field}`, message, { remedy: `Add ${name} to the specs, or correct the name.` }));
    }
    const address = ip === undefined ? undefined : parseAddress(ip);
    if (address === undefined) continue;
    const subnet = net === undefined ? undefined : topology.subnets.get(net);
    const owner = vpc ?? subnet?.vpc.name;
    for (const name of owner === undefined ? topology.vpcs.keys() : [owner]) book.pin(name, address, holders.get(ref.name) ?? ref.name);
  }
}

/**
 * Gives every Pod and Service its addresses. Who has one keeps it, then come those who ask for one, then those who take any, each in the order of
 * creation: so neither a new Pod nor the order of documents moves an address that is settled.
 */
export function assign(
  attachments: readonly Attachment[],
  book: AddressHolders,
  ledger: MizarStatusRecorder,
): Map<Attachment, AssignedAddress[]> {
  const assigned = new Map<Attachment, Map<AddressRequest, AssignedAddress>>(attachments.map((attachment) => [attachment, new Map()]));
  const refuse = (attachment: Attachment, error: unknown) => {
    if (!(error instanceof Rejection)) throw error;
    ledger.reject(attachment.workload.spec.ref, error.fault);
    for (const { holder, subnet } of attachment.requests) book.release(subnet.vpc.name, holder);
    assigned.delete(attachment);
  };
  for (const kind of ["kept", "asked", "any"] as const)
    for (const attachment of attachments)
      for (const request of attachment.requests) {
        const addresses = assigned.get(attachment);
        if (request.kind !== kind || !addresses) continue; // another turn, or a Pod that was refused before
        try {
          const ip = request.ip === undefined ? lowest(request, attachment, book) : request.ip;
          if (!request.foreign) take(request, ip, attachment, book);
          addresses.set(request, { ...(request.nic ? { nic: request.nic } : {}), subnet: request.subnet, ip });
          if (request.lost !== undefined) ledger.report(moved(request, request.lost, ip, attachment));
        } catch (error) {
          refuse(attachment, error);
        }
      }
  // every remaining attachment has its addresses: the others were refused
  return new Map(
    [...assigned].map(([attachment, byRequest]) => [attachment, attachment.requests.flatMap((request) => byRequest.get(request) ?? [])]),
  );
}

function lowest({ subnet, within, at }: AddressRequest, { workload }: Attachment, book: AddressHolders): number {
  const ip = book.lowestFree(subnet.vpc.name, subnet.block, within);
  if (ip !== undefined) return ip;
  const message = `no address is left for ${workload.title} in subnet ${subnet.name} (${formatBlock(subnet.block)})`;
  throw new Rejection("LBPermanent", at, message, "Ask for another subnet of the VPC, or add a larger one.");
}

/** Takes an address for one interface. Mizar never checks this; Arktos treats an unavailable address as an error. */
function take({ subnet, holder, at }: AddressRequest, ip: number, { workload }: Attachment, book: AddressHolders): void {
  const { block, name } = subnet;
  const taken =
    ip === block.first
      ? `that of the network ${formatBlock(block)}`
      : ip === gatewayOf(block)
        ? `the gateway of subnet ${name}`
        : book.take(subnet.vpc.name, ip, holder);
  if (taken === undefined) return;
  const message = `address ${formatAddress(ip)} of ${workload.title} is in use: it is ${taken.includes(" ") ? taken : `held by ${taken}`}`;
  throw new Rejection("LBIpInUse", at, message, "Request another address, or none to get a free one.");
}

function moved({ subnet, at }: AddressRequest, lost: number, ip: number, { workload }: Attachment) {
  const message = `${workload.title} had ${formatAddress(lost)}, which is not in subnet ${subnet.name} (${formatBlock(subnet.block)}), and gets ${formatAddress(ip)}`;
  return diagnose("LB1605", workload.spec.ref, at, message);
}

/** Address requests in the form of the state, with the inputs of allocation. */
export function rememberedRequests(
  attachments: readonly Attachment[],
  assigned: ReadonlyMap<unknown, readonly AssignedAddress[]>,
  topology: Topology,
  book: AddressHolders,
): { wishes: Record<string, InterfaceAddressRequest>; taken: TakenAddresses } {
  const wishes = attachments.flatMap((attachment) =>
    attachment.requests
      // an address outside the subnets is copied, and nothing else could have it
      .filter(({ foreign }) => !foreign)
      .map((request) => [request.holder, wishFrom(request, assigned.get(attachment)?.[attachment.requests.indexOf(request)])] as const),
  );
  const taken = [...topology.vpcs.keys()].map((vpc) => {
    const pinned = book.pinned(vpc).map(({ address, holder }) => [formatAddress(address), holder] as const);
    return [vpc, Object.fromEntries(pinned)] as const;
  });
  return {
    wishes: Object.fromEntries(wishes),
    taken: Object.fromEntries(taken.filter(([, addresses]) => Object.keys(addresses).length > 0)),
  };
}

function wishFrom({ kind, ip, subnet, within }: AddressRequest, assigned: AssignedAddress | undefined): InterfaceAddressRequest {
  const address = ip ?? assigned?.ip;
  return {
    vpc: subnet.vpc.name,
    subnet: subnet.name,
    how: kind,
    ...(address === undefined ? {} : { ip: formatAddress(address) }),
    from: (within ?? [subnet.block]).flatMap((range) => rangeIn(subnet.block, range)),
  };
}

/** The assignable part of a range in a subnet, without the addresses of network and gateway. */
function rangeIn(block: Block, range: Block): string[] {
  const first = Math.max(range.first, gatewayOf(block) + 1);
  const last = Math.min(range.last, block.last);
  return first <= last ? [`${formatAddress(first)}-${formatAddress(last)}`] : [];
}

/** A Pod or Service in its VPC, and its address requests there. */
export interface Attachment {
  workload: Workload;
  /** Under which Mizar knows it. */
  name: string;
  membership: Membership;
  requests: readonly AddressRequest[];
}

/** Address requests of each Pod and Service. Those without a subnet are rejected, those in another network skipped. */
export function attachmentsOf(
  specs: MizarSpecs,
  networks: Networks,
  topology: Topology,
  settings: MizarSettings,
  kept: Readonly<Record<string, string>>,
  ledger: MizarStatusRecorder,
): Attachment[] {
  const endpoints = new ExistingEndpoints(specs.endpoints);
  const holders = new Map<string, ObjectRef>();
  return specs.workloads.flatMap((spec): Attachment[] => {
    const { ref } = spec;
    const tenant = ref.tenant ?? settings.tenant;
    const name = (isPod(spec) ? podNameOf : serviceEndpointNameOf)(ref.name, ref.namespace, tenant);
    const workload = { spec, tenant, title: `${isPod(spec) ? "pod" : "service"} ${name}` };
    try {
      if (isPod(spec) && spec.hostNetwork) throw new ManagedElsewhere(`${workload.title} is on the network of its node`);
      const membership = membershipOf(workload, networks, topology, settings);
      const context = { workload, membership, topology, endpoints, kept };
      const requests = isPod(spec) ? podRequests(spec, name, context) : [serviceRequest(spec, name, context)];
      // the node asks for a Pod by its name in Mizar, whatever its interfaces are called
      const keys = [...requests.map(({ holder }) => holder), ...(isPod(spec) ? [`pod ${name}`] : [])];
      const twin = keys.map((key) => holders.get(key)).find((other) => other !== undefined);
      if (twin) {
        // different titles may give the same joined name
        const message = `Mizar would know ${describeObject(ref)} and ${describeObject(twin)} under one name, ${name}`;
        throw new Rejection("LBBadRequest", "/metadata/name", message, "Rename one.");
      }
      for (const key of keys) holders.set(key, ref);
      return [{ workload, name, membership, requests }];
    } catch (error) {
      if (error instanceof Rejection) ledger.reject(ref, error.fault);
      else if (error instanceof ManagedElsewhere) ledger.skip(ref, error.message, error.lacks);
      else throw error;
      return [];
    }
  });
}

/** Reports requests of a Pod or Service that have no effect. */
export function reportUnusedFields({ workload: { spec }, membership: { vpc } }: Attachment, ledger: MizarStatusRecorder): void {
  const unused = isPod(spec) ? unknownNicFields(spec) : unusedOf(spec);
  for (const diagnostic of unused) ledger.report(diagnostic);
  const { [VPC_ANNOTATION]: named } = spec.meta.annotations;
  if (!named || named === vpc.name) return;
  const message = `its Network, which counts first, is in VPC ${vpc.name}: VPC ${named} is not used`;
  ledger.report(diagnose("LB1006", spec.ref, pointer("metadata", "annotations", VPC_ANNOTATION), message));
}

/** Reports settings without effect: the scaled endpoint of a Service spreads connections over its endpoints within its VPC, no more (mizar.md 1.1). */
function unusedOf(service: Service): Diagnostic[] {
  return unusedFields(service, {
    type: `type ${service.type} is not used: the Service has an address of its VPC alone`,
    ipFamilies: "ipFamilies is not used: addresses in a VPC are IPv4",
    ipFamilyPolicy: "RequireDualStack is not met: addresses in a VPC are IPv4",
    loadBalancerIP: "loadBalancerIP is not used: the address is spec.clusterIP",
    loadBalancerSourceRanges: "loadBalancerSourceRanges is not used: the VPC controls access",
    sessionAffinity: "session affinity is not used",
    externalTrafficPolicy: "externalTrafficPolicy is not used: every endpoint is a server",
    externalIPs: "externalIPs is not used: the Service has an address of its VPC alone",
  });
}

/** Reports a Service whose address is outside the ranges of its VPC or Network: it works only as far as routes lead there. */
export function reportOutsideAddresses({ workload, requests }: Attachment, ledger: MizarStatusRecorder): void {
  for (const { stray, at } of requests) if (stray !== undefined) ledger.report(diagnose("LB1604", workload.spec.ref, at, stray));
}

const isPod = (spec: Pod | Service): spec is Pod => "hostNetwork" in spec;

/** `name-namespace-tenant`; without tenants the operator leaves the last part empty (seed 152, mizar.md 1.1). */
export function podNameOf(name: string, namespace: string, tenant: string): string {
  return `${name}-${namespace}-${tenant}`;
}

/** The scaled endpoint of a Service; without tenants the operator leaves the last part out (mizar.md 1.1). */
export function serviceEndpointNameOf(name: string, namespace: string, tenant: string): string {
  return tenant ? `${name}-${namespace}-${tenant}` : `${name}-${namespace}`;
}
