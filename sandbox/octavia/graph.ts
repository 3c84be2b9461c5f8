import type { JsonObject } from "../shared/json";
import { ApiError, invalid, noChildren } from "./errors";
import { checkMonitorOfPool, insertMonitor } from "./health-monitor";
import { insertPolicy } from "./l7-policy";
import { insertRule } from "./l7-rule";
import { insertListener } from "./listener";
import { checkPoolOfListener } from "./listener-rules";
import { insertMember } from "./member";
import { insertPool } from "./pool";
import { checkQuota } from "./quota";
import type { Octavia } from "./service";
import type { Row } from "./store";

/** The `{"name"}` of a reference has two more keys by default; whatever has more than these is a definition. */
const KEYS_OF_REFERENCE = 3;

/** A populated create looks these up in a pool with TLS without asking whether they are there. */
const TLS_FIELDS = ["tls_ciphers", "tls_versions", "alpn_protocols"];

/** What stands below a new load balancer: first all pools, wherever they are written, then listeners with their policies. */
export function createGraph(octavia: Octavia, loadBalancer: Row, listeners: JsonObject[], pools: JsonObject[]): void {
  const definitions = [...pools];
  const references: string[] = [];
  for (const listener of listeners) {
    sortOut(listener.default_pool as JsonObject | null | undefined, definitions, references);
    for (const policy of (listener.l7policies as JsonObject[] | null) ?? []) {
      sortOut(policy.redirect_pool as JsonObject | null | undefined, definitions, references);
    }
  }
  const names = definitions.map((pool) => pool.name);
  if (new Set(names).size !== names.length) throw invalid("Pool names must be unique when creating a fully populated loadbalancer.");
  const lost = references.find((name) => !names.includes(name));
  if (lost !== undefined) throw invalid(`Pool '${lost}' was referenced but no full definition was found.`);
  const project = String(loadBalancer.project_id);
  if (definitions.length > 0) checkQuota(octavia, "pool", project, definitions.length);
  const ids = new Map<string, string>();
  for (const pool of definitions) ids.set(String(pool.name), createPool(octavia, loadBalancer, pool).id);
  if (listeners.length > 0) checkQuota(octavia, "listener", project, listeners.length);
  for (const listener of listeners) createListener(octavia, loadBalancer, listener, ids);
}

function sortOut(pool: JsonObject | null | undefined, definitions: JsonObject[], references: string[]): void {
  if (!pool) return;
  if (!pool.name) throw invalid("Pools must be named when creating a fully populated loadbalancer.");
  if (Object.keys(pool).length > KEYS_OF_REFERENCE) definitions.push(pool);
  else references.push(String(pool.name));
}

function createPool(octavia: Octavia, loadBalancer: Row, given: JsonObject): Row {
  for (const attribute of ["protocol", "lb_algorithm"]) {
    if (!(attribute in given)) throw invalid(`Pool definition for '${String(given.name)}' missing required attribute: ${attribute}`);
  }
  const { members, healthmonitor, ...fields } = given;
  const project = String(loadBalancer.project_id);
  const forgotten = fields.tls_enabled === true && TLS_FIELDS.find((field) => !(field in fields));
  if (forgotten) throw new ApiError(500, `'${forgotten}'`);
  const pool = insertPool(octavia, loadBalancer, fields);
  if (healthmonitor) {
    checkQuota(octavia, "healthmonitor", project);
    const monitor = insertMonitor(octavia, { ...(healthmonitor as JsonObject), pool_id: pool.id, project_id: project });
    checkMonitorOfPool(monitor, pool.protocol, "<octavia.common.data_models.Pool object at 0x7f0000000000>");
  }
  const list = (members as JsonObject[] | null | undefined) ?? [];
  if (list.length > 0) checkQuota(octavia, "member", project, list.length);
  for (const member of list) insertMember(octavia, pool, member, false);
  return pool;
}

function createListener(octavia: Octavia, loadBalancer: Row, given: JsonObject, pools: Map<string, string>): void {
  const { default_pool, l7policies, ...fields } = given;
  const name = (default_pool as JsonObject | null | undefined)?.name;
  if (name !== undefined) fields.default_pool_id = pools.get(String(name)) ?? null;
  const protocol = String(given.protocol);
  if (fields.default_pool_id) {
    if (protocol === "PROMETHEUS") throw noChildren(protocol);
    checkPoolOfListener(octavia, loadBalancer.id, String(fields.default_pool_id), protocol);
  }
  const policies = (l7policies as JsonObject[] | null | undefined) ?? [];
  const listener = insertListener(octavia, { ...fields, loadbalancer_id: loadBalancer.id, project_id: loadBalancer.project_id ?? null });
  if (protocol === "PROMETHEUS" && policies.length > 0) throw noChildren(protocol);
  for (const policy of policies) createPolicy(octavia, listener, policy, pools);
}

function createPolicy(octavia: Octavia, listener: Row, given: JsonObject, pools: Map<string, string>): void {
  const { redirect_pool, rules, ...fields } = given;
  const name = (redirect_pool as JsonObject | null | undefined)?.name;
  if (name !== undefined) fields.redirect_pool_id = pools.get(String(name)) ?? null;
  const list = (rules as JsonObject[] | null | undefined) ?? [];
  const policy = insertPolicy(octavia, listener, fields, list);
  for (const rule of list) insertRule(octavia, policy, rule);
}
