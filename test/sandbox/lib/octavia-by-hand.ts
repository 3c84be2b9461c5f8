import type { JsonObject } from "../../../provider/lifecycle/bodies/json";
import type { DriftClass } from "../../../provider/lifecycle/drift";
import type { TreePart } from "../../../resources/octavia/fields";
import { FIELDS } from "../../../resources/octavia/tree";
import { MARK } from "./octavia-samples";

/** Objects of the cloud beside load balancers, by purpose. */
export interface Beside {
  subnet: string;
  qos: string;
  group: string;
  certificates: readonly [string, string];
  ca: string;
  otherCa: string;
  crl: string;
}

/** One object of the samples: where it is, and what somebody puts into its fields. */
export interface HandledObject {
  title: string;
  part: TreePart;
  /** As the sample declares it. */
  body: JsonObject;
  /** By field: another value, with what else the API wants beside it. */
  changes: { readonly [field: string]: JsonObject };
}

const alone = (values: JsonObject): { [field: string]: JsonObject } =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, { [field]: value }]));

const named = { name: "by-hand", admin_state_up: false };
const described = { ...named, description: "by hand" };

const listenerChanges = alone({
  ...described,
  connection_limit: 7,
  insert_headers: { "X-Forwarded-Port": "true" },
  allowed_cidrs: ["10.9.0.0/16"],
  timeout_client_data: 11,
  timeout_member_connect: 12,
  timeout_member_data: 13,
  timeout_tcp_inspect: 14,
});

const tls = alone({ tls_ciphers: "ECDHE-RSA-AES128-GCM-SHA256", tls_versions: ["TLSv1.2"], alpn_protocols: ["http/1.1"] });

/** A load balancer with every part, with the fewest fields or with all. */
export function sampleOf(beside: Beside, all: boolean): { owner: string; loadBalancer: JsonObject } {
  const full = <T extends JsonObject>(more: T): JsonObject => (all ? more : {});
  const common = full({ description: "declared", admin_state_up: true, tags: ["mine"] });
  const [first] = beside.certificates;
  const times = full({ timeout_client_data: 40_000, timeout_member_connect: 4000, timeout_member_data: 45_000, timeout_tcp_inspect: 100 });
  const speaks = full({ tls_ciphers: "ECDHE-RSA-AES256-GCM-SHA384", tls_versions: ["TLSv1.3"], alpn_protocols: ["h2"] });
  const switched = full({ admin_state_up: true, tags: ["mine"] });
  const rule = { type: "HEADER", compare_type: "EQUAL_TO", key: "X-Shop", value: "yes", ...switched, ...full({ invert: false }) };
  const members = [
    {
      address: "10.1.0.5",
      protocol_port: 8080,
      ...switched,
      ...full({ name: "pod-5", weight: 2, backup: false, monitor_address: "10.1.0.105", monitor_port: 8081 }),
    },
    { address: "10.1.0.6", protocol_port: 8080 },
  ];
  const healthmonitor = {
    ...{ type: "HTTP", delay: 5, timeout: 3, max_retries: 2, ...switched },
    ...full({ name: "web", max_retries_down: 4, http_method: "GET", url_path: "/healthz", expected_codes: "204" }),
    ...full({ http_version: 1.1 }),
  };
  const http = { protocol: "HTTP", lb_algorithm: "ROUND_ROBIN" };
  const redirect = { redirect_url: "https://new.example.com/", ...full({ redirect_http_code: 301 }) };
  const plain = {
    ...{ name: "plain", protocol: "HTTP", protocol_port: 80, ...common, ...times },
    ...full({ connection_limit: 1000, insert_headers: { "X-Forwarded-For": "true" }, allowed_cidrs: ["10.0.0.0/8"] }),
    default_pool: {
      ...{ name: "web", ...http, ...common },
      ...full({ session_persistence: { type: "APP_COOKIE", cookie_name: "session" } }),
      members,
      healthmonitor,
    },
    l7policies: [
      { name: "to-pool", action: "REDIRECT_TO_POOL", position: 1, redirect_pool: { name: "safe" }, ...common, rules: [rule] },
      { name: "to-url", action: "REDIRECT_TO_URL", position: 2, ...redirect, ...common, rules: [] },
      { name: "to-prefix", action: "REDIRECT_PREFIX", position: 3, redirect_prefix: "https://a.example.com", ...common, rules: [] },
    ],
  };
  const asks = { client_ca_tls_container_ref: beside.ca, client_authentication: "OPTIONAL", client_crl_container_ref: beside.crl };
  const secure = {
    ...{ name: "secure", protocol: "TERMINATED_HTTPS", protocol_port: 443, default_tls_container_ref: first, ...common, ...times },
    ...full({ ...asks, sni_container_refs: [first], hsts_max_age: 100, hsts_include_subdomains: false, hsts_preload: false }),
    ...full({ connection_limit: 1000, insert_headers: { "X-Forwarded-For": "true" }, allowed_cidrs: ["10.0.0.0/8"] }),
    ...speaks,
    default_pool: { name: "safe" },
  };
  const many = { name: "many", protocol: "TERMINATED_HTTPS", protocol_port: 8443, sni_container_refs: [first] };
  const probe = { type: "HTTP", delay: 5, timeout: 3, max_retries: 2, ...full({ http_version: 1.1, domain_name: "shop.example.com" }) };
  const safe = { name: "safe", ...http, ...common, tls_enabled: true, ...speaks, healthmonitor: probe };
  const trusts = { tls_container_ref: first, ca_tls_container_ref: beside.ca, crl_container_ref: beside.crl };
  return {
    owner: MARK,
    loadBalancer: {
      ...{ name: "shop", vip_subnet_id: beside.subnet, ...common, ...full({ vip_qos_policy_id: beside.qos }) },
      listeners: [plain, secure, many],
      pools: [{ ...safe, ...full(trusts) }],
    },
  };
}

