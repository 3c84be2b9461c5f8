import type { Json } from "../../../resources/kind";

const listener = "loadBalancer.listeners.0";
const pool = `${listener}.default_pool`;
const member = `${pool}.members.0`;
const monitor = `${pool}.healthmonitor`;
const policies = `${listener}.l7policies`;

const LISTENER = "PUT /listeners/*";
const POOL = "PUT /pools/*";
const MEMBERS = "PUT /pools/*/members";
const MONITOR = "PUT /healthmonitors/*";
const POLICY = "PUT /l7policies/*";
const RULE = "PUT /l7policies/*/rules/*";

/** Every field of the full sample that the API changes in place: another value, and the one call that writes it. */
export const MUTABLE: readonly (readonly [path: string, other: Json, write: string])[] = [
  ["loadBalancer.name", "renamed", "PUT /loadbalancers/*"],
  ["loadBalancer.description", "something else", "PUT /loadbalancers/*"],
  ["loadBalancer.admin_state_up", false, "PUT /loadbalancers/*"],
  ["loadBalancer.tags.0", "team-b", "PUT /loadbalancers/*"],
  [`${listener}.name`, "renamed", LISTENER],
  [`${listener}.description`, "other", LISTENER],
  [`${listener}.admin_state_up`, false, LISTENER],
  [`${listener}.connection_limit`, 7, LISTENER],
  [`${listener}.timeout_client_data`, 1, LISTENER],
  [`${listener}.timeout_member_connect`, 2, LISTENER],
  [`${listener}.timeout_member_data`, 3, LISTENER],
  [`${listener}.timeout_tcp_inspect`, 4, LISTENER],
  [`${listener}.allowed_cidrs.0`, "172.16.0.0/12", LISTENER],
  [`${listener}.insert_headers.X-Forwarded-For`, "false", LISTENER],
  [`${listener}.tags.0`, "other-tag", LISTENER],
  [`${pool}.description`, "other", POOL],
  [`${pool}.lb_algorithm`, "LEAST_CONNECTIONS", POOL],
  [`${pool}.session_persistence.cookie_name`, "other", POOL],
  [`${pool}.session_persistence`, { type: "SOURCE_IP" }, POOL],
  [`${pool}.admin_state_up`, false, POOL],
  [`${pool}.tags.0`, "other-tag", POOL],
  [`${member}.name`, "renamed", MEMBERS],
  [`${member}.weight`, 9, MEMBERS],
  [`${member}.backup`, true, MEMBERS],
  [`${member}.monitor_address`, "10.1.0.106", MEMBERS],
  [`${member}.monitor_port`, 9090, MEMBERS],
  [`${member}.admin_state_up`, false, MEMBERS],
  [`${member}.tags.0`, "other-tag", MEMBERS],
  [`${monitor}.name`, "renamed", MONITOR],
  [`${monitor}.delay`, 9, MONITOR],
  [`${monitor}.timeout`, 2, MONITOR],
  [`${monitor}.max_retries`, 5, MONITOR],
  [`${monitor}.max_retries_down`, 5, MONITOR],
  [`${monitor}.http_method`, "HEAD", MONITOR],
  [`${monitor}.url_path`, "/other", MONITOR],
  [`${monitor}.expected_codes`, "200", MONITOR],
  [`${monitor}.domain_name`, "other.example.com", MONITOR],
  [`${monitor}.admin_state_up`, false, MONITOR],
  [`${monitor}.tags.0`, "other-tag", MONITOR],
  [`${policies}.0.description`, "other", POLICY],
  [`${policies}.0.admin_state_up`, false, POLICY],
  [`${policies}.0.redirect_pool`, { name: "web" }, POLICY],
  [`${policies}.1.redirect_url`, "https://other.example.com/", POLICY],
  [`${policies}.1.redirect_http_code`, 308, POLICY],
  [`${policies}.0.rules.0.type`, "PATH", RULE],
  [`${policies}.0.rules.0.compare_type`, "ENDS_WITH", RULE],
  [`${policies}.0.rules.0.value`, "other.example.com", RULE],
  [`${policies}.0.rules.1.invert`, true, RULE],
  [`${policies}.1.rules.0.key`, "X-Other", RULE],
  ["loadBalancer.pools.0.lb_algorithm", "ROUND_ROBIN", POOL],
  ["loadBalancer.pools.1.members.0.weight", 3, MEMBERS],
];

/** Fields that only a new load balancer can have otherwise. */
export const FIXED: readonly (readonly [path: string, other: Json])[] = [
  ["loadBalancer.vip_subnet_id", "22222222-2222-2222-2222-222222222222"],
  ["loadBalancer.vip_address", "198.51.100.77"],
  ["loadBalancer.provider", "noop_driver"],
  ["loadBalancer.project_id", "other"],
  // what the server has none of is another value, too
  ["loadBalancer.vip_network_id", "22222222-2222-2222-2222-222222222222"],
  ["loadBalancer.vip_port_id", "22222222-2222-2222-2222-222222222222"],
  ["loadBalancer.additional_vips", [{ subnet_id: "22222222-2222-2222-2222-222222222222" }]],
  ["loadBalancer.flavor_id", "22222222-2222-2222-2222-222222222222"],
  ["loadBalancer.availability_zone", "az-2"],
];
