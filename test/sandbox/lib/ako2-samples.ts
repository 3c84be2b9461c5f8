import type { CertificateInputs, DedicatedVSInputs, L4VSInputs, SharedVSInputs, SniVSInputs } from "../../../resources/avi";
import type { Json } from "../../../resources/kind";
import type { KeyPair } from "./certificates";
import { cloud_ref, OWNER, redirectPolicy, tenant_ref, vrf_context_ref } from "./sample-parts";

const HOST = "shop.example.com";
const network_profile_ref = "/api/networkprofile/?name=System-TCP-Proxy";
const vip = [{ vip_id: "0", auto_allocate_ip: true }];

/** Bundle of the generations `ako-2*`; it differs from those of 1.2. */
export function certificate(pair: KeyPair, authority: KeyPair): CertificateInputs {
  return {
    owner: OWNER,
    caCertificate: { name: "c1--evh-ca", type: "SSL_CERTIFICATE_TYPE_CA", certificate: { certificate: authority.certificate } },
    certificate: {
      name: "c1--evh-shop",
      tenant_ref,
      type: "SSL_CERTIFICATE_TYPE_VIRTUALSERVICE",
      certificate: { certificate: pair.certificate },
      key: pair.key,
      ca_certs: [{ ca_ref: "/api/sslkeyandcertificate?name=c1--evh-ca" }],
      enable_ocsp_stapling: true,
      ocsp_config: { max_tries: 5, ocsp_req_interval: 7200, failed_ocsp_jobs_retry_interval: 600 },
    },
  };
}

/** The parent names the certificates of all children; it has no pool group and no script. */
export function evhParent(): SharedVSInputs {
  const name = "c1--Shared-L7-EVH-0";
  return {
    owner: OWNER,
    vsVip: { name, cloud_ref, tenant_ref, vrf_context_ref, vip, dns_info: [{ fqdn: HOST }] },
    virtualService: {
      name,
      cloud_ref,
      tenant_ref,
      vrf_context_ref,
      type: "VS_TYPE_VH_PARENT",
      vh_type: "VS_TYPE_VH_ENHANCED",
      application_profile_ref: "/api/applicationprofile/?name=System-HTTP",
      network_profile_ref,
      ssl_key_and_certificate_refs: ["/api/sslkeyandcertificate?name=c1--evh-shop"],
      services: [
        { port: 80, enable_ssl: false },
        { port: 443, enable_ssl: true },
      ],
      vsvip_ref: `/api/vsvip/?name=${name}`,
    },
  };
}

/** Pool groups of two paths, and the policy that picks them. */
function paths(of: string) {
  const groups = ["a", "b"].map((letter) => ({
    name: `${of}_${letter}`,
    cloud_ref,
    tenant_ref,
    implicit_priority_labels: false,
    members: [{ pool_ref: `/api/pool?name=c1--${letter}`, ratio: 100 }],
  }));
  // with room between them, so that each may move by one
  const rules: Json[] = groups.map(({ name }, index) => ({
    index: index * 10,
    name: `${of}-${index}`,
    enable: true,
    match: { path: { match_criteria: "BEGINS_WITH", match_case: "SENSITIVE", match_str: [`/${index}`] } },
    switching_action: { action: "HTTP_SWITCHING_SELECT_POOLGROUP", pool_group_ref: `/api/poolgroup/?name=${name}` },
  }));
  return { groups, policy: { name: of, tenant_ref, http_request_policy: { rules } } };
}

export function evhChild(): SniVSInputs {
  const name = "c1--946749f54c396c90011903f4f5f83da13edc7dd1";
  const { groups, policy } = paths("c1--evh-paths");
  return {
    owner: OWNER,
    poolGroups: groups,
    policies: [redirectPolicy(name, [HOST]), policy],
    virtualService: {
      name,
      cloud_ref,
      tenant_ref,
      vrf_context_ref,
      type: "VS_TYPE_VH_CHILD",
      vh_type: "VS_TYPE_VH_ENHANCED",
      vh_parent_vs_ref: "/api/virtualservice/?name=c1--Shared-L7-EVH-0",
      vh_matches: [
        {
          host: HOST,
          rules: [
            { name: "VHMATCHRULENAME", matches: { path: { match_criteria: "BEGINS_WITH", match_case: "SENSITIVE", match_str: ["/"] } } },
          ],
        },
      ],
      application_profile_ref: "/api/applicationprofile/?name=System-HTTP",
      network_profile_ref,
      http_policies: [name, policy.name].map((set, i) => ({ index: 11 + i, http_policy_set_ref: `/api/httppolicyset?name=${set}` })),
      min_pools_up: 1,
    },
  };
}

export function dedicatedVs(): DedicatedVSInputs {
  const name = "c1--shop.example.com-L7-dedicated";
  const { groups, policy } = paths("c1--dedicated-paths");
  return {
    owner: OWNER,
    vsVip: { name, cloud_ref, tenant_ref, vrf_context_ref, vip, dns_info: [{ fqdn: HOST }] },
    sslProfile: { name: `${name}-sslprofile`, tenant_ref, accepted_versions: [{ type: "SSL_VERSION_TLS1_3" }] },
    poolGroups: groups,
    policies: [redirectPolicy(name, [HOST]), policy],
    virtualService: {
      name,
      cloud_ref,
      tenant_ref,
      vrf_context_ref,
      type: "VS_TYPE_NORMAL",
      application_profile_ref: "/api/applicationprofile/?name=System-Secure-HTTP",
      network_profile_ref,
      ssl_key_and_certificate_refs: ["/api/sslkeyandcertificate?name=c1--evh-shop"],
      ssl_profile_ref: `/api/sslprofile?name=${name}-sslprofile`,
      services: [
        { port: 80, enable_ssl: false },
        { port: 443, enable_ssl: true },
      ],
      http_policies: [name, policy.name].map((set, i) => ({ index: 11 + i, http_policy_set_ref: `/api/httppolicyset?name=${set}` })),
      vsvip_ref: `/api/vsvip/?name=${name}`,
    },
  };
}

/** One policy picks the pool of each port. */
export function l4WithPolicy(): L4VSInputs {
  const name = "c1--9b0b2133de2c25a87d700a2dec18cfd9956f1b20";
  const rules: Json[] = ["a", "b"].map((letter, index) => ({
    index: index * 10,
    name: `/api/pool?name=c1--${letter}`,
    match: { port: { match_criteria: "IS_IN", ports: [80 + index] }, protocol: { match_criteria: "IS_IN", protocol: "PROTOCOL_TCP" } },
    action: { select_pool: { action_type: "L4_RULE_ACTION_SELECT_POOL", pool_ref: `/api/pool?name=c1--${letter}` } },
  }));
  return {
    owner: OWNER,
    vsVip: { name, cloud_ref, tenant_ref, vrf_context_ref, vip },
    poolGroups: [],
    policySet: { name, tenant_ref, l4_connection_policy: { rules } },
    virtualService: {
      name,
      cloud_ref,
      tenant_ref,
      vrf_context_ref,
      application_profile_ref: "/api/applicationprofile/?name=System-L4-Application",
      network_profile_ref,
      services: [{ port: 80 }, { port: 81 }],
      l4_policies: [{ index: 0, l4_policy_set_ref: `/api/l4policyset/?name=${name}` }],
      remove_listening_port_on_vs_down: true,
      traffic_enabled: true,
      vsvip_ref: `/api/vsvip/?name=${name}`,
    },
  };
}
