// Renders rows as responses.
import type { Json, JsonObject } from "../shared/json";
import type { OctaviaKind } from "./store";
import { type OctaviaRow, type Rows, Tree } from "./store";

const COMMON = ["id", "name", "description", "provisioning_status", "operating_status", "admin_state_up", "project_id"];
const TIMES = ["created_at", "updated_at"];
const TLS = ["tls_ciphers", "tls_versions", "alpn_protocols"];

const LOADBALANCER = [
  ...COMMON,
  ...TIMES,
  ...["vip_address", "vip_port_id", "vip_subnet_id", "vip_network_id", "vip_sg_ids", "additional_vips", "provider", "flavor_id"],
  ...["vip_qos_policy_id", "tags", "availability_zone", "vip_vnic_type"],
];
const LISTENER = [
  ...COMMON,
  ...["protocol", "protocol_port", "connection_limit", "default_tls_container_ref", "sni_container_refs", "default_pool_id"],
  ...["insert_headers", ...TIMES, "timeout_client_data", "timeout_member_connect", "timeout_member_data", "timeout_tcp_inspect", "tags"],
  ...["client_ca_tls_container_ref", "client_authentication", "client_crl_container_ref", "allowed_cidrs", ...TLS],
  ...["hsts_max_age", "hsts_include_subdomains", "hsts_preload"],
];
const POOL = [
  ...COMMON,
  ...["protocol", "lb_algorithm", "session_persistence", ...TIMES, "tags", "tls_container_ref", "ca_tls_container_ref"],
  ...["crl_container_ref", "tls_enabled", ...TLS],
];
const MEMBER = [
  ...["id", "name", "operating_status", "provisioning_status", "admin_state_up", "address", "protocol_port", "weight", "backup"],
  ...["subnet_id", "project_id", ...TIMES, "monitor_address", "monitor_port", "tags", "vnic_type"],
];
const MONITOR = [
  ...["id", "name", "type", "delay", "timeout", "max_retries", "max_retries_down", "http_method", "url_path", "expected_codes"],
  ...["admin_state_up", "project_id", "provisioning_status", "operating_status", ...TIMES, "tags", "http_version", "domain_name"],
];
const POLICY = [
  ...COMMON,
  ...["action", "listener_id", "redirect_pool_id", "redirect_url", "redirect_prefix", "position", ...TIMES, "tags", "redirect_http_code"],
];
const RULE = [
  ...["id", "type", "compare_type", "key", "value", "invert", "provisioning_status", "operating_status", ...TIMES, "project_id"],
  ...["admin_state_up", "tags"],
];

/** Rows as answers show them: with the ids of their neighbours, or, after a fully populated create, with everything below them. */
export class Views {
  readonly tree: Tree;

  constructor(store: Rows) {
    this.tree = new Tree(store);
  }

  loadbalancer(row: OctaviaRow, full = false): JsonObject {
    const listeners = this.tree.listeners(row.id);
    const pools = this.tree.pools(row.id);
    return shown(row, LOADBALANCER, {
      listeners: full ? listeners.map((listener) => this.listener(listener, true)) : ids(listeners),
      pools: full ? pools.map((pool) => this.pool(pool, true)) : ids(pools),
    });
  }

  listener(row: OctaviaRow, full = false): JsonObject {
    const policies = this.tree.policies(row.id);
    if (full) return shown(row, LISTENER, { l7policies: policies.map((policy) => this.l7policy(policy, true)) });
    return shown(row, LISTENER, { l7policies: ids(policies), loadbalancers: [{ id: row.loadbalancer_id ?? null }] });
  }

  pool(row: OctaviaRow, full = false): JsonObject {
    const monitor = this.tree.monitor(row.id);
    const members = this.tree.members(row.id);
    const listeners = ids(this.tree.listenersOfPool(row));
    if (full) {
      const healthmonitor = monitor ? this.healthmonitor(monitor, true) : null;
      return shown(row, POOL, { listeners, members: members.map((member) => this.member(member)), healthmonitor });
    }
    const more: JsonObject = { listeners, members: ids(members), loadbalancers: [{ id: row.loadbalancer_id ?? null }] };
    if (monitor) more.healthmonitor_id = monitor.id;
    return shown(row, POOL, more);
  }

  member(row: OctaviaRow): JsonObject {
    return shown(row, MEMBER);
  }

