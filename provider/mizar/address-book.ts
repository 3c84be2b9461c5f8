// Allocates addresses of Mizar's subnets to Pods and Services.

import { hiddenName, hideInputs, showInputs } from "../../resources/hidden";
import {
  ADDRESSES,
  ADDRESSES_HIDDEN,
  formatAddress,
  type InterfaceAddressRequest,
  parseAddress,
  type TakenAddresses,
} from "../../resources/mizar/addresses";
import { hasUnknown, type Properties } from "../lifecycle/bodies/json";
import { stable } from "../lifecycle/bodies/shape";
import { inputsInState } from "../lifecycle/check";
import type { ResourceHandler } from "../lifecycle/handler";
import { withoutObject } from "../lifecycle/without-object";

/**
 * A resource without an object: it remembers which interface has which address, so that a new Pod never gets the address of an old Pod that the
 * cluster was not asked about. Who gets what is decided when the inputs are checked: so a preview knows it.
 */
export const ADDRESS_BOOK: ResourceHandler = {
  ...withoutObject(ADDRESSES, "addresses", [...ADDRESSES_HIDDEN, ...ADDRESSES_HIDDEN.map(hiddenName)]),
  complete(olds, news) {
    const desired = shown(news);
    if (hasUnknown(desired.wishes)) return {};
    const allocated = assigned(shown(olds), desired);
    return hiddenName("wishes") in news ? (hideInputs({ given: allocated }, ADDRESSES_HIDDEN) as Properties) : { given: allocated };
  },
  diff(_id, olds, news) {
    const [before, after] = [shown(olds).given ?? {}, shown(news).given ?? {}];
    return { changes: stable(before) === stable(after) ? [] : ["given"], replaces: [] };
  },
};

const shown = (properties: Properties): Properties => showInputs(properties, ADDRESSES_HIDDEN);

function assigned(olds: Properties, news: Properties): AllocatedAddresses {
  const { wishes = {}, taken } = inputsInState(ADDRESSES, news);
  return allocate(wishes, inputsInState(ADDRESSES, olds).given ?? {}, taken);
}

/** Requests for addresses, by the name of the interface in Mizar. */
export type AllocationRequests = { readonly [holder: string]: InterfaceAddressRequest };

/** Address of each holder. */
export type AllocatedAddresses = { [holder: string]: string };

/**
 * Gives addresses: who has one on the server keeps it, then who had one in the last state, then come those who ask for one, then
 * all others, for whom the lowest free one is taken. Two who want one address: the second gets none, the translation says so.
 *
 * @param last the addresses of the last run
 * @param taken who has which address on the server, whether they wish for anything or not
 */
export function allocate(wishes: AllocationRequests, last: AllocatedAddresses, taken: TakenAddresses = {}): AllocatedAddresses {
  const allocated: AllocatedAddresses = {};
  const used = new Map(Object.entries(taken).map(([vpc, addresses]) => [vpc, new Map(Object.entries(addresses))]));
  const usedIn = (vpc: string) => used.get(vpc) ?? new Map<string, string>();
  const take = (holder: string, { vpc }: InterfaceAddressRequest, ip: string | undefined): void => {
    if (ip === undefined || allocated[holder] !== undefined || (usedIn(vpc).get(ip) ?? holder) !== holder) return;
    used.set(vpc, usedIn(vpc).set(ip, holder));
    allocated[holder] = ip;
  };
  const entries = Object.entries(wishes);
  const those = (how: InterfaceAddressRequest["how"]) => entries.filter(([, request]) => request.how === how);
  for (const [holder, request] of those("kept")) take(holder, request, request.ip);
  for (const [holder, request] of those("any")) if (fits(request, last[holder])) take(holder, request, last[holder]);
  for (const [holder, request] of those("asked")) if (request.ip === last[holder]) take(holder, request, request.ip);
  for (const [holder, request] of those("asked")) take(holder, request, request.ip);
  for (const [holder, request] of those("any")) take(holder, request, request.ip);
  for (const [holder, request] of those("any"))
    if (allocated[holder] === undefined) take(holder, request, lowestFree(request, holder, usedIn(request.vpc)));
  return allocated;
}

function fits({ from }: InterfaceAddressRequest, ip: string | undefined): boolean {
  const address = ip === undefined ? undefined : parseAddress(ip);
  return address !== undefined && from.map(bounds).some(([first, last]) => first <= address && address <= last);
}

function lowestFree({ from }: InterfaceAddressRequest, holder: string, used: ReadonlyMap<string, string>): string | undefined {
  for (const [first, last] of from.map(bounds).sort(([a], [b]) => a - b))
    for (let address = first; address <= last; address++)
      if ((used.get(formatAddress(address)) ?? holder) === holder) return formatAddress(address);
  return undefined;
}

function bounds(range: string): [number, number] {
  const [first = "", last = first] = range.split("-");
  // a range that cannot be read contains no address
  return [parseAddress(first) ?? 0, parseAddress(last) ?? -1];
}
