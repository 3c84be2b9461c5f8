// Networks, subnets and QoS policies of Neutron.
import { createHash } from "node:crypto";
import { asArray, asObject, type Json, type JsonObject } from "../shared/json";
import { projectId } from "./keystone-directory";
import { badRequest, invalidInput, type Neutron, type NeutronCollection, NeutronError, networkNotFound, subnetNotFound } from "./neutron";

export const networks: NeutronCollection = {
  kind: "network",
  path: "networks",
  plural: "networks",
  create: [
    ...["name", "description", "admin_state_up", "shared", "router:external", "mtu", "port_security_enabled", "project_id", "tenant_id"],
    ...["provider:network_type", "provider:physical_network", "provider:segmentation_id"],
  ],
  update: ["name", "description", "admin_state_up", "shared", "router:external", "mtu", "port_security_enabled"],
  missing: networkNotFound,
  insert: (neutron, who, body) => neutron.insert("network", who.projectId, { ...NETWORK_DEFAULTS, ...body, subnets: [] }),
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

export const subnets: NeutronCollection = {
  kind: "subnet",
  path: "subnets",
  plural: "subnets",
  create: ["name", "description", "network_id", "ip_version", "cidr", "gateway_ip", "enable_dhcp", "project_id", "tenant_id"],
  update: ["name", "description", "gateway_ip", "enable_dhcp"],
  missing: subnetNotFound,
  insert(neutron, who, body) {
    const { network_id: id, cidr } = body;
    if (typeof id !== "string") throw badRequest("Failed to parse request. Required attribute 'network_id' not specified");
    const network = neutron.get("network", id);
    if (!network) throw networkNotFound(id);
    if (typeof cidr !== "string")
      throw new NeutronError(400, "BadRequest", "Bad subnets request: a subnetpool must be specified in the absence of a cidr.");
    if (neutron.list("subnet").some((other) => other.network_id === id && other.cidr === cidr)) {
      throw invalidInput(`Requested subnet with cidr: ${cidr} for network: ${id} overlaps with another subnet.`);
    }
    const fields: JsonObject = { ...subnetFields(cidr), ...body, "router:external": network["router:external"] ?? false };
    const subnet = neutron.insert("subnet", who.projectId, fields);
    neutron.update("network", network, { subnets: [...asArray(network.subnets), subnet.id ?? null] });
    return subnet;
  },
};

/** QoS policies: a load balancer names one as `vip_qos_policy_id`. The effect of their rules does not matter here. */
export const qosPolicies: NeutronCollection = {
  kind: "policy",
  path: "qos/policies",
  plural: "policies",
  create: ["name", "description", "shared", "is_default", "project_id", "tenant_id"],
  update: ["name", "description", "shared", "is_default"],
  administered: true,
  missing: (id) => new NeutronError(404, "QosPolicyNotFound", `QoS policy ${id} could not be found.`),
  insert: (neutron, who, body) =>
    neutron.insert("policy", who.projectId, { name: "", shared: false, is_default: false, rules: [], ...body }),
};

/** Addresses of a network by subnet: those of the allocation pools, and those that ports have. */
export function ipAvailability(neutron: Neutron, { id, name = "", project_id = "" }: JsonObject): JsonObject {
  const used = neutron.list("port").flatMap(({ fixed_ips }) => asArray(fixed_ips).map((address) => asObject(address).subnet_id));
  const availabilities = neutron
    .list("subnet")
    .filter(({ network_id }) => network_id === id)
    .map((subnet) => ({
      subnet_id: subnet.id ?? null,
      subnet_name: subnet.name ?? "",
      cidr: subnet.cidr ?? null,
      ip_version: subnet.ip_version ?? 4,
      total_ips: asArray(subnet.allocation_pools)
        .map(asObject)
        .reduce((sum, pool) => sum + lastOf(pool.end) - lastOf(pool.start) + 1, 0),
      used_ips: used.filter((each) => each === subnet.id).length,
    }));
  const sum = (field: "total_ips" | "used_ips") => availabilities.reduce((all, one) => all + one[field], 0);
  const owner = { project_id, tenant_id: project_id };
  const totals = { total_ips: sum("total_ips"), used_ips: sum("used_ips") };
  return { network_id: id ?? null, network_name: name, ...owner, subnet_ip_availability: availabilities, ...totals };
}

/** Ranges here differ in their last byte only. */
const lastOf = (address: Json | undefined): number => Number(String(address).split(".").at(-1));

/** Ids that are the same in every sandbox. */
function idOf(name: string): string {
  const h = createHash("sha256").update(`neutron/${name}`).digest("hex");
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20, 32)}`;
}

export const SEEDED = {
  networkId: idOf("network/private"),
  subnetId: idOf("subnet/private"),
  externalNetworkId: idOf("network/public"),
  externalSubnetId: idOf("subnet/public"),
};

/** Creates the first objects: a network of project `demo`, an external one that floating IPs come from, and a router between them. */
export function seedNeutron(neutron: Neutron): void {
  network(neutron, "private", SEEDED.networkId, projectId("demo"), false, SEEDED.subnetId, "10.0.0.0/24");
  network(neutron, "public", SEEDED.externalNetworkId, projectId("admin"), true, SEEDED.externalSubnetId, "203.0.113.0/24");
  const gateway = { network_id: SEEDED.externalNetworkId, external_fixed_ips: [], enable_snat: true };
  const router = idOf("router");
  const owner = projectId("demo");
  neutron.insert("router", owner, { name: "router", admin_state_up: true, status: "ACTIVE", external_gateway_info: gateway }, router);
  const inward = { network_id: SEEDED.networkId, device_id: router, device_owner: "network:router_interface", security_groups: [] };
  const fixed_ips = [{ subnet_id: SEEDED.subnetId, ip_address: "10.0.0.1" }];
  neutron.insert("port", owner, { name: "", ...inward, status: "ACTIVE", admin_state_up: true, fixed_ips }, idOf("router/interface"));
  for (const project of ["admin", "demo", "other"]) {
    neutron.insert(
      "security_group",
      projectId(project),
      { name: "default", description: "Default security group" },
      idOf(`group/${project}`),
    );
  }
}

function network(neutron: Neutron, name: string, id: string, project: string, external: boolean, subnet: string, cidr: string): void {
  neutron.insert("network", project, { ...NETWORK_DEFAULTS, name, "router:external": external, subnets: [subnet] }, id);
  neutron.insert("subnet", project, { ...subnetFields(cidr), name, network_id: id, "router:external": external }, subnet);
}

const NETWORK_DEFAULTS = {
  name: "",
  admin_state_up: true,
  mtu: 1500,
  vlan_transparent: false,
  qinq: false,
  status: "ACTIVE",
  shared: false,
  port_security_enabled: true,
  qos_policy_id: null,
  "router:external": false,
  is_default: false,
  availability_zone_hints: [],
  availability_zones: [],
  ipv4_address_scope: null,
  ipv6_address_scope: null,
};

/** A subnet of IPv4 with the addresses that follow from its range. */
function subnetFields(cidr: string): JsonObject {
  const [network = ""] = cidr.split("/");
  const prefix = network.split(".").slice(0, 3).join(".");
  return {
    ...{ name: "", ip_version: 4, cidr, gateway_ip: `${prefix}.1`, enable_dhcp: true, subnetpool_id: null, "router:external": false },
    ...{ allocation_pools: [{ start: `${prefix}.2`, end: `${prefix}.254` }], host_routes: [], dns_nameservers: [], service_types: [] },
    ...{ ipv6_ra_mode: null, ipv6_address_mode: null },
  };
}
