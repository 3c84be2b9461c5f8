// VIP ports of load balancers in Neutron.
import { ApiError, invalid } from "../octavia/errors";
import { NoopNetwork, type VipPort } from "../octavia/network";
import type { OctaviaRow } from "../octavia/store";
import { asArray, asObject, type Json, type JsonObject, text } from "../shared/json";
import type { SeededRandom } from "../shared/random";
import { type Neutron, NeutronError } from "./neutron";
import { claimAddress, freeAddress, inside, portFields, release } from "./neutron-ports";

/** Octavia's view of Neutron: VIPs have ports there, which floating IPs can be put on. */
export class NeutronNetwork extends NoopNetwork {
  constructor(
    random: SeededRandom,
    private readonly neutron: Neutron,
  ) {
    super(random);
  }

  override port(id: string): VipPort {
    const port = this.neutron.get("port", id);
    if (!port) throw missing("Port", id);
    const places = asArray(port.fixed_ips).map(asObject);
    const fixed_ips = places.map((each) => ({ subnet_id: text(each.subnet_id), ip_address: text(each.ip_address) }));
    return { id, network_id: text(port.network_id), device_id: text(port.device_id), fixed_ips };
  }

  override networkOf(subnet: string): string {
    return text(this.subnet(subnet).network_id);
  }

  override subnetOf(network: string, address: string | undefined): string {
    const near = this.subnetsOf(network);
    if (near.length === 0 && address === undefined) throw invalid("Supplied network does not contain a subnet.");
    const match = near.find((subnet) => address === undefined || inside(text(subnet.cidr), address));
    if (!match) throw invalid("Supplied network does not contain a subnet for VIP address specified.");
    return text(match.id);
  }

  override join(network: string, subnet: string): void {
    if (!this.subnetsOf(network).some((near) => near.id === subnet)) throw missing("Subnet", subnet);
  }

  override together(subnets: string[]): boolean {
    return new Set(subnets.map((subnet) => this.networkOf(subnet))).size <= 1;
  }

  override check(groups: string[], qosPolicy: string | undefined): void {
    for (const group of groups) if (!this.neutron.get("security_group", group)) throw missing("Security Group", group);
    if (qosPolicy !== undefined && !this.neutron.get("policy", qosPolicy)) throw missing("qos_policy", qosPolicy);
  }

  override allocate(loadBalancer: JsonObject): { address: string; port: string } {
    if (loadBalancer.vip_port_id) {
      const vipPort = this.neutron.get("port", text(loadBalancer.vip_port_id));
      if (vipPort) this.neutron.update("port", vipPort, { security_groups: this.groups(loadBalancer) });
      return super.allocate(loadBalancer);
    }
    const address = loadBalancer.provider === "noop_driver" ? super.allocate(loadBalancer).address : this.address(loadBalancer);
    const port = this.random.uuid4();
    const fields = {
      ...portFields(this.neutron),
      name: `octavia-lb-${text(loadBalancer.id)}`,
      network_id: loadBalancer.vip_network_id ?? null,
      device_id: `lb-${text(loadBalancer.id)}`,
      device_owner: "Octavia",
      admin_state_up: false,
      fixed_ips: [{ subnet_id: loadBalancer.vip_subnet_id ?? null, ip_address: address }],
      security_groups: this.groups(loadBalancer),
    };
    this.neutron.insert("port", text(loadBalancer.project_id), fields, port);
    return { address, port };
  }

  /** A group that opens the ports of the listeners, unless the user brings groups. No user can be its owner. */
  private groups({ id, vip_sg_ids: groupIds, provider }: JsonObject): Json {
    if (asArray(groupIds).length > 0 || provider === "noop_driver") return groupIds ?? [];
    return [this.neutron.insert("security_group", "octavia", { name: `lb-${text(id)}`, stateful: true, shared: false }).id ?? null];
  }

  /** The wanted address, or a free one of the subnet. */
  private address({ vip_subnet_id: id, vip_address: wantedAddress }: JsonObject): string {
    const subnet = this.subnet(text(id));
    if (typeof wantedAddress !== "string") return freeAddress(this.neutron, subnet);
    try {
      claimAddress(this.neutron, [subnet], wantedAddress);
    } catch (error) {
      if (!(error instanceof NeutronError)) throw error;
      if (error.status === 409) throw new ApiError(409, `The VIP IP address is already in use: ${error.message}`);
      throw new ApiError(500, `Provider 'amphora' reports error: ${error.message}`);
    }
    return wantedAddress;
  }

  private subnet(id: string): JsonObject {
    const subnet = this.neutron.get("subnet", id);
    if (!subnet) throw missing("Subnet", id);
    return subnet;
  }

  private subnetsOf(network: string): JsonObject[] {
    if (!this.neutron.get("network", network)) throw missing("Network", network);
    return this.neutron.list("subnet").filter((subnet) => subnet.network_id === network);
  }

  override release(loadBalancer: OctaviaRow): void {
    const port = this.neutron.get("port", text(loadBalancer.vip_port_id));
    const group = this.neutron.list("security_group").find((each) => each.name === `lb-${loadBalancer.id}`);
    if (group) this.neutron.remove("security_group", text(group.id));
    if (port && port.device_owner !== "Octavia") this.neutron.update("port", port, { security_groups: [] });
    if (port?.device_owner !== "Octavia") return;
    release(this.neutron, text(port.id));
    this.neutron.remove("port", text(port.id));
  }

  override updated(loadBalancer: OctaviaRow): void {
    const port = this.neutron.get("port", text(loadBalancer.vip_port_id));
    if (port && asArray(loadBalancer.vip_sg_ids).length > 0) {
      this.neutron.update("port", port, { security_groups: loadBalancer.vip_sg_ids ?? [] });
    }
  }
}

const missing = (resource: string, id: string): ApiError => new ApiError(400, `${resource} ${id} not found.`);
