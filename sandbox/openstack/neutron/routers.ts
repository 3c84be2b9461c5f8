import { asArray, asObject, type Json, type JsonObject } from "../../shared/json";
import { freeAddress } from "./addresses";
import type { Collection } from "./collection";
import { NeutronError, subnetNotFound } from "./errors";
import { portFields } from "./ports";
import type { Neutron } from "./service";

/** Routers say from which subnets an external network can be reached. */
export const routers: Collection = {
  kind: "router",
  path: "routers",
  plural: "routers",
  create: ["name", "description", "admin_state_up", "external_gateway_info", "project_id", "tenant_id"],
  update: ["name", "description", "admin_state_up", "external_gateway_info"],
  missing: (id) => new NeutronError(404, "RouterNotFound", `Router ${id} could not be found`),
  insert: (neutron, who, given) =>
    neutron.insert("router", who.projectId, {
      ...DEFAULTS,
      ...given,
      external_gateway_info: gateway(neutron, given.external_gateway_info),
    }),
};

const DEFAULTS = {
  ...{ name: "", admin_state_up: true, status: "ACTIVE", availability_zones: [], availability_zone_hints: [] },
  ...{ routes: [], flavor_id: null },
};

function gateway(neutron: Neutron, given: Json | undefined): Json {
  const network = asObject(given).network_id;
  if (network === undefined) return null;
  const subnet = neutron.list("subnet").find((each) => each.network_id === network);
  const addresses = subnet ? [{ subnet_id: subnet.id ?? null, ip_address: freeAddress(neutron, subnet) }] : [];
  return { network_id: network, external_fixed_ips: addresses, enable_snat: true };
}

/** The router with its gateway in an external network and an interface in a subnet. */
export function routerBetween(neutron: Neutron, external: string, subnet: string): string | undefined {
  const outward = neutron.list("router").filter((router) => asObject(router.external_gateway_info).network_id === external);
  const inward = neutron.list("port").filter((port) => asArray(port.fixed_ips).some((each) => asObject(each).subnet_id === subnet));
  const found = outward.find((router) => inward.some((port) => port.device_id === router.id));
  return found ? String(found.id) : undefined;
}

/** `PUT .../add_router_interface` and `.../remove_router_interface`. */
export function changeInterface(neutron: Neutron, router: JsonObject, verb: string, given: JsonObject): JsonObject {
  const subnet = neutron.get("subnet", String(given.subnet_id));
  if (!subnet) throw subnetNotFound(String(given.subnet_id));
  const project = String(router.project_id);
  const found = neutron.list("port").find((port) => port.device_id === router.id && asObject(port).network_id === subnet.network_id);
  if (verb === "remove_router_interface" && found) neutron.remove("port", String(found.id));
  const port = found ?? attach(neutron, project, router, subnet);
  return {
    id: router.id ?? null,
    project_id: project,
    port_id: port.id ?? null,
    network_id: subnet.network_id ?? null,
    subnet_id: subnet.id ?? null,
    subnet_ids: [subnet.id ?? null],
  };
}

function attach(neutron: Neutron, project: string, router: JsonObject, subnet: JsonObject): JsonObject {
  return neutron.insert("port", project, {
    ...portFields(neutron),
    network_id: subnet.network_id ?? null,
    device_id: router.id ?? null,
    device_owner: "network:router_interface",
    fixed_ips: [{ subnet_id: subnet.id ?? null, ip_address: subnet.gateway_ip ?? null }],
    security_groups: [],
  });
}
