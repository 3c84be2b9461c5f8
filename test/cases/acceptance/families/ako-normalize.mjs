/** Rules 1-5, 8 and 10 of cases/ako/README.md: what is removed, sorted, or treated alike before two sets of objects are compared. */

const BOOKKEEPING = new Set([
  "uuid",
  "url",
  "_last_modified",
  "cloud_config_cksum",
  "vsvip_cloud_config_cksum",
  "created_by",
  "service_metadata",
  "markers",
  "description",
]);
const FREE_IN_GA = new Set([
  "se_group_ref",
  "placement_networks",
  "remove_listening_port_on_vs_down",
  "error_page_profile_ref",
  "traffic_enabled",
  "graceful_disable_timeout",
  "ssl_profile_ref",
]);
const FALSE_IS_ABSENT = new Set(["east_west_placement", "ign_pool_net_reach", "sni_enabled"]);
const SORT_BY = {
  dns_info: (v) => v.fqdn,
  members: (v) => v.pool_ref + (v.priority_label ?? ""),
  servers: (v) => `${v.ip.addr} ${v.port}`,
};
// a data script may select any of its pool groups: AKO lists them as the hosts came
const SORTED_TEXTS = new Set(["vh_domain_name", "value", "pool_group_refs"]);

/** @returns objects by `type/name` */
export function normalize(objects, { later, ga }) {
  const result = {};
  for (const [type, bodies] of Object.entries(objects)) {
    for (const body of bodies) {
      const clean = tidy(body, ga);
      if (type === "vrfcontext") {
        result[`${type}/${body.name}`] = { name: clean.name, static_routes: clean.static_routes };
        continue;
      }
      if (type === "vsvip" && later) delete clean.dns_info;
      if (type === "vsvip" && ga && clean.dns_info)
        clean.dns_info = clean.dns_info.filter(({ fqdn }) => !/--Shared-(L7|Passthrough)-/.test(fqdn));
      if (clean.http_policies) {
        // across ingresses only the set of indexes counts; the order within one is checked by policyOrder
        clean.http_policies = {
          indexes: clean.http_policies.map(({ index }) => index).sort((a, b) => a - b),
          refs: clean.http_policies.map(({ http_policy_set_ref: ref }) => ref).sort(),
        };
      }
      result[`${type}/${body.name}`] = clean;
    }
  }
  return result;
}

function tidy(value, ga, key = "") {
  if (Array.isArray(value)) {
    const items = value.map((item) => tidy(item, ga, key));
    if (SORTED_TEXTS.has(key)) return items.sort();
    const by = SORT_BY[key];
    return by ? items.sort((a, b) => (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0)) : items;
  }
  if (typeof value === "string") return value.replace(/^(\/api\/[a-z0-9]+)\/\?name=/, "$1?name=");
  if (typeof value !== "object" || value === null) return value;
  const result = {};
  for (const [name, member] of Object.entries(value)) {
    if (member === null || BOOKKEEPING.has(name) || name === "script" || (ga && FREE_IN_GA.has(name))) continue;
    if (member === false && FALSE_IS_ABSENT.has(name)) continue;
    if (member === "" && name.endsWith("_ref")) continue;
    result[name] = tidy(member, ga, name);
  }
  return result;
}

/**
 * Rule 9: what AKO leaves behind is not expected of a translation that sees the cluster for the first time: an empty shared
 * virtual service with its objects (a passthrough one is empty when its script selects no pool group), and the VIP of a
 * Service that is no longer of type LoadBalancer.
 */
export function withoutLeftovers(expected, actual, { later }) {
  if (!later) return expected;
  const used = new Set(Object.values(expected).map((body) => body.vh_parent_vs_uuid ?? body.vh_parent_vs_ref));
  const remaining = (id, body) => {
    const [type, name] = [id.slice(0, id.indexOf("/")), id.slice(id.indexOf("/") + 1)];
    if (actual[id]) return false;
    const passthrough = /^.*--Shared-Passthrough-\d+/.exec(name)?.[0];
    if (passthrough) return !expected[`vsdatascriptset/${passthrough}`]?.pool_group_refs;
    if (type === "vsvip" && !expected[`virtualservice/${name}`]) return true;
    const empty = !expected[`poolgroup/${name}`]?.members && !used.has(`/api/virtualservice?name=${name}`);
    return /--Shared-L7-\d+$/.test(name) && empty && !body.http_policies;
  };
  return Object.fromEntries(Object.entries(expected).filter(([id, body]) => !remaining(id, body)));
}

/** Rule 5: within one ingress the order of a child's policies is significant. */
export function policyOrder(expected, actual, owners) {
  const problems = [];
  for (const child of expected.virtualservice ?? []) {
    const ours = actual.virtualservice?.find(({ name }) => name === child.name);
    if (!ours?.http_policies || !child.http_policies) continue;
    const owner = owners[`virtualservice/${child.name}`] ?? [];
    if (owner.length !== 1) continue;
    const order = (vs) =>
      [...vs.http_policies].sort((a, b) => a.index - b.index).map((entry) => entry.http_policy_set_ref.replace("/?", "?"));
    const [goal, got] = [order(child), order(ours)];
    if (goal.join() !== got.join())
      problems.push(`virtualservice/${child.name}: policies stand as ${got.join(", ")}, expected ${goal.join(", ")}`);
  }
  return problems;
}
