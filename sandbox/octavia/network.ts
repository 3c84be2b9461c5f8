// Ports of VIPs, as Octavia requests them from a network service.
import { type JsonObject, objects, texts } from "../shared/json";
import type { SeededRandom } from "../shared/random";
import { ApiError, invalid } from "./errors";
import type { OctaviaRow } from "./store";

export interface VipPort {
  id: string;
  network_id: string | null;
  device_id?: string;
  fixed_ips: { subnet_id: string; ip_address: string }[];
}

/** The network as the load balancer sees it. */
export interface VipNetwork {
  /** A port that is there, or made known through the test controls; one without addresses for unknown ids. */
  port(id: string): VipPort;
  /** The network of a subnet. Refused for a subnet that is known to be missing. */
  networkOf(subnet: string): string;
  /** The subnet of a network in which an address is, or its first. */
  subnetOf(network: string, address: string | undefined): string;
  /** A client says that a subnet is in a network. Refused where that is known to be wrong. */
  join(network: string, subnet: string): void;
  /** True if the subnets may be in one network. */
  together(subnets: string[]): boolean;
  /** Security groups and a QoS policy must be there, where that is known. */
  check(groups: string[], qosPolicy: string | undefined): void;
  /** Makes the port of a new load balancer's VIP. */
  allocate(loadBalancer: JsonObject): { address: string; port: string };
  release(loadBalancer: OctaviaRow): void;
  /** Another moment of the VIP port's life: new security groups. */
  updated(loadBalancer: OctaviaRow): void;
}

/** Address of a VIP, by provider, if the request names none. */
const DEFAULT_VIP: { [provider: string]: string } = { noop_driver: "198.0.2.5" };
const AMPHORA_VIP = "198.51.100.1";

/**
 * The no-op network driver of Octavia: every id means something, subnets that no one put into a network are in one together, and
 * several VIPs may have one address.
 */
export class NoopNetwork implements VipNetwork {
  private readonly ports = new Map<string, VipPort>();
  private readonly subnets = new Map<string, string>();
  private readonly nowhere: string;

  constructor(protected readonly random: SeededRandom) {
    this.nowhere = random.uuid4();
  }

  /** Makes a port known. */
  announce(port: VipPort): void {
    this.ports.set(port.id, port);
  }

  port(id: string): VipPort {
    return this.ports.get(id) ?? { id, network_id: null, fixed_ips: [] };
  }

  networkOf(subnet: string): string {
    return this.subnets.get(subnet) ?? this.nowhere;
  }

  subnetOf(network: string, address: string | undefined): string {
    if (address !== undefined) throw new ApiError(500, "None does not appear to be an IPv4 or IPv6 network");
    const existing = [...this.subnets].find(([, other]) => other === network);
    if (existing) return existing[0];
    const subnet = this.random.uuid4();
    this.subnets.set(subnet, network);
    return subnet;
  }

  join(network: string, subnet: string): void {
    this.subnets.set(subnet, network);
  }

  together(subnets: string[]): boolean {
    const networks = subnets.map((subnet) => this.subnets.get(subnet)).filter((network) => network !== undefined);
    return new Set(networks).size <= 1;
  }

  check(_groups: string[], _qosPolicy: string | undefined): void {}

  allocate(loadBalancer: JsonObject): { address: string; port: string } {
    const address = loadBalancer.vip_address ?? DEFAULT_VIP[String(loadBalancer.provider)] ?? AMPHORA_VIP;
    return { address: String(address), port: String(loadBalancer.vip_port_id ?? this.random.uuid4()) };
  }

  release(_loadBalancer: JsonObject): void {}

  updated(_loadBalancer: JsonObject): void {}
}

/** Completes the place of the VIP of a new load balancer: a port determines network and subnet, a network needs a subnet, a subnet has a network. */
export function completeVip(network: VipNetwork, body: JsonObject): JsonObject {
  const { vip_port_id, vip_network_id, vip_subnet_id } = body;
  if (!vip_port_id && !vip_network_id && !vip_subnet_id) {
    throw new ApiError(400, "Validation failure: VIP must contain one of: vip_port_id, vip_network_id, vip_subnet_id.");
  }
  const vip: JsonObject = {
    vip_address: body.vip_address ?? null,
    vip_port_id: vip_port_id ?? null,
    vip_network_id: vip_network_id ?? null,
    vip_subnet_id: vip_subnet_id ?? null,
    vip_sg_ids: body.vip_sg_ids ?? [],
    additional_vips: body.additional_vips ?? [],
  };
  if (vip_port_id) fromPort(network, vip, String(vip_port_id));
  else if (vip_network_id && vip_subnet_id) network.join(String(vip_network_id), String(vip_subnet_id));
  else if (vip_network_id) {
    vip.vip_subnet_id = network.subnetOf(String(vip_network_id), body.vip_address ? String(body.vip_address) : undefined);
  }
  if (!vip.vip_network_id) vip.vip_network_id = network.networkOf(String(vip.vip_subnet_id));
  checkAdditional(network, vip);
  network.check(texts(vip.vip_sg_ids), body.vip_qos_policy_id ? String(body.vip_qos_policy_id) : undefined);
  return vip;
}

function fromPort(network: VipNetwork, vip: JsonObject, id: string): void {
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

function checkAdditional(network: VipNetwork, vip: JsonObject): void {
  const subnets = [String(vip.vip_subnet_id)];
  for (const additional of objects(vip.additional_vips)) {
    const subnet = String(additional.subnet_id);
    if (subnets.includes(subnet)) throw invalid("Duplicate VIP subnet(s) specified. Only one IP can be bound per subnet.");
    subnets.push(subnet);
  }
  if (!network.together(subnets)) throw invalid("All VIP subnets must belong to the same network.");
}
