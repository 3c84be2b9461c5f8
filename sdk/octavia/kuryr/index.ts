import { endpointMembers } from "../../routing";
import { diagnose, ignoredAnnotations, keyOf } from "../../specs";
import type { Profile } from "../profile";
import { SOURCE_RANGES_ANNOTATION } from "../source-ranges";
import { kuryrAlgorithm, kuryrProvider } from "./common";
import { kuryrMember } from "./member";
import { lowerKuryrService, TIMEOUT_ANNOTATIONS } from "./service";

const USED = [...Object.values(TIMEOUT_ANNOTATIONS), SOURCE_RANGES_ANNOTATION];

/** Kuryr-Kubernetes (seed kuryr-services.rst). */
export const kuryr: Profile = {
  services: {
    concerns: () => true,
    skips({ ref, type, clusterIP, loadBalancerClass }) {
      if (clusterIP === "None") return `Skipping headless Service ${keyOf(ref)}.`;
      if (type !== "ClusterIP" && type !== "LoadBalancer") return `Skipping service ${keyOf(ref)} of unsupported type.`;
      if (ref.namespace === "default" && ref.name === "kubernetes") return `Skipping default service ${keyOf(ref)}.`;
      if (type === "LoadBalancer" && loadBalancerClass)
        return `Skipping service ${keyOf(ref)} of load balancer class ${loadBalancerClass}.`;
      return undefined;
    },
    unused(service) {
      const found = ignoredAnnotations(service.ref, service.meta.annotations, USED);
      if (service.sessionAffinity === "ClientIP")
        found.push(diagnose("LB1006", service.ref, "/spec/sessionAffinity", "session affinity is not used by the profile kuryr"));
      return found;
    },
  },
  members: (specs) => endpointMembers(specs, { byName: true }),
  provider: kuryrProvider,
  algorithm: kuryrAlgorithm,
  service: lowerKuryrService,
  member: kuryrMember,
  hosts({ settings }) {
    const { project_id, service_subnet_id: subnet, external_svc_net: network, external_svc_subnet } = settings;
    const floatingIp = network
      ? { floating_network_id: network, ...(external_svc_subnet ? { subnet_ids: [external_svc_subnet] } : {}), description: "kuryr_lb" }
      : undefined;
    const vip = { ...(project_id ? { project_id } : {}), ...(subnet ? { vip_subnet_id: subnet } : {}) };
    return { vip, ...(floatingIp ? { floatingIp } : {}) };
  },
};
