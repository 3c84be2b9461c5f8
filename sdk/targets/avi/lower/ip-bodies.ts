// IP addresses and subnets in the form of the Avi API.

import ipaddr from "ipaddr.js";
import { asKnown, isUnknown, type Unknown } from "../../../specs";

/** An address in the API's form; what is unknown becomes an unknown output when the resource is registered. */
export function lowerAddress(address: string | Unknown): { addr: string; type: "V4" | "V6" } {
  return { addr: asKnown<string>(address), type: isUnknown(address) ? "V4" : familyOf(address) };
}

function familyOf(address: string): "V4" | "V6" {
  return ipaddr.IPv6.isValid(address) ? "V6" : "V4";
}

/** An address and prefix length in the API's form; what is unknown stays so, as a whole and in its parts. */
export function lowerSubnet(cidr: string | Unknown): { ip_addr: { addr: string; type: string }; mask: number } {
  if (isUnknown(cidr)) return { ip_addr: lowerAddress(cidr), mask: asKnown<number>(cidr) };
  const [addr = "", mask = "32"] = cidr.split("/");
  return { ip_addr: { addr, type: familyOf(addr) }, mask: Number(mask) };
}
