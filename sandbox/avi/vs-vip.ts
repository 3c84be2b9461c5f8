// Allocates the addresses and DNS names of a VsVip.
import { isIPv4 } from "node:net";
import { ipv4Text, numberOf } from "../shared/addresses";
import { asArray, asObject, type JsonObject, sameJson, text } from "../shared/json";
import { AviError } from "./http";
import { target } from "./references";
import type { AviObjects, ControllerState } from "./state";

/** Addresses and names of a VsVip; a VIP that wants an address gets one. */
export function checkVsVip(state: ControllerState, body: JsonObject, before: JsonObject | undefined): void {
  const vips = asArray(body.vip).map(asObject);
  const ids = vips.map((vip) => text(vip.vip_id));
  if (new Set(ids).size !== ids.length) throw new AviError(400, `VsVip ${text(body.name)} has two VIPs with the same vip_id`);
  const previousVips = asArray(before?.vip).map(asObject);
  for (const vip of vips) keepAddress(vip, previousVips);
  const allocatedNow = new Set<string>();
  for (const vip of vips) {
    if (address(vip) === "" && vip.auto_allocate_ip === true) allocate(state.store, text(body.cloud_ref), vip, allocatedNow);
  }
  checkDnsInfo(state, body);
}

/** An address once given stays: a client that writes a VsVip without it means the one it has. */
function keepAddress(vip: JsonObject, vips: JsonObject[]): void {
  const old = vips.find((candidate) => candidate.vip_id === vip.vip_id);
  if (!old) {
    const moved = vips.find((candidate) => address(candidate) !== "" && address(candidate) === address(vip));
    if (moved) throw new AviError(400, `Changing an existing VIP's vip_id is not supported (${text(moved.vip_id)}).`);
    return;
  }
  if (address(vip) === "" && old.avi_allocated_vip === true && vip.auto_allocate_ip === true) {
    for (const field of ["ip_address", "subnet", "subnet_uuid", "ipam_network_subnet", "avi_allocated_vip"]) {
      if (old[field] !== undefined) vip[field] = structuredClone(old[field]);
    }
  }
  if (address(old) !== "" && !sameJson(vip.ip_address, old.ip_address)) {
    throw new AviError(
      400,
      `VIP ${text(vip.vip_id)} has address ${address(old)}. If a new preferred IP is needed, please recreate the VIP.`,
    );
  }
}

function address(vip: JsonObject): string {
  return text(asObject(vip.ip_address).addr);
}

function checkDnsInfo(state: ControllerState, body: JsonObject): void {
  const names = asArray(body.dns_info).map((info) => text(asObject(info).fqdn).toLowerCase());
  const twice = names.find((name, i) => name !== "" && names.indexOf(name) !== i);
  if (twice) throw new AviError(400, `FQDN ${twice} appears twice in dns_info of ${text(body.name)}`);
  if (!state.settings.enforceDnsDomains) return;
  const domains = state.settings.dnsDomains;
  const outside = names.find((name) => name !== "" && !domains.some((domain) => name === domain || name.endsWith(`.${domain}`)));
  if (outside) throw new AviError(400, `FQDN ${outside} does not belong to any of the configured DNS domains`);
}

interface AddressRange {
  network: string;
  prefix: JsonObject;
  first: number;
  last: number;
}

/** Gives a VIP the lowest address that is free in the configured ranges of the networks of its cloud. */
function allocate(store: AviObjects, cloud: string, vip: JsonObject, takenToo: Set<string>): void {
  const place = asObject(vip.ipam_network_subnet);
  const network = text(place.network_ref);
  const near = text(asObject(asObject(place.subnet).ip_addr).addr);
  const taken = takenAddresses(store, cloud);
  for (const range of addressRanges(store, cloud)) {
    if (network && range.network !== network) continue;
    if (near && !contains(range.prefix, near)) continue;
    for (let n = range.first; n <= range.last; n++) {
      const candidate = ipv4Text(n);
      if (taken.has(candidate) || takenToo.has(candidate)) continue;
      takenToo.add(candidate);
      assign(vip, range, candidate);
      return;
    }
  }
  throw new AviError(400, "No available free IPs in the configured networks.");
}

function assign(vip: JsonObject, range: AddressRange, addr: string): void {
  vip.ip_address = { addr, type: "V4" };
  vip.avi_allocated_vip = true;
  vip.subnet = structuredClone(range.prefix);
  vip.ipam_network_subnet = { ...asObject(vip.ipam_network_subnet), network_ref: range.network, subnet: structuredClone(range.prefix) };
  vip.subnet_uuid = target(range.network)?.uuid ?? "";
}

function takenAddresses(store: AviObjects, cloud: string): Set<string> {
  const vsvips = store.list("vsvip").filter((vsvip) => vsvip.cloud_ref === cloud);
  return new Set(vsvips.flatMap((vsvip) => asArray(vsvip.vip)).map((vip) => address(asObject(vip))));
}

function addressRanges(store: AviObjects, cloud: string): AddressRange[] {
  const ranges: AddressRange[] = [];
  for (const network of store.list("network")) {
    if (network.cloud_ref !== cloud) continue;
    for (const subnet of asArray(network.configured_subnets).map(asObject)) {
      const forVips = asArray(subnet.static_ip_ranges)
        .map(asObject)
        .filter(({ type }) => type !== "STATIC_IPS_FOR_SE");
      const newer = forVips.map(({ range }) => asObject(range));
      for (const range of [...newer, ...asArray(subnet.static_ranges).map(asObject)]) {
        const first = toNumber(text(asObject(range.begin).addr));
        const last = toNumber(text(asObject(range.end).addr));
        if (first <= 0 || last < first) continue;
        ranges.push({ network: `/api/network/${text(network.uuid)}`, prefix: asObject(subnet.prefix), first, last });
      }
    }
  }
  return ranges;
}

function contains(prefix: JsonObject, address: string): boolean {
  const size = 2 ** (32 - Number(prefix.mask ?? 32));
  const start = toNumber(text(asObject(prefix.ip_addr).addr));
  return Math.floor(start / size) === Math.floor(toNumber(address) / size);
}

const toNumber = (address: string): number => (isIPv4(address) ? numberOf(address) : -1);
