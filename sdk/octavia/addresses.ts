import ipaddr from "ipaddr.js";

/** Whether the address is in the network; false for anything that is not an address or not a network. */
export function inNetwork(address: string, cidr: string): boolean {
  try {
    const parsed = ipaddr.parse(address);
    const range = ipaddr.parseCIDR(cidr);
    return parsed.kind() === range[0].kind() && parsed.match(range);
  } catch {
    return false;
  }
}

/** `IPv4` or `IPv6`, undefined for anything that is not an address. */
export function familyOf(address: string): "IPv4" | "IPv6" | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  return ipaddr.parse(address).kind() === "ipv4" ? "IPv4" : "IPv6";
}
