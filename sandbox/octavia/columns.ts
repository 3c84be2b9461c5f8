import type { Kind } from "./store";

const TIMES = ["created_at", "updated_at"];
const STATES = ["provisioning_status", "operating_status"];
const COMMON = ["id", "project_id", "name", "admin_state_up", "enabled", "tags", ...STATES, ...TIMES];
const TLS = ["tls_ciphers", "tls_versions", "alpn_protocols"];

/** By which fields lists of each kind can be filtered and sorted: the columns of the database, under their own and the API's names. */
export const COLUMNS: { [kind in Kind]: string[] } = {
  loadbalancer: [
    ...[...COMMON, "description", "provider", "flavor_id", "availability_zone", "topology"],
    ...["vip_address", "vip_subnet_id", "vip_port_id", "vip_network_id", "vip_qos_policy_id", "vip_vnic_type"],
  ],
  listener: [
    ...[...COMMON, "description", "default_pool_id", "loadbalancer_id", "load_balancer_id", "protocol", "protocol_port"],
    ...["connection_limit", "default_tls_container_ref", "tls_certificate_id", "client_ca_tls_container_ref"],
    ...["client_authentication", "client_crl_container_ref", "timeout_client_data", "timeout_member_connect", "timeout_member_data"],
    ...["timeout_tcp_inspect", ...TLS, "hsts_max_age", "hsts_include_subdomains", "hsts_preload"],
  ],
  pool: [
    ...[...COMMON, "description", "loadbalancer_id", "load_balancer_id", "protocol", "lb_algorithm", "healthmonitor_id"],
    ...["tls_container_ref", "ca_tls_container_ref", "crl_container_ref", "tls_enabled", ...TLS],
  ],
  member: [
    ...[...COMMON, "pool_id", "address", "ip_address", "protocol_port", "weight", "backup", "subnet_id"],
    ...["monitor_address", "monitor_port", "vnic_type"],
  ],
  healthmonitor: [
    ...[...COMMON, "pool_id", "type", "delay", "timeout", "max_retries", "rise_threshold", "max_retries_down", "fall_threshold"],
    ...["http_method", "url_path", "expected_codes", "http_version", "domain_name"],
  ],
  l7policy: [
    ...[...COMMON, "description", "listener_id", "action", "redirect_pool_id", "redirect_url", "redirect_prefix", "position"],
    "redirect_http_code",
  ],
  l7rule: [
    ...["id", "project_id", "l7policy_id", "type", "compare_type", "key", "value", "invert", "admin_state_up", "enabled", "tags"],
    ...[...STATES, ...TIMES],
  ],
  quota: [
    "project_id",
    "load_balancer",
    "loadbalancer",
    "listener",
    "member",
    "pool",
    "health_monitor",
    "healthmonitor",
    "l7policy",
    "l7rule",
  ],
  flavor: ["id", "name", "description", "enabled", "flavor_profile_id"],
  flavorprofile: ["id", "name", "provider_name", "flavor_data"],
  availabilityzone: ["name", "description", "enabled", "availability_zone_profile_id"],
  availabilityzoneprofile: ["id", "name", "provider_name", "availability_zone_data"],
};

/** Other names of columns. */
export const ALIASES: { [column: string]: string } = {
  load_balancer_id: "loadbalancer_id",
  ip_address: "address",
  rise_threshold: "max_retries",
  fall_threshold: "max_retries_down",
  tls_certificate_id: "default_tls_container_ref",
};

/** Names that a filter may have, because the code knows them, and on which the query then fails. */
export const RELATIONS: { [kind in Kind]?: string[] } = {
  loadbalancer: ["listeners", "pools", "additional_vips", "amphorae", "vrrp_group"],
  listener: ["l7policies", "pools", "default_pool", "load_balancer", "sni_containers", "sni_container_refs", "allowed_cidrs", "stats"],
  pool: ["members", "listeners", "l7policies", "load_balancer", "session_persistence"],
  member: ["pool"],
  healthmonitor: ["pool"],
  l7policy: ["listener", "redirect_pool", "l7rules"],
  l7rule: ["l7policy"],
};
