import type { JsonObject } from "../../shared/json";
import { ApiError, invalid } from "../errors";
import type { Network } from "../network";

/** Where the VIP of a new load balancer is to be: a port says it all, a network needs a subnet, a subnet has a network. */
export function completeVip(network: Network, given: JsonObject): JsonObject {
  const { vip_port_id, vip_network_id, vip_subnet_id } = given;
  if (!vip_port_id && !vip_network_id && !vip_subnet_id) {
    throw new ApiError(400, "Validation failure: VIP must contain one of: vip_port_id, vip_network_id, vip_subnet_id.");
  }
  const vip: JsonObject = {
    vip_address: given.vip_address ?? null,
    vip_port_id: vip_port_id ?? null,
    vip_network_id: vip_network_id ?? null,
    vip_subnet_id: vip_subnet_id ?? null,
    vip_sg_ids: given.vip_sg_ids ?? [],
    additional_vips: given.additional_vips ?? [],
  };
  if (vip_port_id) fromPort(network, vip, String(vip_port_id));
  else if (vip_network_id && vip_subnet_id) network.join(String(vip_network_id), String(vip_subnet_id));
  else if (vip_network_id) {
    vip.vip_subnet_id = network.subnetOf(String(vip_network_id), given.vip_address ? String(given.vip_address) : undefined);
  }
  if (!vip.vip_network_id) vip.vip_network_id = network.networkOf(String(vip.vip_subnet_id));
  checkAdditional(network, vip);
  network.check((vip.vip_sg_ids as string[] | null) ?? [], given.vip_qos_policy_id ? String(given.vip_qos_policy_id) : undefined);
  return vip;
}

function fromPort(network: Network, vip: JsonObject, id: string): void {
  const port = network.port(id);
  if (port.device_id) throw invalid(`Port ${id} is already used by device ${port.device_id} `);
  vip.vip_network_id = port.network_id;
  if (vip.vip_subnet_id) {
    const place = port.fixed_ips.find((each) => each.subnet_id === vip.vip_subnet_id);
    if (place) vip.vip_address = place.ip_address;
    if (!vip.vip_address) throw invalid("No VIP address found on the specified VIP port within the specified subnet.");
  } else if (vip.vip_address) {
    const place = port.fixed_ips.find((each) => each.ip_address === vip.vip_address);
    if (!place) throw invalid("Specified VIP address not found on the specified VIP port.");
    vip.vip_subnet_id = place.subnet_id;
  } else {
    const [place, ...others] = port.fixed_ips;
    if (!place || others.length > 0) {
      throw invalid("VIP port's subnet could not be determined. Please specify either a VIP subnet or address.");
    }
    vip.vip_subnet_id = place.subnet_id;
    vip.vip_address = place.ip_address;
  }
}

function checkAdditional(network: Network, vip: JsonObject): void {
  const subnets = [String(vip.vip_subnet_id)];
  for (const additional of vip.additional_vips as JsonObject[]) {
    const subnet = String(additional.subnet_id);
    if (subnets.includes(subnet)) throw invalid("Duplicate VIP subnet(s) specified. Only one IP can be bound per subnet.");
    subnets.push(subnet);
  }
  if (!network.together(subnets)) throw invalid("All VIP subnets must belong to the same network.");
}
