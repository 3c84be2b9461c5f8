import type { AviType } from "../../../kinds/avi/inputs";
import type { Json } from "../../../kinds/json";

/** Booleans whose absence means true; of all others absence means false (from the API schemas of the types we write). */
export const TRUE_BY_DEFAULT: ReadonlySet<string> = new Set([
  "advertise_snat_ip",
  "advertise_vip",
  "crl_check",
  "delete_server_on_dns_refresh",
  "enable",
  "enable_autogw",
  "enabled",
  "inline_health_monitor",
  "keep_query",
  "match_decoded_string",
  "profile",
  "send_community",
  "sni_enabled",
  "traffic_enabled",
  "validate_only_leaf_crl",
]);

/** Lists that are ours whole, per field name: with nothing declared they are to be empty. */
export const OWNED_LISTS: ReadonlySet<string> = new Set([
  "servers",
  "members",
  "health_monitor_refs",
  "ssl_key_and_certificate_refs",
  "http_policies",
  "l4_policies",
  "vs_datascripts",
  "services",
  "service_pool_select",
  "vh_domain_name",
  "dns_info",
  "pool_group_refs",
  "datascript",
  "rules",
]);

/**
 * Fields that decide whether traffic flows, by type and path, with what they are when nobody declares them (null: absent). Switched by
 * hand they show in a refresh and go back at the next update.
 */
export const GUARDED: { readonly [T in AviType]?: { readonly [field: string]: Json } } = {
  healthmonitor: { monitor_port: null },
  httppolicyset: { "http_request_policy.rules.enable": true, http_response_policy: null, http_security_policy: null },
  pool: {
    enabled: true,
    inline_health_monitor: true,
    max_concurrent_connections_per_server: 0,
    min_health_monitors_up: null,
    pki_profile_ref: null,
    "servers.enabled": true,
    "servers.ratio": 1,
    ssl_key_and_certificate_ref: null,
    ssl_profile_ref: null,
  },
  poolgroup: { "members.ratio": 1, min_servers: 0 },
  virtualservice: {
    connections_rate_limit: null,
    enabled: true,
    max_cps_per_client: 0,
    network_security_policy_ref: null,
    pool_group_ref: null,
    pool_ref: null,
    requests_rate_limit: null,
    security_policy_ref: null,
    traffic_enabled: true,
    waf_policy_ref: null,
  },
  vsvip: { "vip.enabled": true },
};

/** What the controller adds to answers and computes itself; never part of what a user declares. */
export const SERVER_FIELDS: ReadonlySet<string> = new Set([
  "_last_modified",
  "configpb_attributes",
  "discovered_networks",
  "extension",
  "key_params",
  "marked_for_delete",
  "redis_db",
  "redis_port",
  "runtime",
  "self_se_election",
  "server_count",
  "status",
  "tls_ticket_key",
  "url",
  "uuid",
  "version",
  "vh_child_vs_uuid",
  "vip_runtime",
  "vs_refs",
]);

/** What an answer shows in place of a secret. */
export const SENSITIVE = "<sensitive>";

/** Fields the controller never gives back. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(["key", "key_passphrase"]);

/** Until 20.1 a child names its parent under another name than the answers do. */
export const FIELD_ALIASES: ReadonlyMap<string, string> = new Map([["vh_parent_vs_uuid", "vh_parent_vs_ref"]]);
