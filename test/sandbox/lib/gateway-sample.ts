import type { GatewayVSInputs } from "../../../resources/avi";
import type { Json } from "../../../resources/kind";
import { cloud_ref, OWNER, tenant_ref, vrf_context_ref } from "./sample-parts";

/** A Gateway with ports of every protocol: HTTP, TCP, and TLS that ends at the servers. */
export function gatewayVs(): GatewayVSInputs {
  const name = "c1--Gateway-infra_edge";
  const common = { cloud_ref, tenant_ref, vrf_context_ref, vsvip_ref: `/api/vsvip/?name=${name}` };
  const network_profile_ref = "/api/networkprofile/?name=System-TCP-Proxy";
  const group = (rule: string) => `${name}_${rule}`;
  const rules = ["a", "b"];
  const match: Json = {
    host_hdr: { match_criteria: "HDR_ENDS_WITH", value: [".example.com"] },
    hdrs: [
      { hdr: "Host", match_criteria: "HDR_DOES_NOT_EQUAL", match_case: "INSENSITIVE", value: ["a.example.com"] },
      { hdr: "Host", match_criteria: "HDR_DOES_NOT_END_WITH", match_case: "INSENSITIVE", value: [".b.example.com"] },
      { hdr: "version", match_criteria: "HDR_EQUALS", match_case: "SENSITIVE", value: ["two"] },
    ],
    method: { match_criteria: "IS_IN", methods: ["HTTP_METHOD_GET"] },
    path: { match_criteria: "BEGINS_WITH", match_case: "SENSITIVE", match_str: ["/cart/"] },
    query: { match_criteria: "QUERY_MATCH_REGEX_MATCH", match_case: "SENSITIVE", match_str: ["(^|&)a=1(&|$)"] },
    vs_port: { match_criteria: "IS_IN", ports: [8080, 8081] },
  };
  const setHeader: Json = { action: "HTTP_REPLACE_HDR", hdr: { name: "x-seen", value: { val: "yes" } } };
  const path: Json = {
    type: "URI_PARAM_TYPE_TOKENIZED",
    tokens: [
      { type: "URI_TOKEN_TYPE_STRING", str_value: "basket" },
      { type: "URI_TOKEN_TYPE_PATH", start_index: 1, end_index: 65535 },
    ],
  };
  const host: Json = { type: "URI_PARAM_TYPE_TOKENIZED", tokens: [{ type: "URI_TOKEN_TYPE_STRING", str_value: "www.example.com" }] };
  return {
    owner: OWNER,
    vsVip: {
      name,
      cloud_ref,
      tenant_ref,
      vrf_context_ref,
      vip: [{ vip_id: "0", auto_allocate_ip: true }],
      dns_info: [{ fqdn: "a.example.com" }, { fqdn: "b.example.com" }],
    },
    poolGroups: [...rules, "tcp", "tls"].map((rule, i) => ({
      name: group(rule),
      cloud_ref,
      tenant_ref,
      implicit_priority_labels: false,
      members: [{ pool_ref: `/api/pool?name=c1--${i % 2 ? "a" : "b"}`, ratio: 100 }],
      fail_action: { type: "FAIL_ACTION_HTTP_LOCAL_RSP", local_rsp: { status_code: "FAIL_HTTP_STATUS_CODE_503" } },
    })),
    policy: {
      name,
      tenant_ref,
      http_request_policy: {
        rules: [
          {
            index: 0,
            enable: true,
            name: "cart",
            match,
            hdr_action: [setHeader, { action: "HTTP_REMOVE_HDR", hdr: { name: "x-old" } }],
            rewrite_url_action: { host_hdr: host, path, query: { keep_query: true } },
            switching_action: {
              action: "HTTP_SWITCHING_SELECT_POOLGROUP",
              pool_group_ref: `/api/poolgroup/?name=${group("a")}`,
            },
          },
          {
            index: 10,
            enable: true,
            name: "old",
            match: { path: { match_criteria: "EQUALS", match_case: "SENSITIVE", match_str: ["/old"] } },
            redirect_action: { protocol: "HTTPS", port: 443, host, keep_query: true, status_code: "HTTP_REDIRECT_STATUS_CODE_301" },
          },
          {
            index: 20,
            enable: true,
            name: "other",
            match: { path: { match_criteria: "REGEX_MATCH", match_case: "SENSITIVE", match_str: ["/[0-9]+"] } },
            switching_action: {
              action: "HTTP_SWITCHING_SELECT_POOLGROUP",
              pool_group_ref: `/api/poolgroup/?name=${group("b")}`,
            },
          },
          {
            index: 30,
            enable: true,
            name: "rest",
            match: { path: { match_criteria: "BEGINS_WITH", match_str: ["/"] } },
            switching_action: { action: "HTTP_SWITCHING_SELECT_LOCAL", status_code: "HTTP_LOCAL_RESPONSE_STATUS_CODE_404" },
          },
        ],
      },
      http_response_policy: { rules: [{ index: 0, enable: true, name: "cart", match, hdr_action: [setHeader] }] },
    },
    dataScriptSet: {
      name: `${name}_passthrough`,
      tenant_ref,
      datascript: [{ evt: "VS_DATASCRIPT_EVT_L4_REQUEST", script: `avi.poolgroup.select('${group("tls")}')` }],
      pool_group_refs: [`/api/poolgroup/?name=${group("tls")}`],
      protocol_parser_refs: ["/api/protocolparser/?name=Default-TLS"],
    },
    virtualService: {
      name,
      ...common,
      type: "VS_TYPE_NORMAL",
      application_profile_ref: "/api/applicationprofile/?name=System-HTTP",
      network_profile_ref,
      services: [
        { port: 8081, enable_ssl: false },
        { port: 8080, enable_ssl: false },
      ],
      http_policies: [{ index: 11, http_policy_set_ref: `/api/httppolicyset/?name=${name}` }],
    },
    connectionService: {
      name: `${name}_l4`,
      ...common,
      application_profile_ref: "/api/applicationprofile/?name=System-L4-Application",
      network_profile_ref,
      services: [
        { port: 5432, enable_ssl: false },
        { port: 5433, enable_ssl: false, override_network_profile_ref: "/api/networkprofile/?name=System-UDP-Fast-Path" },
      ],
      service_pool_select: [
        {
          service_port: 5432,
          service_protocol: "PROTOCOL_TYPE_TCP_PROXY",
          service_pool_group_ref: `/api/poolgroup/?name=${group("tcp")}`,
        },
        {
          service_port: 5433,
          service_protocol: "PROTOCOL_TYPE_TCP_PROXY",
          service_pool_group_ref: `/api/poolgroup/?name=${group("tcp")}`,
        },
      ],
    },
    passthroughService: {
      name: `${name}_passthrough`,
      ...common,
      application_profile_ref: "/api/applicationprofile/?name=System-L4-Application",
      network_profile_ref,
      services: [{ port: 443, enable_ssl: false }],
      vs_datascripts: [{ index: 0, vs_datascript_set_ref: `/api/vsdatascriptset/?name=${name}_passthrough` }],
    },
  };
}
