// Floating IPs and routers of Neutron.
import { asArray, asObject, isObject, type Json, type JsonObject } from "../shared/json";
import type { OpenStackIdentity } from "./keystone-api";
import {
  badRequest,
  invalidInput,
  isAdmin,
  type Neutron,
  type NeutronCollection,
  NeutronError,
  networkNotFound,
  portNotFound,
  subnetNotFound,
} from "./neutron";
import { claimAddress, freeAddress, portFields } from "./neutron-ports";

const CHANGEABLE = ["port_id", "fixed_ip_address", "description"];

/** Addresses of an external network for ports of others. */
export const floatingIps: NeutronCollection = {
  kind: "floatingip",
  path: "floatingips",
  plural: "floatingips",
  create: [...CHANGEABLE, "floating_network_id", "floating_ip_address", "subnet_id", "qos_policy_id", "project_id", "tenant_id"],
  update: CHANGEABLE,
  missing: (id) => new NeutronError(404, "FloatingIPNotFound", `Floating IP ${id} could not be found`),
  insert(neutron, who, body) {
    const network = externalNetwork(neutron, body);
    const address = addressFrom(neutron, who, network, body);
    const id = neutron.random.uuid4();
    const place = association(neutron, { id, floating_ip_address: address, floating_network_id: network }, body);
    const fields: JsonObject = {
      floating_ip_address: address,
      floating_network_id: network,
      status: "DOWN",
      qos_policy_id: null,
      ...place,
    };
    if (body.description) fields.description = body.description;
    return neutron.insert("floatingip", who.projectId, fields, id);
  },
  change(neutron, record, body) {
    const place = "port_id" in body ? association(neutron, record, body) : {};
    return neutron.update("floatingip", record, {
      ...(body.description === undefined ? {} : { description: body.description }),
      ...place,
    });
  },
  view(neutron, record) {
    const port = typeof record.port_id === "string" ? neutron.get("port", record.port_id) : undefined;
    const details = ["name", "network_id", "mac_address", "admin_state_up", "status", "device_id", "device_owner"];
    return { ...record, port_details: port ? Object.fromEntries(details.map((field) => [field, port[field] ?? null])) : null };
  },
};

function externalNetwork(neutron: Neutron, body: JsonObject): string {
  const id = body.floating_network_id;
  if (typeof id !== "string") throw badRequest("Failed to parse request. Required attribute 'floating_network_id' not specified");
  const network = neutron.get("network", id);
  if (!network) throw networkNotFound(id);
  if (network["router:external"] !== true) {
    throw new NeutronError(400, "BadRequest", `Bad floatingip request: Network ${id} is not a valid external network.`);
  }
  return id;
}

function addressFrom(neutron: Neutron, who: OpenStackIdentity, network: string, body: JsonObject): string {
  const near = neutron.list("subnet").filter((subnet) => subnet.network_id === network);
  const candidates = body.subnet_id ? near.filter((subnet) => subnet.id === body.subnet_id) : near;
  if (body.floating_ip_address) {
    if (!isAdmin(who)) {
      const rule = "(rule:create_floatingip and rule:create_floatingip:floating_ip_address) is disallowed by policy";
      throw new NeutronError(403, "PolicyNotAuthorized", rule);
    }
    claimAddress(neutron, candidates, String(body.floating_ip_address));
    return String(body.floating_ip_address);
  }
  const [subnet] = candidates;
  if (!subnet) {
    throw invalidInput(`Failed to create port on network ${network}, because fixed_ips included invalid subnet ${String(body.subnet_id)}.`);
  }
  return freeAddress(neutron, subnet);
}

