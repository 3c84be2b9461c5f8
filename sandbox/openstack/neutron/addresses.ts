import { IPv4 } from "ipaddr.js";
import { asArray, asObject, type JsonObject } from "../../shared/json";
import { NeutronError } from "./errors";
import type { Neutron } from "./service";

/** Every address that ports and floating IPs of a network have. */
function taken(neutron: Neutron, network: string): Set<string> {
  const used = new Set<string>();
  for (const port of neutron.list("port")) {
    if (port.network_id === network) for (const each of asArray(port.fixed_ips)) used.add(String(asObject(each).ip_address));
  }
  for (const floating of neutron.list("floatingip")) {
    if (floating.floating_network_id === network) used.add(String(floating.floating_ip_address));
  }
  return used;
}

/** The first free address of a subnet. */
export function freeAddress(neutron: Neutron, subnet: JsonObject): string {
  const used = taken(neutron, String(subnet.network_id));
  const pool = asObject(asArray(subnet.allocation_pools)[0]);
  for (let at = toNumber(String(pool.start)); at <= toNumber(String(pool.end)); at++) {
    const address = toAddress(at);
    if (!used.has(address)) return address;
  }
  throw new NeutronError(409, "IpAddressGenerationFailure", `No more IP addresses available on network ${String(subnet.network_id)}.`);
}

/** The subnet among these that an address belongs to; refused when there is none, or when somebody has the address. */
export function claimAddress(neutron: Neutron, subnets: JsonObject[], address: string): JsonObject {
  const subnet = subnets.find((each) => inside(String(each.cidr), address));
  if (!subnet) {
    const text = `IP address ${address} is not a valid IP for any of the subnets on the specified network.`;
    throw new NeutronError(400, "InvalidIpForNetwork", text);
  }
  if (taken(neutron, String(subnet.network_id)).has(address)) {
    throw new NeutronError(409, "IpAddressAlreadyAllocated", `IP address ${address} already allocated in subnet ${String(subnet.id)}`);
  }
  return subnet;
}

export function inside(cidr: string, address: string): boolean {
  if (!IPv4.isValid(address) || !IPv4.isValidCIDR(cidr)) return false;
  return IPv4.parse(address).match(IPv4.parseCIDR(cidr));
}

const toNumber = (address: string): number => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);

const toAddress = (number: number): string => [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join(".");
