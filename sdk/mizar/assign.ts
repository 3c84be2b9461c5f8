import { formatAddress, parseAddress } from "../../kinds/mizar/range";
import { diagnose, type MizarSpecs } from "../specs";
import type { AddressBook } from "./address-book";
import { formatBlock, gatewayOf } from "./cidr";
import type { Claimant } from "./homes";
import { type Ledger, Refusal } from "./ledger";
import type { Request } from "./requests";
import type { SubnetNode, Topology } from "./topology";

/** An address in a subnet, given to one interface. */
export interface Seat {
  nic?: string;
  subnet: SubnetNode;
  ip: number;
}

/** A Pod or Service with what it needs. */
export interface Claim {
  claimant: Claimant;
  requests: readonly Request[];
}

/** Addresses of Endpoints that exist are used, whoever they belong to (DESIGN 4.1). */
export function holdEndpoints({ endpoints }: MizarSpecs, topology: Topology, book: AddressBook): void {
  for (const { ref, ip, vpc, net } of endpoints) {
    const address = ip === undefined ? undefined : parseAddress(ip);
    if (address === undefined) continue;
    const subnet = net === undefined ? undefined : topology.subnets.get(net);
    const owner = vpc ?? subnet?.vpc.name;
    for (const name of owner === undefined ? topology.vpcs.keys() : [owner]) book.pin(name, address, ref.name);
  }
}

/**
 * Gives every claim its addresses. Who has one keeps it, then come those who ask for one, then those who take any, each in the order of
 * creation: so neither a new Pod nor the order of documents moves an address that is settled.
 */
export function assign(claims: readonly Claim[], book: AddressBook, ledger: Ledger): Map<Claim, Seat[]> {
  const seats = new Map<Claim, Map<Request, Seat>>(claims.map((claim) => [claim, new Map()]));
  const refuse = (claim: Claim, error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    ledger.reject(claim.claimant.spec.ref, error.fault);
    for (const { holder, subnet } of claim.requests) book.release(subnet.vpc.name, holder);
    seats.delete(claim);
  };
  for (const kind of ["kept", "asked", "any"] as const)
    for (const claim of claims)
      for (const request of claim.requests) {
        const own = seats.get(claim);
        if (request.kind !== kind || !own) continue;
        try {
          const ip = request.ip === undefined ? lowest(request, claim, book) : request.ip;
          if (!request.foreign) take(request, ip, claim, book);
          own.set(request, { ...(request.nic ? { nic: request.nic } : {}), subnet: request.subnet, ip });
          if (request.lost !== undefined) ledger.report(moved(request, request.lost, ip, claim));
        } catch (error) {
          refuse(claim, error);
        }
      }
  return new Map([...seats].map(([claim, given]) => [claim, claim.requests.map((request) => given.get(request)!)]));
}

function lowest({ subnet, within, at }: Request, { claimant }: Claim, book: AddressBook): number {
  const ip = book.lowestFree(subnet.vpc.name, subnet.block, within);
  if (ip !== undefined) return ip;
  const message = `no address is left for ${claimant.title} in subnet ${subnet.name} (${formatBlock(subnet.block)})`;
  throw new Refusal("LBPermanent", at, message, "Ask for another subnet of the VPC, or add a larger one.");
}

/** An address belongs to one interface (Arktos: an address that is not available in the subnet is an error); Mizar never checks. */
function take({ subnet, holder, at }: Request, ip: number, { claimant }: Claim, book: AddressBook): void {
  const { block, name } = subnet;
  const taken =
    ip === block.first
      ? `that of the network ${formatBlock(block)}`
      : ip === gatewayOf(block)
        ? `the gateway of subnet ${name}`
        : book.take(subnet.vpc.name, ip, holder);
  if (taken === undefined) return;
  const message = `address ${formatAddress(ip)} of ${claimant.title} is in use: it is ${taken.includes(" ") ? taken : `held by ${taken}`}`;
  throw new Refusal("LBIpInUse", at, message, "Ask for another address, or for none to get a free one.");
}

function moved({ subnet, at }: Request, lost: number, ip: number, { claimant }: Claim) {
  const message = `${claimant.title} had ${formatAddress(lost)}, which is not in subnet ${subnet.name} (${formatBlock(subnet.block)}), and gets ${formatAddress(ip)}`;
  return diagnose("LB1605", claimant.spec.ref, at, message);
}
