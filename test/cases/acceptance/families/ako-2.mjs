import { aviObjects, readSpecs, translateToAvi } from "../../../../dist/sdk/index.js";
import { differences } from "../lib/diff.mjs";
import { faultsOf } from "../lib/faults.mjs";

/** Compares the objects of AKO 2.2.1 for a cluster with the translation in its generation (cases/ako-2/README.md, "How to compare"). */
export function ako2(value) {
  const decision = DECIDED_OTHERWISE[/^r221-\w+-\w+-\d+/.exec(value.id)?.[0]];
  if (decision) return { skip: decision };
  const { settings, controller } = value;
  const naming = settings.enableEVH ? "ako-2-evh" : "ako-2";
  const problems = value.steps.flatMap(({ apply, expect }, index) => {
    const specs = readSpecs(apply.map((object) => ({ value: object })));
    const plan = translateToAvi(specs, { settings: { ...settings, naming, controllerObjects: controller ?? [] } });
    const { objects } = aviObjects(plan, { showSecrets: true });
    const found = [
      ...differences(normalize(expect.objects), normalize(objects)),
      ...differences(verdicts(expect.kubernetes_status), verdictsOf(plan.statuses)),
      ...faultsOf(plan),
    ];
    return found.map((text) => `step ${index + 1}: ${text}`);
  });
  return { problems };
}

/** Rule 10 of the README leaves these to the product; docs/migrate-from-ako.md says what ours is. */
const DECIDED_OTHERWISE = {
  "r221-sni-in-11": "a host and path belong to the older object (docs/migrate-from-ako.md, Conflicts)",
  "r221-evh-in-11": "a host and path belong to the older object (docs/migrate-from-ako.md, Conflicts)",
  "r221-evh-se-10": "a host that one object wants secure is secure (docs/migrate-from-ako.md, Conflicts)",
};

const VERDICTS = new Set(["HostRule", "HTTPRule", "AviInfraSetting", "L4Rule"]);

/** Verdicts on rules: `Accepted`, or `Rejected` with the reason. */
function verdicts(statuses = {}) {
  const rules = Object.entries(statuses).filter(([object]) => VERDICTS.has(object.slice(0, object.indexOf("/"))));
  return Object.fromEntries(rules.map(([object, { status }]) => [object, `${status.status} ${status.error ?? ""}`.trim()]));
}

function verdictsOf(statuses) {
  const rules = statuses.filter(({ object }) => VERDICTS.has(object.kind));
  return Object.fromEntries(
    rules.map(({ object: { kind, namespace, name }, state, description }) => [
      [kind, ...(namespace ? [namespace] : []), name].join("/"),
      `${state} ${state === "Rejected" ? description : ""}`.trim(),
    ]),
  );
}

/** Rules 3 and 5: bookkeeping and what only the controller writes. */
const FREE = new Set([
  "uuid",
  "url",
  "_last_modified",
  "configpb_attributes",
  "script",
  "created_by",
  "description",
  "cloud_config_cksum",
  "vsvip_cloud_config_cksum",
  "markers",
  "service_metadata",
  "http_security_policy",
  "graceful_disable_timeout",
  "external_uuid",
]);
/** Rule 6: false is equal to absence. */
const FALSE_IS_ABSENT = new Set(["east_west_placement", "ign_pool_net_reach", "sni_enabled", "enable_http2", "revoke_vip_route"]);

/** Rule 2: sorted already there, so sorted here; and what rule 1 says to be sets. */
const SORT_BY = {
  dns_info: ({ fqdn }) => fqdn,
  members: ({ pool_ref, priority_label = "" }) => `${pool_ref} ${priority_label}`,
  servers: ({ ip, port }) => `${ip.addr} ${port}`,
  services: ({ port, override_network_profile_ref = "" }) => `${port} ${override_network_profile_ref}`,
  vh_matches: ({ host }) => host,
  // rule 8: the id of a route is new at every start
  static_routes: ({ prefix }) => `${prefix.ip_addr.addr}/${prefix.mask}`,
};
const SORTED_TEXTS = new Set(["vh_domain_name", "value", "pool_group_refs"]);

/** @returns objects by `type/name` */
function normalize(objects) {
  const all = Object.entries(objects).flatMap(([type, bodies]) =>
    bodies.map((body) => {
      const clean = tidy(body);
      if (type === "vrfcontext") {
        const routes = clean.static_routes.map(({ route_id: _id, ...route }) => route);
        return [`${type}/${body.name}`, { name: clean.name, static_routes: routes }];
      }
      if (body.vh_type === "VS_TYPE_VH_ENHANCED" && clean.ssl_key_and_certificate_refs) clean.ssl_key_and_certificate_refs.sort();
      return [`${type}/${body.name}`, clean];
    }),
  );
  return Object.fromEntries(all);
}

function tidy(value, key = "") {
  if (Array.isArray(value)) {
    const items = value.map((item) => tidy(item, key));
    if (SORTED_TEXTS.has(key)) return items.sort();
    const by = SORT_BY[key];
    return by ? items.sort((a, b) => (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0)) : items;
  }
  // rule 4: both spellings of a reference by name are one
  if (typeof value === "string") return value.replace(/^(\/api\/[a-z0-9]+)\/\?name=/, "$1?name=");
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name, member]) => {
    if (member === null || FREE.has(name)) return false;
    if (member === false && FALSE_IS_ABSENT.has(name)) return false;
    if (name === "port_range_end" && member === value.port) return false;
    return !(member === "" && name.endsWith("_ref"));
  });
  return Object.fromEntries(kept.map(([name, member]) => [name, tidy(member, name)]));
}
