import type { JsonObject } from "../shared/json";
import type { Row } from "./store";

export interface Port {
  id: string;
  network_id: string | null;
  device_id?: string;
  fixed_ips: { subnet_id: string; ip_address: string }[];
}

/** The network as the load balancer sees it. */
export interface Network {
  /** A port that is there, or made known through the test controls; one without addresses for ids nobody knows. */
  port(id: string): Port;
  /** The network of a subnet. Refused where it is known that there is no such subnet. */
  networkOf(subnet: string): string;
  /** The subnet of a network in which an address is, or its first. */
  subnetOf(network: string, address: string | undefined): string;
  /** A client says that a subnet is in a network. Refused where that is known to be wrong. */
  join(network: string, subnet: string): void;
  /** Whether subnets may be in one network. */
  together(subnets: string[]): boolean;
  /** Security groups and a QoS policy must be there, where that is known. */
  check(groups: string[], qosPolicy: string | undefined): void;
  /** Makes the port of a new load balancer's VIP. */
  allocate(loadBalancer: JsonObject): { address: string; port: string };
  release(loadBalancer: Row): void;
  /** Another moment of the VIP port's life: new security groups. */
  updated(loadBalancer: Row): void;
}
