import type { Json, JsonObject } from "../shared/json";
import { type Row, type Store, Tree } from "./store";

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

  constructor(store: Store) {
    this.tree = new Tree(store);
  }

  loadbalancer(row: Row, full = false): JsonObject {
    const listeners = this.tree.listeners(row.id);
    const pools = this.tree.pools(row.id);
    return shown(row, LOADBALANCER, {
      listeners: full ? listeners.map((listener) => this.listener(listener, true)) : ids(listeners),
      pools: full ? pools.map((pool) => this.pool(pool, true)) : ids(pools),
    });
  }

  listener(row: Row, full = false): JsonObject {
    const policies = this.tree.policies(row.id);
    if (full) return shown(row, LISTENER, { l7policies: policies.map((policy) => this.l7policy(policy, true)) });
    return shown(row, LISTENER, { l7policies: ids(policies), loadbalancers: [{ id: row.loadbalancer_id ?? null }] });
  }

  pool(row: Row, full = false): JsonObject {
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

  member(row: Row): JsonObject {
    return shown(row, MEMBER);
  }

  healthmonitor(row: Row, full = false): JsonObject {
    return shown(row, MONITOR, full ? {} : { pools: [{ id: row.pool_id ?? null }] });
  }

  l7policy(row: Row, full = false): JsonObject {
    const rules = this.tree.rules(row.id);
    return shown(row, POLICY, { rules: full ? rules.map((rule) => this.l7rule(rule)) : ids(rules) });
  }

  l7rule(row: Row): JsonObject {
    return shown(row, RULE);
  }
}

const ids = (rows: Row[]): Json => rows.map(({ id }) => ({ id }));

function shown(row: Row, fields: string[], more: JsonObject = {}): JsonObject {
  const view: JsonObject = {};
  for (const field of fields) view[field] = row[field] ?? null;
  if (view.name === null) view.name = "";
  if (view.description === null) view.description = "";
  return { ...view, ...more, tenant_id: row.project_id ?? null };
}