  healthmonitor(row: OctaviaRow, full = false): JsonObject {
    return shown(row, MONITOR, full ? {} : { pools: [{ id: row.pool_id ?? null }] });
  }

  l7policy(row: OctaviaRow, full = false): JsonObject {
    const rules = this.tree.rules(row.id);
    return shown(row, POLICY, { rules: full ? rules.map((rule) => this.l7rule(rule)) : ids(rules) });
  }

  l7rule(row: OctaviaRow): JsonObject {
    return shown(row, RULE);
  }
}

const ids = (rows: OctaviaRow[]): Json => rows.map(({ id }) => ({ id }));

function shown(row: OctaviaRow, fields: string[], more: JsonObject = {}): JsonObject {
  const view: JsonObject = {};
  for (const field of fields) view[field] = row[field] ?? null;
  if (view.name === null) view.name = "";
  if (view.description === null) view.description = "";
  return { ...view, ...more, tenant_id: row.project_id ?? null };
}

const TIME_COLUMNS = ["created_at", "updated_at"];
const STATE_COLUMNS = ["provisioning_status", "operating_status"];
const COMMON_COLUMNS = ["id", "project_id", "name", "admin_state_up", "enabled", "tags", ...STATE_COLUMNS, ...TIME_COLUMNS];
const TLS_COLUMNS = ["tls_ciphers", "tls_versions", "alpn_protocols"];

/** By which fields lists of each kind can be filtered and sorted: the columns of the database, under their own and the API's names. */
export const COLUMNS: { [kind in OctaviaKind]: string[] } = {
  loadbalancer: [
    ...[...COMMON_COLUMNS, "description", "provider", "flavor_id", "availability_zone", "topology"],
    ...["vip_address", "vip_subnet_id", "vip_port_id", "vip_network_id", "vip_qos_policy_id", "vip_vnic_type"],
  ],
  listener: [
    ...[...COMMON_COLUMNS, "description", "default_pool_id", "loadbalancer_id", "load_balancer_id", "protocol", "protocol_port"],
    ...["connection_limit", "default_tls_container_ref", "tls_certificate_id", "client_ca_tls_container_ref"],
    ...["client_authentication", "client_crl_container_ref", "timeout_client_data", "timeout_member_connect", "timeout_member_data"],
    ...["timeout_tcp_inspect", ...TLS_COLUMNS, "hsts_max_age", "hsts_include_subdomains", "hsts_preload"],
  ],
  pool: [
    ...[...COMMON_COLUMNS, "description", "loadbalancer_id", "load_balancer_id", "protocol", "lb_algorithm", "healthmonitor_id"],
    ...["tls_container_ref", "ca_tls_container_ref", "crl_container_ref", "tls_enabled", ...TLS_COLUMNS],
  ],
  member: [
    ...[...COMMON_COLUMNS, "pool_id", "address", "ip_address", "protocol_port", "weight", "backup", "subnet_id"],
    ...["monitor_address", "monitor_port", "vnic_type"],
  ],
  healthmonitor: [
    ...[...COMMON_COLUMNS, "pool_id", "type", "delay", "timeout", "max_retries", "rise_threshold", "max_retries_down", "fall_threshold"],
    ...["http_method", "url_path", "expected_codes", "http_version", "domain_name"],
  ],
  l7policy: [
    ...[...COMMON_COLUMNS, "description", "listener_id", "action", "redirect_pool_id", "redirect_url", "redirect_prefix", "position"],
    "redirect_http_code",
  ],
  l7rule: [
    ...["id", "project_id", "l7policy_id", "type", "compare_type", "key", "value", "invert", "admin_state_up", "enabled", "tags"],
    ...[...STATE_COLUMNS, ...TIME_COLUMNS],
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
export const RELATIONS: { [kind in OctaviaKind]?: string[] } = {
  loadbalancer: ["listeners", "pools", "additional_vips", "amphorae", "vrrp_group"],
  listener: ["l7policies", "pools", "default_pool", "load_balancer", "sni_containers", "sni_container_refs", "allowed_cidrs", "stats"],
  pool: ["members", "listeners", "l7policies", "load_balancer", "session_persistence"],
  member: ["pool"],
  healthmonitor: ["pool"],
  l7policy: ["listener", "redirect_pool", "l7rules"],
  l7rule: ["l7policy"],
};
