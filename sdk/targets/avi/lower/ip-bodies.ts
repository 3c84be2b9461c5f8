// IP addresses and subnets in the form of the Avi API.

import ipaddr from "ipaddr.js";
import { asKnown, isUnknown, type Unknown } from "../../../specs";

/** An address in the API's form; what is unknown becomes an unknown output when the resource is registered. */
export function lowerAddress(address: string | Unknown): { addr: string; type: "V4" | "V6" } {
  return { addr: asKnown<string>(address), type: !isUnknown(address) && ipaddr.IPv6.isValid(address) ? "V6" : "V4" };
}

/** An address and prefix length in the API's form, that of one address if it has none; what is unknown stays so, as a whole and in its parts. */
export function lowerSubnet(cidr: string | Unknown): { ip_addr: { addr: string; type: string }; mask: number } {
  if (isUnknown(cidr)) return { ip_addr: lowerAddress(cidr), mask: asKnown<number>(cidr) };
  const [addr = "", mask] = cidr.split("/");
  const address = lowerAddress(addr);
  return { ip_addr: address, mask: Number(mask ?? (address.type === "V6" ? 128 : 32)) };
}
