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

/** Lists that are ours whole, per field name: with nothing declared they must be empty. */
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
  "vh_matches",
  "dns_info",
  "pool_group_refs",
  "datascript",
  "rules",
]);

/** Fields that the controller adds to answers and computes itself; never part of the declaration. */
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

/**
 * Fields that the controller derives from other fields, or from time, at any depth. No user sets them, so another value is not reported.
 */
export const COMPUTED_FIELDS: ReadonlySet<string> = new Set([
  "avi_allocated_vip",
  "cloud_ref",
  "cloud_type",
  "days_until_expire",
  "discovered_network_ref",
  "discovered_networks",
  "discovered_subnet",
  "expiry_status",
  "ocsp_error_status",
  "ocsp_response_info",
  "ocsp_responder_url_list_from_certs",
  "ssl_rating",
  "subnet_uuid",
  "tenant_ref",
]);

/** Objects of the system that the controller refers to where a body names none. */
export const DEFAULT_REFERENCES: { readonly [field: string]: string } = {
  analytics_profile_ref: "System-Analytics-Profile",
  application_profile_ref: "System-HTTP",
  network_profile_ref: "System-TCP-Proxy",
  se_group_ref: "Default-Group",
  ssl_profile_ref: "System-Standard-PFS",
  vrf_context_ref: "global",
  vrf_ref: "global",
};

/**
 * Fields of an adopted object of another maker that keep their values and are not compared: AKO's scripts do the same as ours in other
 * words.
 */
export const ADOPTED_AS_IS: { readonly [type: string]: readonly string[] } = { vsdatascriptset: ["datascript"] };

/** Field in which AKO writes a checksum, which it compares instead of the fields themselves. On a VsVip this field holds our mark. */
export const CHECKSUM = "cloud_config_cksum";

/** Text that an answer shows in place of a secret. */
export const SENSITIVE = "<sensitive>";

/** Fields the controller never gives back. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(["key", "key_passphrase"]);

/** Until 20.1 a child names its parent under another name than the answers do. */
export const FIELD_ALIASES: ReadonlyMap<string, string> = new Map([["vh_parent_vs_uuid", "vh_parent_vs_ref"]]);

/**
 * Key fields of the elements of a list, per name of the list: the values of these fields together identify an element. Elements of lists
 * that are not named here are identified by position; lists of scalars are sets.
 */
export const LIST_KEYS: { readonly [list: string]: readonly string[] } = {
  accepted_versions: ["type"],
  datascript: ["evt"],
  dns_info: ["fqdn"],
  http_policies: ["index"],
  kv: ["key"],
  l4_policies: ["index"],
  labels: ["key"],
  markers: ["key"],
  members: ["pool_ref"],
  placement_networks: ["network_ref"],
  rules: ["index"],
  servers: ["ip.addr", "port"],
  service_pool_select: ["service_port", "service_protocol"],
  services: ["port", "override_network_profile_ref"],
  static_routes: ["route_id"],
  vh_matches: ["host"],
  vip: ["vip_id"],
  vs_datascripts: ["index"],
};
