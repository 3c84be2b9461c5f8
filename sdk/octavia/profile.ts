import type { FloatingIp, LoadBalancerBody, MemberBody } from "../../kinds/octavia/inputs";
import type { L4Service, MemberSource, Server, ServiceRules } from "../routing";
import type { SpecSet } from "../specs";
import type { Lowering } from "./context";
import type { PlannedLoadBalancer } from "./plan";
import type { OctaviaSettings } from "./settings";

/** How one tool maps Services: Kuryr, or the OpenStack cloud provider. */
export interface Profile {
  services: ServiceRules;
  /** Where the servers of a Service port come from. */
  members(specs: SpecSet, settings: OctaviaSettings): MemberSource;
  /** Name of the Octavia provider. */
  provider(settings: OctaviaSettings): string;
  /** One Service; throws a `Refusal` where it cannot have a load balancer. */
  service(cx: Lowering, service: L4Service): PlannedLoadBalancer;
  /** One server of a Service as a member. */
  member(cx: Lowering, server: Server, service: { namespace: string; name: string }): MemberBody;
  /** Algorithm of the pools. */
  algorithm(settings: OctaviaSettings): string;
  /** Where the VIP of a load balancer for hosts is, and how it is reached from outside. */
  hosts(cx: Lowering, description: string): { vip: Partial<LoadBalancerBody>; floatingIp?: FloatingIp };
}
