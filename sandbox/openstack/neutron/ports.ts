import { asArray, asObject, isObject, type Json, type JsonObject } from "../../shared/json";
import { claimAddress, freeAddress, inside } from "./addresses";
import type { Collection } from "./collection";
import { badRequest, groupNotFound, invalidInput, NeutronError, networkNotFound, portNotFound } from "./errors";
import type { Neutron } from "./service";

const CHANGEABLE = ["name", "description", "admin_state_up", "security_groups", "device_id", "device_owner", "allowed_address_pairs"];

export const ports: Collection = {
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
  insert(neutron, who, given) {
    const network = given.network_id;
    if (typeof network !== "string") throw badRequest("Failed to parse request. Required attribute 'network_id' not specified");
    if (!neutron.get("network", network)) throw networkNotFound(network);
    const groups = given.security_groups ?? defaultGroup(neutron, who.projectId);
    checkGroups(neutron, groups);
    const fixed_ips = addresses(neutron, network, given.fixed_ips);
    return neutron.insert("port", who.projectId, { ...portFields(neutron), ...given, fixed_ips, security_groups: groups });
  },
  change(neutron, record, given) {
    if (given.security_groups !== undefined) checkGroups(neutron, given.security_groups);
    const fields = { ...given };
    if (given.fixed_ips !== undefined) fields.fixed_ips = addresses(neutron, String(record.network_id), given.fixed_ips);
    return neutron.update("port", record, fields);
  },
  remove: (neutron, record) => release(neutron, String(record.id)),
};

/** What every new port has. */
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

function addresses(neutron: Neutron, network: string, wanted: Json | undefined): Json {
  const near = neutron.list("subnet").filter((subnet) => subnet.network_id === network);
  if (wanted === undefined || wanted === null) {
    const [first] = near;
    return first ? [{ subnet_id: first.id ?? null, ip_address: freeAddress(neutron, first) }] : [];
  }
  return asArray(wanted)
    .filter(isObject)
    .map((each) => {
      const asked = each.subnet_id === undefined ? near : near.filter((subnet) => subnet.id === each.subnet_id);
      const [subnet] = asked;
      if (!subnet) {
        throw invalidInput(
          `Failed to create port on network ${network}, because fixed_ips included invalid subnet ${String(each.subnet_id)}.`,
        );
      }
      if (typeof each.ip_address !== "string") return { subnet_id: subnet.id ?? null, ip_address: freeAddress(neutron, subnet) };
      if (each.subnet_id !== undefined && !inside(String(subnet.cidr), each.ip_address)) {
        throw new NeutronError(400, "InvalidIpForSubnet", `IP address ${each.ip_address} is not a valid IP for the specified subnet.`);
      }
      return { subnet_id: asObject(claimAddress(neutron, asked, each.ip_address)).id ?? null, ip_address: each.ip_address };
    });
}
