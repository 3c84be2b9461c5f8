import { asArray, asObject, type JsonObject, text } from "../shared/json";
import { AviError } from "./errors";
import { target } from "./references";
import type { Store } from "./store";

interface AddressRange {
  network: string;
  prefix: JsonObject;
  first: number;
  last: number;
}

/** Hands out VIP addresses from the configured ranges of the networks of a cloud: always the lowest that is free. */
export class Allocator {
  constructor(private readonly store: Store) {}

  allocate(cloud: string, vip: JsonObject, alsoTaken: Set<string>): void {
    const wanted = asObject(vip.ipam_network_subnet);
    const network = text(wanted.network_ref);
    const address = text(asObject(asObject(wanted.subnet).ip_addr).addr);
    const taken = this.taken(cloud);
    for (const range of this.ranges(cloud)) {
      if (network && range.network !== network) continue;
      if (address && !contains(range.prefix, address)) continue;
      for (let n = range.first; n <= range.last; n++) {
        const candidate = toAddress(n);
        if (taken.has(candidate) || alsoTaken.has(candidate)) continue;
        alsoTaken.add(candidate);
        this.assign(vip, range, candidate);
        return;
      }
    }
    throw new AviError(400, "No available free IPs in the configured networks.");
  }

  private assign(vip: JsonObject, range: AddressRange, address: string): void {
    vip.ip_address = { addr: address, type: "V4" };
    vip.avi_allocated_vip = true;
    vip.subnet = structuredClone(range.prefix);
    vip.ipam_network_subnet = { ...asObject(vip.ipam_network_subnet), network_ref: range.network, subnet: structuredClone(range.prefix) };
    vip.subnet_uuid = target(range.network)?.uuid ?? "";
  }

  private taken(cloud: string): Set<string> {
    const addresses = new Set<string>();
    for (const vsvip of this.store.list("vsvip")) {
      if (vsvip.cloud_ref !== cloud) continue;
      for (const vip of asArray(vsvip.vip)) addresses.add(text(asObject(asObject(vip).ip_address).addr));
    }
    return addresses;
  }

  private ranges(cloud: string): AddressRange[] {
    const found: AddressRange[] = [];
    const networks = this.store.list("network").filter((network) => network.cloud_ref === cloud);
    for (const network of networks) {
      for (const subnet of asArray(network.configured_subnets).map(asObject)) {
        const newer = asArray(subnet.static_ip_ranges).map((item) => asObject(asObject(item).range));
        for (const range of [...newer, ...asArray(subnet.static_ranges).map(asObject)]) {
          const first = toNumber(text(asObject(range.begin).addr));
          const last = toNumber(text(asObject(range.end).addr));
          if (first <= 0 || last < first) continue;
          found.push({ network: `/api/network/${text(network.uuid)}`, prefix: asObject(subnet.prefix), first, last });
        }
      }
    }
    return found;
  }
}

function contains(prefix: JsonObject, address: string): boolean {
  const size = 2 ** (32 - Number(prefix.mask ?? 32));
  const start = toNumber(text(asObject(prefix.ip_addr).addr));
  return Math.floor(start / size) === Math.floor(toNumber(address) / size);
}

function toNumber(address: string): number {
  const parts = address.split(".").map(Number);
  if (parts.length !== 4 || parts.some((part) => !Number.isInteger(part))) return -1;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

function toAddress(n: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(n / 2 ** shift) % 256).join(".");
}
