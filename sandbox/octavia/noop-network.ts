import type { JsonObject } from "../shared/json";
import type { SeededRandom } from "../shared/random";
import type { Network, Port } from "./network";

/** Where a VIP is when nobody says where. */
const DEFAULT_VIP: { [provider: string]: string } = { noop_driver: "198.0.2.5" };
const AMPHORA_VIP = "198.51.100.1";

/**
 * The no-op network driver of Octavia: every id means something, a subnet that nobody put into a network is in the one that was
 * asked for first, and several VIPs may have one address.
 */
export class NoopNetwork implements Network {
  private readonly ports = new Map<string, Port>();
  private readonly subnets = new Map<string, string>();
  private current: string | undefined;

  constructor(protected readonly random: SeededRandom) {}

  /** Makes a port known. */
  announce(port: Port): void {
    this.ports.set(port.id, port);
  }

  port(id: string): Port {
    return this.ports.get(id) ?? { id, network_id: null, fixed_ips: [] };
  }

  networkOf(subnet: string): string {
    const known = this.subnets.get(subnet);
    if (known !== undefined) return known;
    this.current ??= this.random.uuid4();
    this.subnets.set(subnet, this.current);
    return this.current;
  }

  subnetOf(network: string): string | undefined {
    const subnet = this.random.uuid4();
    this.subnets.set(subnet, network);
    return subnet;
  }

  allocate(loadBalancer: JsonObject): { address: string; port: string } {
    const address = loadBalancer.vip_address ?? DEFAULT_VIP[String(loadBalancer.provider)] ?? AMPHORA_VIP;
    return { address: String(address), port: String(loadBalancer.vip_port_id ?? this.random.uuid4()) };
  }

  release(_loadBalancer: JsonObject): void {}

  updated(_loadBalancer: JsonObject): void {}
}