/** Every object of a sample with every field that the API changes on it. */
export function handledObjects({ loadBalancer }: ReturnType<typeof sampleOf>, beside: Beside): HandledObject[] {
  const [plain, secure, many] = loadBalancer.listeners as JsonObject[];
  const [safe] = loadBalancer.pools as JsonObject[];
  const web = (plain as JsonObject).default_pool as JsonObject;
  const [toPool, toUrl, toPrefix] = (plain as JsonObject).l7policies as JsonObject[];
  const [member] = web.members as JsonObject[];
  const [rule] = (toPool as JsonObject).rules as JsonObject[];
  const [, other] = beside.certificates;
  const vip_qos_policy_id = loadBalancer.vip_qos_policy_id ? null : beside.qos;
  const ca = { client_ca_tls_container_ref: beside.otherCa };
  const age = { hsts_max_age: 5 };
  const tlsListener = {
    ...listenerChanges,
    ...tls,
    ...alone({ default_tls_container_ref: other, sni_container_refs: [other], ...ca, ...age }),
    client_authentication: { client_authentication: "MANDATORY", ...ca },
    client_crl_container_ref: { client_crl_container_ref: beside.otherCa, ...ca },
    hsts_include_subdomains: { hsts_include_subdomains: true, ...age },
    hsts_preload: { hsts_preload: true, ...age },
  };
  const poolChanges = alone({ ...described, lb_algorithm: "SOURCE_IP", session_persistence: { type: "SOURCE_IP" } });
  const trusts = {
    ...alone({ tls_container_ref: other, ca_tls_container_ref: beside.otherCa }),
    crl_container_ref: { crl_container_ref: beside.otherCa, ca_tls_container_ref: beside.otherCa },
  };
  const monitorChanges = {
    ...alone({ ...named, delay: 9, timeout: 2, max_retries: 5, max_retries_down: 6, http_method: "HEAD", url_path: "/by-hand" }),
    ...alone({ expected_codes: "404", http_version: 1.0 }),
  };
  const hosted = { domain_name: { domain_name: "by-hand.example.com", http_version: 1.1 } };
  const ruleChanges = alone({
    admin_state_up: false,
    type: "COOKIE",
    compare_type: "CONTAINS",
    key: "X-By-Hand",
    value: "by-hand",
    invert: true,
  });
  const policyChanges = alone({ ...described, action: "REJECT" });
  const object = (title: string, part: TreePart, body: JsonObject | undefined, changes: HandledObject["changes"]): HandledObject => ({
    title,
    part,
    body: body ?? {},
    changes: { ...changes, tags: {} },
  });
  return [
    object("loadbalancer", "loadbalancer", loadBalancer, alone({ ...described, vip_qos_policy_id, vip_sg_ids: [beside.group] })),
    object("listener plain", "listener", plain, listenerChanges),
    object("listener secure", "listener", secure, tlsListener),
    object("listener many", "listener", many, alone({ default_tls_container_ref: other, sni_container_refs: [other] })),
    object("pool web", "pool", web, { ...poolChanges, tls_enabled: { tls_enabled: true } }),
    object("pool safe", "pool", safe, { ...poolChanges, ...tls, ...trusts, tls_enabled: { tls_enabled: false } }),
    object("member", "member", member, alone({ ...named, weight: 0, backup: true, monitor_address: "10.1.0.99", monitor_port: 9 })),
    object("healthmonitor web", "healthmonitor", web.healthmonitor as JsonObject, monitorChanges),
    object("healthmonitor safe", "healthmonitor", safe?.healthmonitor as JsonObject, hosted),
    object("l7policy to-pool", "l7policy", toPool, { ...policyChanges, position: { position: 3 } }),
    object("l7policy to-url", "l7policy", toUrl, {
      ...policyChanges,
      redirect_url: { redirect_url: "https://by-hand.example.com/" },
      redirect_http_code: { redirect_http_code: 308 },
    }),
    object("l7policy to-prefix", "l7policy", toPrefix, {
      ...policyChanges,
      redirect_prefix: { redirect_prefix: "https://by-hand.example.com" },
      redirect_http_code: { redirect_http_code: 307 },
    }),
    object("rule", "rule", rule, ruleChanges),
  ];
}

/** Class of a field in docs/preview.md#drift. */
export function classOf(part: TreePart, field: string, body: JsonObject): DriftClass {
  if (body[field] !== undefined) return "declared";
  const { guarded, whole, configured } = FIELDS[part][field] ?? {};
  return guarded || whole || configured !== undefined ? "guarded" : "other";
}
