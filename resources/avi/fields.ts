// Facts about the fields of Avi objects.

import { each, type FieldFacts, type FieldTable, fieldsWith, merged, pathsWith } from "../field-table";
import { ANY_OBJECT } from "./any-object";
import type { AviType } from "./body";
import { defaultsOf } from "./defaults";

/** Decides whether, and where, traffic flows (the schemas of the API); absent when no one declares it. */
const GUARDED: FieldFacts = { guarded: true, default: null };

/** Facts of a guarded field with a default. */
const guarded = (value: boolean | number): FieldFacts => ({ guarded: true, default: value });

/** The controller does not change it on an existing object. */
const FIXED: FieldFacts = { fixed: true, stays: true };

const below = (holder: string, fields: readonly string[]): string[] => fields.map((field) => `${holder}.${field}`);

/** Actions and conditions of a rule of a policy: one beside the declared ones sends traffic elsewhere. */
const rule = (at: string, actions: readonly string[], conditions: readonly string[]): FieldTable => ({
  [`${at}.enable`]: guarded(true),
  ...each([...below(at, actions), ...below(`${at}.match`, conditions)], GUARDED),
});

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

/** Demands of a monitor on servers beyond the declared ones. */
const probe = (monitor: string): FieldTable =>
  each(below(monitor, ["auth_type", "http_response", "maintenance_response", "response_size"]), GUARDED);

const SECRET: FieldFacts = { secret: true };

/** Keys of the cookies of a login. */
const cookieKeys = (config: string): FieldTable => each(below(`${config}.key`, ["aes_key", "hmac_key"]), SECRET);

/** Credentials of a virtual service at a server of OAuth. */
const OAUTH_SECRETS = below("oauth_vs_config.oauth_settings", [
  "app_settings.client_secret",
  "resource_server.opaque_token_params.server_secret",
]);

/** Properties of rules that clients or servers notice beside the answers to requests; a review compares them. */
const NOTICED: { readonly [type: string]: readonly string[] } = {
  pool: [
    "application_persistence_profile_ref",
    "domain_name",
    "host_check_enabled",
    "lb_algorithm",
    "lb_algorithm_consistent_hash_hdr",
    "lb_algorithm_hash",
    "pki_profile_ref",
    "sni_enabled",
    "ssl_key_and_certificate_ref",
    "ssl_profile_ref",
  ],
  virtualservice: [
    "bot_policy_ref",
    "error_page_profile_ref",
    "icap_request_profile_refs",
    "network_security_policy_ref",
    "security_policy_ref",
    "ssl_profile_ref",
    "sso_policy_ref",
    "traffic_clone_profile_ref",
    "waf_policy_ref",
  ],
};

const noticed = (type: string): FieldTable => each(NOTICED[type] ?? [], { reviewed: true });

