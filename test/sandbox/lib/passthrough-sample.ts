import type { PassthroughVSInputs } from "../../../resources/avi";
import { cloud_ref, OWNER, redirectPolicy, tenant_ref, vrf_context_ref } from "./sample-parts";

/** Two passthrough hosts, one of which redirects clear text. */
export function passthroughVs(): PassthroughVSInputs {
  const name = "c1--Shared-Passthrough-0";
  const common = { cloud_ref, tenant_ref, vrf_context_ref, vsvip_ref: `/api/vsvip/?name=${name}` };
  const network_profile_ref = "/api/networkprofile/?name=System-TCP-Proxy";
  const hosts = ["bank", "post"].map((host) => `c1--${host}.example.com`);
  return {
    owner: OWNER,
    vsVip: {
      name,
      cloud_ref,
      tenant_ref,
      vrf_context_ref,
      vip: [{ auto_allocate_ip: true }],
      dns_info: [{ fqdn: "bank.example.com" }, { fqdn: "post.example.com" }],
    },
    poolGroups: hosts.map((host, i) => ({
      name: host,
      cloud_ref,
      tenant_ref,
      implicit_priority_labels: false,
      members: [{ pool_ref: `/api/pool?name=c1--${i === 0 ? "a" : "b"}`, ratio: 100 }],
    })),
    dataScriptSet: {
      name,
      tenant_ref,
      datascript: [{ evt: "VS_DATASCRIPT_EVT_L4_REQUEST", script: "avi.poolgroup.select('c1--bank.example.com')" }],
      pool_group_refs: hosts.map((host) => `/api/poolgroup/?name=${host}`),
      protocol_parser_refs: ["/api/protocolparser/?name=Default-TLS"],
    },
    virtualService: {
      name,
      ...common,
      application_profile_ref: "/api/applicationprofile/?name=System-L4-Application",
      network_profile_ref,
      services: [{ port: 443, enable_ssl: false }],
      vs_datascripts: [{ index: 0, vs_datascript_set_ref: `/api/vsdatascriptset/?name=${name}` }],
      remove_listening_port_on_vs_down: true,
    },
    redirectPolicy: redirectPolicy(`${name}-insecure`, ["bank.example.com"]),
    insecureVirtualService: {
      name: `${name}-insecure`,
      ...common,
      application_profile_ref: "/api/applicationprofile/?name=System-HTTP",
      network_profile_ref,
      services: [{ port: 80, enable_ssl: false }],
      http_policies: [{ index: 11, http_policy_set_ref: `/api/httppolicyset/?name=${name}-insecure` }],
    },
  };
}
