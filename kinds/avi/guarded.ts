import type { Json } from "../kind";

/** Fields by path, with their values when no one declares them; null: absent. */
export type Guarded = { readonly [field: string]: Json };

/** Guarded fields of a rule of a policy: its actions and its conditions. One beside the declared ones sends traffic elsewhere. */
const rule = (actions: readonly string[], conditions: readonly string[], at: string): Guarded => ({
  [`${at}.enable`]: true,
  ...absent(actions, at),
  ...absent(conditions, `${at}.match`),
});

const absent = (fields: readonly string[], at: string): Guarded => Object.fromEntries(fields.map((field) => [`${at}.${field}`, null]));

const HTTP_CONDITIONS = [
  "bot_detection_result",
  "client_ip",
  "cookie",
  "geo_matches",
  "hdrs",
  "host_hdr",
  "ip_reputation_type",
  "method",
  "path",
  "protocol",
  "query",
  "source_ip",
  "tls_fingerprint_match",
  "version",
  "vs_port",
];

/** Guarded fields of a monitor: demands on servers beyond the declared ones. */
const probe = (monitor: string): Guarded => ({
  [`${monitor}.auth_type`]: null,
  [`${monitor}.http_response`]: null,
  [`${monitor}.maintenance_response`]: null,
  [`${monitor}.response_size`]: null,
});

/**
 * Fields that decide whether, and where, traffic flows though no one declares them, per type of object (avi-api.md and the schemas of the
 * API): switches, limits that refuse, what asks clients or servers for more, what picks other servers. They count as declared with
 * these values: switched by hand they show in a refresh and go back at the next update.
 */
export const GUARDED = {
  healthmonitor: { monitor_port: null, ...probe("http_monitor"), ...probe("https_monitor") },
  httppolicyset: {
    ...rule(["redirect_action", "rewrite_url_action", "switching_action"], HTTP_CONDITIONS, "http_request_policy.rules"),
    http_response_policy: null,
    http_security_policy: null,
  },
  l4policyset: rule(["action"], ["client_ip", "port", "protocol"], "l4_connection_policy.rules"),
  pkiprofile: { allow_pki_errors: null, crls: null, ignore_peer_chain: false },
  pool: {
    a_pool: null,
    ab_pool: null,
    enable_http2: false,
    enabled: true,
    external_autoscale_groups: null,
    host_check_enabled: false,
    ignore_server_port: false,
    inline_health_monitor: true,
    ipaddrgroup_ref: null,
    lookup_server_by_name: false,
    max_concurrent_connections_per_server: 0,
    max_conn_rate_per_server: null,
    min_health_monitors_up: null,
    min_servers_up: null,
    networks: null,
    nsx_securitygroup: null,
    pki_profile_ref: null,
    "servers.enabled": true,
    "servers.preference_order": null,
    "servers.ratio": 1,
    ssl_key_and_certificate_ref: null,
    ssl_profile_ref: null,
    use_service_port: false,
    use_service_ssl_mode: false,
  },
  poolgroup: {
    deactivate_primary_pool_on_down: false,
    deployment_policy_ref: null,
    enable_http2: false,
    implicit_priority_labels: false,
    "members.deployment_state": null,
    "members.priority_label": null,
    "members.ratio": 1,
    min_servers: 0,
    priority_labels_ref: null,
  },
  virtualservice: {
    bot_policy_ref: null,
    client_auth: null,
    connections_rate_limit: null,
    csrf_policy_ref: null,
    dns_policies: null,
    enabled: true,
    icap_request_profile_refs: null,
    jwt_config: null,
    ldap_vs_config: null,
    limit_doser: false,
    max_cps_per_client: 0,
    min_pools_up: null,
    network_security_policy_ref: null,
    oauth_vs_config: null,
    performance_limits: null,
    pool_group_ref: null,
    pool_ref: null,
    remove_listening_port_on_vs_down: false,
    requests_rate_limit: null,
    revoke_vip_route: false,
    saml_sp_config: null,
    security_policy_ref: null,
    "services.override_application_profile_ref": null,
    "services.override_network_profile_ref": null,
    sideband_profile: null,
    sso_policy: null,
    sso_policy_ref: null,
    topology_policies: null,
    traffic_clone_profile_ref: null,
    traffic_enabled: true,
    // which requests of its host an EVH child takes; such a rule declares its path
    ...absent([...HTTP_CONDITIONS.filter((field) => field !== "path"), "path.string_group_refs"], "vh_matches.rules.matches"),
    waf_policy_ref: null,
  },
  vsvip: { "vip.enabled": true },
} as const satisfies { readonly [type: string]: Guarded };
