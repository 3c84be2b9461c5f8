// Adds changed IP addresses to the outages of a move.

import { type AddressChange, changeText, lostAddresses } from "../../requests/differences/address-changes";
import type { ClientPlace, Move } from "./moves";

/**
 * A move with the places whose IP address changes, also if the object with the address stays: a floating IP that a Service names.
 * The reason of an outage contains both addresses.
 *
 * @param places places of the later side
 */
export function withNumbers(move: Move, places: readonly ClientPlace[], all: readonly AddressChange[]): Move {
  const changes = lostAddresses(all);
  const vips = new Map(places.map(({ what, vip }) => [what, vip]));
  const changeOf = (what: string) => changes.find((one) => one.what === what || one.what === vips.get(what));
  const whyOf = new Map(move.outages.map(({ what, why }) => [what, why]));
  const newOutages = move.places.flatMap(({ what }) => (changeOf(what) && !whyOf.has(what) ? [what] : []));
  const numbered = (what: string, why: string) => {
    const change = changeOf(what);
    return change ? `${changeText(change)}${why}` : why;
  };
  return {
    ...move,
    places: move.places.map((place) => (changeOf(place.what) ? { ...place, state: "moves", address: "changes" } : place)),
    outages: [
      ...move.outages.map((one) => (changeOf(one.what) ? { ...one, why: numbered(one.what, `: ${one.why}; unreachable meanwhile`) } : one)),
      ...newOutages.map((what) => ({
        what,
        why: numbered(what, changeOf(what)?.outside ? ": clients outside reach nothing any more" : UNREACHABLE),
        instead: changeOf(what)?.outside ? INSIDE : BESIDE,
      })),
    ],
  };
}

const UNREACHABLE = ": unreachable from its release until clients use the new one";

const INSIDE = "Move clients to the internal address first, or keep the floating IP until no client uses it.";

const BESIDE =
  "Give the new address to a second Service with the same selector first, move clients there, and remove the first when no client uses its address.";
