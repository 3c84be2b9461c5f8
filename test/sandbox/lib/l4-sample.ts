import type { L4VSInputs } from "../../../resources/avi";
import { cloud_ref, OWNER, tenant_ref, vrf_context_ref } from "./sample-parts";

/** A Service of type LoadBalancer with a pool group for each of its two ports. */
export function l4Vs(): L4VSInputs {
  return {
    owner: OWNER,
    vsVip: { name: "c1--red-svc", cloud_ref, tenant_ref, vrf_context_ref, vip: [{ vip_id: "0", auto_allocate_ip: true }] },
    poolGroups: [80, 81].map((port) => ({
      name: `c1--red-svc-${port}`,
      cloud_ref,
      tenant_ref,
      implicit_priority_labels: false,
      members: [{ pool_ref: `/api/pool?name=${port === 80 ? "c1--a" : "c1--b"}` }],
    })),
    virtualService: {
      name: "c1--red-svc",
      cloud_ref,
      tenant_ref,
      vrf_context_ref,
      application_profile_ref: "/api/applicationprofile/?name=System-L4-Application",
      network_profile_ref: "/api/networkprofile/?name=System-TCP-Proxy",
      services: [
        { port: 80, enable_ssl: false },
        { port: 81, enable_ssl: false },
      ],
      service_pool_select: [80, 81].map((port) => ({
        service_port: port,
        service_protocol: "PROTOCOL_TYPE_TCP_PROXY",
        service_pool_group_ref: `/api/poolgroup/?name=c1--red-svc-${port}`,
      })),
      vsvip_ref: "/api/vsvip/?name=c1--red-svc",
    },
  };
}
