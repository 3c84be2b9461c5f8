import { keyOf } from "../../specs";
import type { Profile } from "../profile";
import { unusedAnnotations } from "./annotations";
import { nodeMember } from "./member";
import { nodeMembers } from "./members";
import { lowerOccmService } from "./service";

/** The OpenStack cloud provider, for those who come from it. */
export const occm: Profile = {
  services: {
    concerns: () => true,
    skips({ ref, type, loadBalancerClass }) {
      if (type !== "LoadBalancer") return `Service ${keyOf(ref)} is not of type LoadBalancer.`;
      return loadBalancerClass
        ? `Service ${keyOf(ref)} is of load balancer class ${loadBalancerClass}, which another controller serves.`
        : undefined;
    },
    unused: unusedAnnotations,
  },
  members: (specs, settings) => nodeMembers(specs, settings.node_selector),
  provider: (settings) => settings.lb_provider,
  algorithm: (settings) => settings.lb_method,
  service: lowerOccmService,
  member: ({ settings }, server) => nodeMember(server, settings.member_subnet_id || settings.subnet_id || undefined),
  hosts({ settings }, description) {
    const { project_id, subnet_id, network_id, floating_network_id: network, internal_lb, flavor_id, availability_zone } = settings;
    const subnets = {
      ...(settings.floating_subnet_id ? { subnet_ids: [settings.floating_subnet_id] } : {}),
      ...(!settings.floating_subnet_id && settings.floating_subnet ? { subnet_name: settings.floating_subnet } : {}),
      ...(!settings.floating_subnet_id && settings.floating_subnet_tags ? { subnet_tags: settings.floating_subnet_tags } : {}),
    };
    return {
      vip: {
        ...(project_id ? { project_id } : {}),
        ...(subnet_id ? { vip_subnet_id: subnet_id } : {}),
        ...(network_id ? { vip_network_id: network_id } : {}),
        ...(flavor_id ? { flavor_id } : {}),
        ...(availability_zone ? { availability_zone } : {}),
      },
      ...(network && !internal_lb
        ? { floatingIp: { floating_network_id: network, ...subnets, description: `Floating IP for ${description}` } }
        : {}),
    };
  },
};
