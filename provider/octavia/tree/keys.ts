import ipaddr from "ipaddr.js";
import type { Json } from "../../../kinds/json";
import { isObject, type JsonObject } from "../../lifecycle/json";
import { stable } from "../../lifecycle/shape";

/** One spelling for an address: the API takes `fd00::1` and `fd00:0::1` for two members, we never do. */
export function canonicalAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.toRFC5952String() : parsed.toString();
}

/** One spelling for a network: the server masks the bits of the host. */
export function canonicalNetwork(network: string): string {
  if (!ipaddr.isValidCIDR(network)) return canonicalAddress(network);
  const [address, bits] = ipaddr.parseCIDR(network);
  const masked = address.kind() === "ipv6" ? ipaddr.IPv6.networkAddressFromCIDR(network) : ipaddr.IPv4.networkAddressFromCIDR(network);
  return `${canonicalAddress(masked.toString())}/${bits}`;
}

/** The protocol on the wire: listeners of one port exclude one another only within it. */
function wireProtocol(protocol: unknown): "TCP" | "UDP" | "SCTP" {
  return protocol === "UDP" || protocol === "SCTP" ? protocol : "TCP";
}

/** What tells listeners of one load balancer apart: `TCP:443`. */
export function listenerKey(listener: JsonObject): string {
  return `${wireProtocol(listener.protocol)}:${String(listener.protocol_port)}`;
}

/** What tells members of one pool apart: `10.0.0.1:8080`, `[fd00::1]:8080`. */
export function memberKey(member: JsonObject): string {
  const address = canonicalAddress(String(member.address));
  return `${address.includes(":") ? `[${address}]` : address}:${String(member.protocol_port)}`;
}

/** A rule has no name: it is what it says. */
export function ruleKey(rule: JsonObject): string {
  return stable([rule.type ?? null, rule.compare_type ?? null, rule.key || null, rule.value ?? null, rule.invert === true]);
}

/** The objects of a list, whatever else stands in it. */
export function objects(list: Json | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** The texts of a list. */
export function texts(list: Json | undefined): string[] {
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === "string") : [];
}
