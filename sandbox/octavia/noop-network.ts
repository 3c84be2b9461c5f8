import type { JsonObject } from "../shared/json";
import type { SeededRandom } from "../shared/random";
import { ApiError } from "./errors";
import type { Network, Port } from "./network";

/** Where a VIP is when nobody says where. */
const DEFAULT_VIP: { [provider: string]: string } = { noop_driver: "198.0.2.5" };
const AMPHORA_VIP = "198.51.100.1";

/**
 * The no-op network driver of Octavia: every id means something, subnets that nobody put into a network are in one together, and
 * several VIPs may have one address.
 */
export class NoopNetwork implements Network {
  private readonly ports = new Map<string, Port>();
  private readonly subnets = new Map<string, string>();
  private readonly nowhere: string;

  constructor(protected readonly random: SeededRandom) {
    this.nowhere = random.uuid4();
  }

  /** Makes a port known. */
  announce(port: Port): void {
    this.ports.set(port.id, port);
  }

  port(id: string): Port {
    return this.ports.get(id) ?? { id, network_id: null, fixed_ips: [] };
  }

  networkOf(subnet: string): string {
    return this.subnets.get(subnet) ?? this.nowhere;
  }

  subnetOf(network: string, address: string | undefined): string {
    if (address !== undefined) throw new ApiError(500, "None does not appear to be an IPv4 or IPv6 network");
    const known = [...this.subnets].find(([, other]) => other === network);
    if (known) return known[0];
    const subnet = this.random.uuid4();
    this.subnets.set(subnet, network);
    return subnet;
  }

  join(network: string, subnet: string): void {
    this.subnets.set(subnet, network);
  }

  together(subnets: string[]): boolean {
    const known = subnets.map((subnet) => this.subnets.get(subnet)).filter((network) => network !== undefined);
    return new Set(known).size <= 1;
  }

  check(_groups: string[], _qosPolicy: string | undefined): void {}

  allocate(loadBalancer: JsonObject): { address: string; port: string } {
    const address = loadBalancer.vip_address ?? DEFAULT_VIP[String(loadBalancer.provider)] ?? AMPHORA_VIP;
    return { address: String(address), port: String(loadBalancer.vip_port_id ?? this.random.uuid4()) };
  }

  release(_loadBalancer: JsonObject): void {}

  updated(_loadBalancer: JsonObject): void {}
}
