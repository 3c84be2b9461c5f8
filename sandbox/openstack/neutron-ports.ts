// Ports and security groups of Neutron.
import { IPv4 } from "ipaddr.js";
import { asArray, asObject, isObject, type Json, type JsonObject } from "../shared/json";
import {
  badRequest,
  groupNotFound,
  invalidInput,
  type Neutron,
  type NeutronCollection,
  NeutronError,
  networkNotFound,
  portNotFound,
} from "./neutron";

const CHANGEABLE = ["name", "description", "admin_state_up", "security_groups", "device_id", "device_owner", "allowed_address_pairs"];

export const ports: NeutronCollection = {
  kind: "port",
  path: "ports",
  plural: "ports",
  create: [
    ...CHANGEABLE,
    "network_id",
    "fixed_ips",
    "mac_address",
    "port_security_enabled",
    "binding:vnic_type",
    "project_id",
    "tenant_id",
  ],
  update: [...CHANGEABLE, "fixed_ips", "port_security_enabled"],
  missing: portNotFound,
  insert(neutron, who, body) {
    const network = body.network_id;
    if (typeof network !== "string") throw badRequest("Failed to parse request. Required attribute 'network_id' not specified");
    if (!neutron.get("network", network)) throw networkNotFound(network);
    const groups = body.security_groups ?? defaultGroup(neutron, who.projectId);
    checkGroups(neutron, groups);
    const fixed_ips = addresses(neutron, network, body.fixed_ips);
    return neutron.insert("port", who.projectId, { ...portFields(neutron), ...body, fixed_ips, security_groups: groups });
  },
  change(neutron, record, body) {
    if (body.security_groups !== undefined) checkGroups(neutron, body.security_groups);
    const fields = { ...body };
    if (body.fixed_ips !== undefined) fields.fixed_ips = addresses(neutron, String(record.network_id), body.fixed_ips);
    return neutron.update("port", record, fields);
  },
  remove: (neutron, record) => release(neutron, String(record.id)),
};

/** Fields of every new port. */
export function portFields(neutron: Neutron): JsonObject {
  const mac = neutron.random.hex(3).match(/../g)?.join(":");
  return {
    ...{ name: "", admin_state_up: true, status: "DOWN", device_id: "", device_owner: "", mac_address: `fa:16:3e:${mac}` },
    ...{ port_security_enabled: true, qos_policy_id: null, "binding:vnic_type": "normal", allowed_address_pairs: [] },
    ...{ extra_dhcp_opts: [], qos_network_policy_id: null },
  };
}

/** A port that goes takes the floating IPs off its addresses. */
export function release(neutron: Neutron, port: string): void {
  for (const floating of neutron.list("floatingip")) {
    if (floating.port_id === port) neutron.update("floatingip", floating, { port_id: null, fixed_ip_address: null, router_id: null });
  }
}

function defaultGroup(neutron: Neutron, project: string | undefined): Json {
  const group = neutron.list("security_group").find((each) => each.name === "default" && each.project_id === project);
  return group ? [group.id ?? null] : [];
}

function checkGroups(neutron: Neutron, groups: Json): void {
  for (const id of asArray(groups)) if (!neutron.get("security_group", String(id))) throw groupNotFound(String(id));
}

function addresses(neutron: Neutron, network: string, fixedIps: Json | undefined): Json {
  const near = neutron.list("subnet").filter((subnet) => subnet.network_id === network);
  if (fixedIps === undefined || fixedIps === null) {
    const [first] = near;
    return first ? [{ subnet_id: first.id ?? null, ip_address: freeAddress(neutron, first) }] : [];
  }
  return asArray(fixedIps)
    .filter(isObject)
    .map((each) => {
      const candidates = each.subnet_id === undefined ? near : near.filter((subnet) => subnet.id === each.subnet_id);
      const [subnet] = candidates;
      if (!subnet) {
        throw invalidInput(
          `Failed to create port on network ${network}, because fixed_ips included invalid subnet ${String(each.subnet_id)}.`,
        );
      }
      if (typeof each.ip_address !== "string") return { subnet_id: subnet.id ?? null, ip_address: freeAddress(neutron, subnet) };
      if (each.subnet_id !== undefined && !inside(String(subnet.cidr), each.ip_address)) {
        throw new NeutronError(400, "InvalidIpForSubnet", `IP address ${each.ip_address} is not a valid IP for the specified subnet.`);
      }
      return { subnet_id: asObject(claimAddress(neutron, candidates, each.ip_address)).id ?? null, ip_address: each.ip_address };
    });
}

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
