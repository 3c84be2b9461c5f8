import { inside } from "../neutron/addresses";
import { portFields, release } from "../neutron/ports";
import type { Neutron } from "../neutron/service";
import type { Port } from "../octavia/network";
import { NoopNetwork } from "../octavia/noop-network";
import type { Row } from "../octavia/store";
import { asArray, asObject, type JsonObject, text } from "../shared/json";
import type { SeededRandom } from "../shared/random";

/** Octavia's view of Neutron: VIPs have ports there, which floating IPs can be put on. Ids that Neutron does not know stay no-op. */
export class NeutronNetwork extends NoopNetwork {
  constructor(
    random: SeededRandom,
    private readonly neutron: Neutron,
  ) {
    super(random);
  }

  override port(id: string): Port {
    const port = this.neutron.get("port", id);
    if (!port) return super.port(id);
    const places = asArray(port.fixed_ips).map(asObject);
    const fixed_ips = places.map((each) => ({ subnet_id: text(each.subnet_id), ip_address: text(each.ip_address) }));
    return { id, network_id: text(port.network_id), device_id: text(port.device_id), fixed_ips };
  }

  override networkOf(subnet: string): string {
    const known = this.neutron.get("subnet", subnet);
    return known ? text(known.network_id) : super.networkOf(subnet);
  }

  override subnetOf(network: string, address: string | undefined): string {
    const near = this.neutron.list("subnet").filter((subnet) => subnet.network_id === network);
    const found = near.find((subnet) => address === undefined || inside(text(subnet.cidr), address));
    return found ? text(found.id) : super.subnetOf(network, address);
  }

  override allocate(loadBalancer: JsonObject): { address: string; port: string } {
    const place = super.allocate(loadBalancer);
    if (loadBalancer.vip_port_id) return place;
    const fields = {
      ...portFields(this.neutron),
      name: `octavia-lb-${text(loadBalancer.id)}`,
      network_id: loadBalancer.vip_network_id ?? null,
      device_id: `lb-${text(loadBalancer.id)}`,
      device_owner: "Octavia",
      admin_state_up: false,
      fixed_ips: [{ subnet_id: loadBalancer.vip_subnet_id ?? null, ip_address: place.address }],
      security_groups: loadBalancer.vip_sg_ids ?? [],
    };
    this.neutron.insert("port", text(loadBalancer.project_id), fields, place.port);
    return place;
  }

  override release(loadBalancer: Row): void {
    const port = this.neutron.get("port", text(loadBalancer.vip_port_id));
    if (port?.device_owner !== "Octavia") return;
    release(this.neutron, text(port.id));
    this.neutron.remove("port", text(port.id));
  }

  override updated(loadBalancer: Row): void {
    const port = this.neutron.get("port", text(loadBalancer.vip_port_id));
    if (port && asArray(loadBalancer.vip_sg_ids).length > 0) {
      this.neutron.update("port", port, { security_groups: loadBalancer.vip_sg_ids ?? [] });
    }
  }
}
