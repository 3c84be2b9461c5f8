// Part of `k8s-lb verify`: fields of a VIP whose address the controller allocates, and that address.

import { referenceTo } from "../../../resources/avi/body";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import type { AviVerifySession } from "./session";

/** Fields of a VIP whose address the controller allocates, on the network that the settings name. */
export function vipFields({ settings, vrf }: AviVerifySession): JsonObject {
  const subnet = subnetOf(settings.vipNetworkList[0]?.cidr ?? (settings.subnetIP ? `${settings.subnetIP}/${settings.subnetPrefix}` : ""));
  const network = networkOf(settings);
  const place = { ...(network ? { network_ref: network } : {}), ...(subnet ? { subnet } : {}) };
  return {
    vrf_context_ref: vrf,
    vip: [{ vip_id: "0", auto_allocate_ip: true, ...(Object.keys(place).length > 0 ? { ipam_network_subnet: place } : {}) }],
  };
}

function networkOf({ vipNetworkList: [first], networkName }: AviVerifySession["settings"]): string | undefined {
  if (first?.networkUUID) return `/api/network/${first.networkUUID}`;
  const name = first?.networkName ?? networkName;
  return name ? referenceTo("network", name) : undefined;
}

function subnetOf(cidr: string): JsonObject | undefined {
  const [, addr, mask] = /^([\d.]+)\/(\d+)$/.exec(cidr) ?? [];
  return addr && mask ? { ip_addr: { addr, type: "V4" }, mask: Number(mask) } : undefined;
}

/** The first address of a VIP; undefined while it has none. */
export function vipAddressIn({ vip }: JsonObject): string | undefined {
  const [first] = Array.isArray(vip) ? vip.filter(isObject) : [];
  const at = isObject(first?.ip_address) ? first.ip_address.addr : undefined;
  return typeof at === "string" && at !== "" ? at : undefined;
}
