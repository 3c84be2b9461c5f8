import { createHash } from "node:crypto";
import { projectId } from "../keystone/directory";
import type { Neutron } from "./service";

/** The same id in every sandbox. */
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

/** What is there from the start: a network of project `demo`, an external one that floating IPs come from, and a router between them. */
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

export const NETWORK_DEFAULTS = {
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
export function subnetFields(cidr: string): { [field: string]: never } {
  const [network = ""] = cidr.split("/");
  const prefix = network.split(".").slice(0, 3).join(".");
  return {
    ...{ name: "", ip_version: 4, cidr, gateway_ip: `${prefix}.1`, enable_dhcp: true, subnetpool_id: null, "router:external": false },
    ...{ allocation_pools: [{ start: `${prefix}.2`, end: `${prefix}.254` }], host_routes: [], dns_nameservers: [], service_types: [] },
    ...{ ipv6_ra_mode: null, ipv6_address_mode: null },
  } as unknown as { [field: string]: never };
}
