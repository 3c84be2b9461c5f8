import type { AddressWish, TakenAddresses } from "../../kinds/mizar/addresses";
import { formatAddress } from "../../kinds/mizar/range";
import type { AddressBook } from "./address-book";
import type { Seat } from "./assign";
import { type Block, gatewayOf } from "./cidr";
import type { HousedClaim } from "./claimants";
import type { Request } from "./requests";
import type { Topology } from "./topology";

/** The wishes for addresses in a form that can be remembered: whoever gives addresses from them needs no other rule. */
export function wishesOf(
  claims: readonly HousedClaim[],
  seats: ReadonlyMap<unknown, readonly Seat[]>,
  topology: Topology,
  book: AddressBook,
): { wishes: Record<string, AddressWish>; taken: TakenAddresses } {
  const wishes = claims.flatMap((claim) =>
    claim.requests
      // an address from elsewhere is copied, and nobody else could have it
      .filter(({ foreign }) => !foreign)
      .map((request) => [request.holder, wish(request, seats.get(claim)?.[claim.requests.indexOf(request)])] as const),
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

function wish({ kind, ip, subnet, within }: Request, seat: Seat | undefined): AddressWish {
  const address = ip ?? seat?.ip;
  return {
    vpc: subnet.vpc.name,
    subnet: subnet.name,
    how: kind,
    ...(address === undefined ? {} : { ip: formatAddress(address) }),
    from: (within ?? [subnet.block]).flatMap((range) => rangeIn(subnet.block, range)),
  };
}

/** The part of a range that can be given in a subnet: neither the network's address nor the gateway. */
function rangeIn(block: Block, range: Block): string[] {
  const first = Math.max(range.first, gatewayOf(block) + 1);
  const last = Math.min(range.last, block.last);
  return first <= last ? [`${formatAddress(first)}-${formatAddress(last)}`] : [];
}
