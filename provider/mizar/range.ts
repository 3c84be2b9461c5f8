import ipaddr from "ipaddr.js";
import type { Json } from "../../kinds/json";
import { isUnknown } from "../lifecycle/unknown";

/** Shorter prefixes have no room for a gateway and an address, longer ones are no network: the operator gives up on both. */
const PREFIXES = { least: 1, most: 30 };

/** What a Vpc or Subnet has where it declares nothing (mizar/common/constants.py). */
const DEFAULTS = { ip: "10.20.0.0", prefix: "16" };

/** Why the operator would give up on this range; undefined for one that it takes, or that nobody knows yet. */
export function rangeFault(ip: Json | undefined, prefix: Json | undefined): string | undefined {
  if (isUnknown(ip) || isUnknown(prefix)) return undefined;
  const address = String(ip || DEFAULTS.ip);
  const length = String(prefix || DEFAULTS.prefix);
  if (!ipaddr.IPv4.isValidFourPartDecimal(address)) return `${address} is not an IPv4 address`;
  const bits = /^\d{1,2}$/.test(length) ? Number(length) : Number.NaN;
  if (!(bits >= PREFIXES.least && bits <= PREFIXES.most))
    return `${length} is not a prefix length from ${PREFIXES.least} to ${PREFIXES.most}`;
  const network = ipaddr.IPv4.networkAddressFromCIDR(`${address}/${length}`).toString();
  return network === address ? undefined : `${address}/${length} has host bits set, the network is ${network}`;
}
