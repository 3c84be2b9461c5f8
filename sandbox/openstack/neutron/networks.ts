import { asArray, type JsonObject } from "../../shared/json";
import type { Collection } from "./collection";
import { badRequest, invalidInput, NeutronError, networkNotFound, subnetNotFound } from "./errors";
import { NETWORK_DEFAULTS, subnetFields } from "./seed";

export const networks: Collection = {
  kind: "network",
  path: "networks",
  plural: "networks",
  create: [
    ...["name", "description", "admin_state_up", "shared", "router:external", "mtu", "port_security_enabled", "project_id", "tenant_id"],
    ...["provider:network_type", "provider:physical_network", "provider:segmentation_id"],
  ],
  update: ["name", "description", "admin_state_up", "shared", "router:external", "mtu", "port_security_enabled"],
  missing: networkNotFound,
  insert: (neutron, who, given) => neutron.insert("network", who.projectId, { ...NETWORK_DEFAULTS, ...given, subnets: [] }),
  // which of them is the default is only asked of external ones
  view: (_, { is_default, ...record }) => (record["router:external"] === true ? { ...record, is_default: is_default ?? false } : record),
  remove(neutron, { id }) {
    const users = [...neutron.list("port"), ...neutron.list("subnet")].filter((each) => each.network_id === id);
    if (users.some((each) => each.fixed_ips !== undefined)) {
      const text = `Unable to complete operation on network ${String(id)}. There are one or more ports still in use on the network.`;
      throw new NeutronError(409, "NetworkInUse", text);
    }
    for (const subnet of users) neutron.remove("subnet", String(subnet.id));
  },
};

export const subnets: Collection = {
  kind: "subnet",
  path: "subnets",
  plural: "subnets",
  create: ["name", "description", "network_id", "ip_version", "cidr", "gateway_ip", "enable_dhcp", "project_id", "tenant_id"],
  update: ["name", "description", "gateway_ip", "enable_dhcp"],
  missing: subnetNotFound,
  insert(neutron, who, given) {
    const { network_id: id, cidr } = given;
    if (typeof id !== "string") throw badRequest("Failed to parse request. Required attribute 'network_id' not specified");
    const network = neutron.get("network", id);
    if (!network) throw networkNotFound(id);
    if (typeof cidr !== "string")
      throw new NeutronError(400, "BadRequest", "Bad subnets request: a subnetpool must be specified in the absence of a cidr.");
    if (neutron.list("subnet").some((other) => other.network_id === id && other.cidr === cidr)) {
      throw invalidInput(`Requested subnet with cidr: ${cidr} for network: ${id} overlaps with another subnet.`);
    }
    const fields: JsonObject = { ...subnetFields(cidr), ...given, "router:external": network["router:external"] ?? false };
    const subnet = neutron.insert("subnet", who.projectId, fields);
    neutron.update("network", network, { subnets: [...asArray(network.subnets), subnet.id ?? null] });
    return subnet;
  },
};