/** Finds the port, address and router of a floating IP. One address of a port can have one floating IP from each external network. */
function association(neutron: Neutron, floating: JsonObject, body: JsonObject): JsonObject {
  if (!body.port_id) return { port_id: null, fixed_ip_address: null, router_id: null };
  const id = String(body.port_id);
  const port = neutron.get("port", id);
  if (!port) throw portNotFound(id);
  const fixed = asArray(port.fixed_ips)
    .filter(isObject)
    .map((each) => String(each.ip_address));
  const [address] = body.fixed_ip_address ? fixed.filter((each) => each === body.fixed_ip_address) : fixed;
  if (address === undefined) {
    const text = `Bad floatingip request: Cannot add floating IP to port ${id} that has no fixed IPv4 addresses.`;
    throw new NeutronError(400, "BadRequest", text);
  }
  const network = floating.floating_network_id;
  const clash = neutron
    .list("floatingip")
    .some(
      (other) =>
        other.id !== floating.id && other.port_id === id && other.fixed_ip_address === address && other.floating_network_id === network,
    );
  if (clash) {
    const which = `Cannot associate floating IP ${String(floating.floating_ip_address)} (${String(floating.id)}) with port ${id} using fixed IP ${address}`;
    const why = `as that fixed IP already has a floating IP on external network ${String(network)}.`;
    throw new NeutronError(409, "FloatingIPPortAlreadyAssociated", `${which}, ${why}`);
  }
  const subnet = asArray(port.fixed_ips)
    .map(asObject)
    .find((each) => each.ip_address === address)?.subnet_id;
  const router = routerBetween(neutron, String(network), String(subnet));
  if (router === undefined) {
    const text = `External network ${String(network)} is not reachable from subnet ${String(subnet)}.  Therefore, cannot associate Port ${id} with a Floating IP.`;
    throw new NeutronError(404, "ExternalGatewayForFloatingIPNotFound", text);
  }
  return { port_id: id, fixed_ip_address: address, router_id: router };
}

/** Routers say from which subnets an external network can be reached. */
export const routers: NeutronCollection = {
  kind: "router",
  path: "routers",
  plural: "routers",
  create: ["name", "description", "admin_state_up", "external_gateway_info", "project_id", "tenant_id"],
  update: ["name", "description", "admin_state_up", "external_gateway_info"],
  missing: (id) => new NeutronError(404, "RouterNotFound", `Router ${id} could not be found`),
  insert: (neutron, who, body) =>
    neutron.insert("router", who.projectId, {
      ...DEFAULTS,
      ...body,
      external_gateway_info: gateway(neutron, body.external_gateway_info),
    }),
};

const DEFAULTS = {
  ...{ name: "", admin_state_up: true, status: "ACTIVE", availability_zones: [], availability_zone_hints: [] },
  ...{ routes: [], flavor_id: null },
};

function gateway(neutron: Neutron, gatewayInfo: Json | undefined): Json {
  const network = asObject(gatewayInfo).network_id;
  if (network === undefined) return null;
  const subnet = neutron.list("subnet").find((each) => each.network_id === network);
  const addresses = subnet ? [{ subnet_id: subnet.id ?? null, ip_address: freeAddress(neutron, subnet) }] : [];
  return { network_id: network, external_fixed_ips: addresses, enable_snat: true };
}

/** The router with its gateway in an external network and an interface in a subnet. */
function routerBetween(neutron: Neutron, external: string, subnet: string): string | undefined {
  const outward = neutron.list("router").filter((router) => asObject(router.external_gateway_info).network_id === external);
  const inward = neutron.list("port").filter((port) => asArray(port.fixed_ips).some((each) => asObject(each).subnet_id === subnet));
  const linkingRouter = outward.find((router) => inward.some((port) => port.device_id === router.id));
  return linkingRouter ? String(linkingRouter.id) : undefined;
}

/** `PUT .../add_router_interface` and `.../remove_router_interface`. */
export function changeInterface(neutron: Neutron, router: JsonObject, verb: string, body: JsonObject): JsonObject {
  const subnet = neutron.get("subnet", String(body.subnet_id));
  if (!subnet) throw subnetNotFound(String(body.subnet_id));
  const project = String(router.project_id);
  const routerPort = neutron.list("port").find((port) => port.device_id === router.id && asObject(port).network_id === subnet.network_id);
  if (verb === "remove_router_interface" && routerPort) neutron.remove("port", String(routerPort.id));
  const port = routerPort ?? attach(neutron, project, router, subnet);
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