/** The facts that hold for one type of object alone. */
const OWN: { readonly [T in AviType]: FieldTable } = {
  healthmonitor: {
    monitor_port: GUARDED,
    ...each(["authentication.password", ...below("radius_monitor", ["password", "shared_secret"])], SECRET),
    ...probe("http_monitor"),
    ...probe("https_monitor"),
  },
  httppolicyset: {
    ...rule("http_request_policy.rules", ["redirect_action", "rewrite_url_action", "switching_action"], HTTP_CONDITIONS),
    http_response_policy: GUARDED,
    http_security_policy: GUARDED,
  },
  l4policyset: {
    ...rule("l4_connection_policy.rules", ["action"], ["client_ip", "port", "protocol"]),
    // Rules of layer 4 for one port each are a set: AKO numbers those of Services that share a VIP in the order it handles them.
    "l4_connection_policy.rules.index": { ignored: true },
  },
  pkiprofile: { allow_pki_errors: GUARDED, crls: GUARDED, ignore_peer_chain: guarded(false) },
  pool: {
    cloud_ref: FIXED,
    vrf_ref: FIXED,
    a_pool: GUARDED,
    ab_pool: GUARDED,
    enable_http2: guarded(false),
    enabled: guarded(true),
    external_autoscale_groups: GUARDED,
    host_check_enabled: guarded(false),
    ignore_server_port: guarded(false),
    inline_health_monitor: guarded(true),
    ipaddrgroup_ref: GUARDED,
    lookup_server_by_name: guarded(false),
    max_concurrent_connections_per_server: guarded(0),
    max_conn_rate_per_server: GUARDED,
    min_health_monitors_up: GUARDED,
    min_servers_up: GUARDED,
    networks: GUARDED,
    nsx_securitygroup: GUARDED,
    pki_profile_ref: GUARDED,
    "servers.enabled": guarded(true),
    "servers.preference_order": GUARDED,
    "servers.ratio": { ...guarded(1), word: "weight" },
    ssl_key_and_certificate_ref: GUARDED,
    ssl_profile_ref: GUARDED,
    use_service_port: guarded(false),
    use_service_ssl_mode: guarded(false),
  },
  poolgroup: {
    cloud_ref: FIXED,
    deactivate_primary_pool_on_down: guarded(false),
    deployment_policy_ref: GUARDED,
    enable_http2: guarded(false),
    implicit_priority_labels: guarded(false),
    "members.deployment_state": GUARDED,
    "members.priority_label": GUARDED,
    "members.ratio": { ...guarded(1), word: "weight" },
    min_servers: guarded(0),
    priority_labels_ref: GUARDED,
  },
  sslkeyandcertificate: each(["enckey_base64", "key", "key_passphrase"], SECRET),
  sslprofile: {},
  stringgroup: {},
  virtualservice: {
    cloud_ref: FIXED,
    vrf_context_ref: FIXED,
    type: FIXED,
    bot_policy_ref: GUARDED,
    client_auth: GUARDED,
    connections_rate_limit: GUARDED,
    csrf_policy_ref: GUARDED,
    dns_policies: GUARDED,
    enabled: guarded(true),
    icap_request_profile_refs: GUARDED,
    jwt_config: GUARDED,
    ldap_vs_config: GUARDED,
    limit_doser: guarded(false),
    max_cps_per_client: guarded(0),
    min_pools_up: GUARDED,
    network_security_policy_ref: GUARDED,
    oauth_vs_config: GUARDED,
    performance_limits: GUARDED,
    pool_group_ref: GUARDED,
    pool_ref: GUARDED,
    remove_listening_port_on_vs_down: guarded(false),
    requests_rate_limit: GUARDED,
    revoke_vip_route: guarded(false),
    saml_sp_config: GUARDED,
    security_policy_ref: GUARDED,
    "services.override_application_profile_ref": GUARDED,
    "services.override_network_profile_ref": GUARDED,
    sideband_profile: GUARDED,
    sso_policy: GUARDED,
    sso_policy_ref: GUARDED,
    topology_policies: GUARDED,
    traffic_clone_profile_ref: GUARDED,
    traffic_enabled: { ...guarded(true), switch: { of: "traffic", off: "switched off", on: "switched on" } },
    // which requests of its host an EVH child takes; such a rule declares its path
    ...each(below("vh_matches.rules.matches", [...HTTP_CONDITIONS.filter((field) => field !== "path"), "path.string_group_refs"]), GUARDED),
    waf_policy_ref: GUARDED,
    ...merged(cookieKeys("oauth_vs_config"), cookieKeys("saml_sp_config"), each(OAUTH_SECRETS, SECRET)),
  },
  vrfcontext: {},
  // AKO's scripts do the same as ours in other words
  vsdatascriptset: { datascript: { adopted: true } },
  vsvip: {
    cloud_ref: FIXED,
    vrf_context_ref: FIXED,
    "vip.enabled": guarded(true),
    // the controller refuses to change one
    "vip.ip_address": { stays: true },
    "vip.ip6_address": { stays: true },
  },
};

/** Facts about the fields of each type of object. */
export const FIELDS = Object.fromEntries(
  Object.entries(OWN).map(([type, table]) => [type, merged(table, noticed(type), defaultsOf(type), ANY_OBJECT)]),
) as {
  readonly [T in AviType]: FieldTable;
};

/** Fields that the controller adds to answers; no part of a declaration. */
export const SERVER_FIELDS: ReadonlySet<string> = new Set(fieldsWith(ANY_OBJECT, "computed"));

/** Last names of the fields that the controller never gives back. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(
  Object.values(OWN).flatMap((table) => pathsWith(table, "secret").map((path) => path.at(-1) ?? "")),
);
