import { stable } from "../../../provider/lifecycle/bodies/shape";
import type { Json } from "../../../resources/kind";
import type { Props } from "./host";

/** One scalar of a sample, and another value that fits there. */
export interface Field {
  /** `pool.servers.0.port` */
  path: string;
  value: Json;
  other: Json;
}

type Other = (value: string) => string | undefined;

const skip: Other = () => undefined;
const ref =
  (type: string, name: string): Other =>
  () =>
    `/api/${type}?name=${name}`;

/** Another value for every text field of the samples; undefined where only a special value fits. */
const OTHERS: { readonly [field: string]: Other } = {
  action: skip,
  action_type: skip,
  addr: () => "10.9.9.9",
  application_profile_ref: (value) => (value.includes("L4") ? undefined : "/api/applicationprofile?name=System-HTTP2"),
  ca_ref: skip,
  certificate: skip,
  cloud_ref: skip,
  evt: () => "VS_DATASCRIPT_EVT_HTTP_RESP",
  fqdn: (value) => `other-${value}`,
  hdr: (value) => `other-${value}`,
  health_monitor_refs: ref("healthmonitor", "System-Ping"),
  host: (value) => `other-${value}`,
  http_policy_set_ref: skip,
  http_request: () => "GET /other HTTP/1.1",
  http_response_code: () => "HTTP_3XX",
  key: skip,
  l4_policy_set_ref: skip,
  lb_algorithm: () => "LB_ALGORITHM_LEAST_LOAD",
  match_case: () => "INSENSITIVE",
  match_criteria: (value) => ({ HDR_EQUALS: "HDR_CONTAINS", IS_IN: "IS_NOT_IN", BEGINS_WITH: "CONTAINS" })[value],
  match_str: (value) => `${value}/deeper`,
  methods: () => "HTTP_METHOD_PUT",
  name: skip,
  network_profile_ref: ref("networkprofile", "System-TCP-Fast-Path"),
  override_network_profile_ref: skip,
  pki_profile_ref: skip,
  // the group of the other path
  pool_group_ref: (value) => value.replace(/_[ab]$/, (end) => (end === "_a" ? "_b" : "_a")),
  pool_group_refs: skip,
  pool_ref: ref("pool", "c1--c"),
  priority_label: (value) => `${value}/deeper`,
  protocol: (value) => (value.startsWith("PROTOCOL_") ? "PROTOCOL_UDP" : "HTTP"),
  protocol_parser_refs: skip,
  resp_code_block: () => "HTTP_RSP_4XX",
  script: (value) => `${value} -- changed`,
  service_metadata: () => '{"namespace":"other"}',
  service_pool_group_ref: skip,
  service_protocol: () => "PROTOCOL_TYPE_UDP_FAST_PATH",
  ssl_key_and_certificate_refs: skip,
  ssl_profile_ref: ref("sslprofile", "System-Standard"),
  status_code: (value) => value.replace(/\d+$/, (code) => ({ 404: "403", 503: "200" })[code] ?? "307"),
  str_value: (value) => `${value}/deeper`,
  tenant_ref: skip,
  type: skip,
  val: (value) => `other-${value}`,
  value: () => "other.example.com",
  vh_domain_name: () => "other.example.com",
  vh_parent_vs_ref: skip,
  vh_type: skip,
  vip_id: skip,
  vrf_context_ref: skip,
  vrf_ref: skip,
  vs_datascript_set_ref: skip,
  vsvip_ref: skip,
};

/** Flags that only fit together with other fields. */
const BOUND = new Set(["auto_allocate_ip", "enable_ssl", "crl_check", "east_west_placement"]);

/** The number of a rule of layer 4: those for one port each are a set. */
const NUMBER_OF_RULE = /\.l4_connection_policy\.rules\.\d+\.index$/;

/** Every scalar of the bodies that can be changed alone. A text field this table does not know is an error of the test. */
export function fieldsOf(inputs: Props): Field[] {
  const slots = Object.entries(inputs).filter(([, value]) => typeof value === "object");
  return slots.flatMap(([slot, value]) => scalars(slot, value as Json)).flatMap(({ path, value }) => field(path, value));
}

function field(path: string, value: Json): Field[] {
  const leaf = leafOf(path);
  // Rules that take every path mean the same as none, which is what controllers before 22.1.3 know.
  if ((path.includes(".vh_matches.") && leaf !== "host") || NUMBER_OF_RULE.test(path)) return [];
  if (typeof value === "boolean") return BOUND.has(leaf) ? [] : [{ path, value, other: !value }];
  if (leaf === "end_index") return [{ path, value, other: 7 }];
  // Ports of neighbours follow one another, and two listeners cannot share one.
  if (typeof value === "number") return [{ path, value, other: value + (leaf.includes("port") ? 1000 : 1) }];
  const alternative = OTHERS[leaf];
  if (typeof value !== "string" || !alternative) throw new Error(`the samples have a field the test does not know: ${path}`);
  const other = alternative(value);
  return other === undefined || other === value ? [] : [{ path, value, other }];
}

/** The last name on a path that is no position in a list. */
function leafOf(path: string): string {
  return (
    path
      .split(".")
      .filter((step) => !/^\d+$/.test(step))
      .at(-1) ?? ""
  );
}

function scalars(path: string, value: Json): { path: string; value: Json }[] {
  if (typeof value !== "object" || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([key, member]) => scalars(`${path}.${key}`, member as Json));
}

/** A copy with another value at one place. */
export function withValue<T>(root: T, path: string | readonly string[], value: Json): T {
  const copy = structuredClone(root);
  const { holder, last } = at(copy, path);
  holder[last] = value;
  return copy;
}

/** A copy without one place. */
export function withoutValue<T>(root: T, path: string | readonly string[]): T {
  const copy = structuredClone(root);
  const { holder, last } = at(copy, path);
  delete holder[last];
  return copy;
}

function at(root: unknown, path: string | readonly string[]): { holder: { [key: string]: unknown }; last: string } {
  const steps = typeof path === "string" ? path.split(".") : [...path];
  const last = steps.pop() ?? "";
  const holder = steps.reduce((inner, step) => (inner as { [key: string]: unknown })[step], root);
  return { holder: holder as { [key: string]: unknown }, last };
}

/** Lists the differences between two bags as `slot.field`: one level below the body, where a preview names a change. */
export function differing(one: Props, other: Props): string[] {
  const flat = (bag: Props) =>
    new Map(
      Object.entries(bag).flatMap(([slot, body]) => {
        if (typeof body !== "object" || body === null) return [[slot, stable(body as Json)]];
        const bodies = Array.isArray(body) ? body.map((entry, i) => [`${slot}.${i}`, entry] as const) : [[slot, body] as const];
        return bodies.flatMap(([place, entry]) => Object.entries(entry).map(([key, value]) => [`${place}.${key}`, stable(value as Json)]));
      }) as [string, string][],
    );
  const flatOne = flat(one);
  const right = flat(other);
  return [...new Set([...flatOne.keys(), ...right.keys()])].filter((key) => flatOne.get(key) !== right.get(key));
}

/** Every place of a bag, objects and lists included. */
export function places(path: readonly string[], value: unknown): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return NUMBER_OF_RULE.test(path.join(".")) ? [] : [path];
  return [path, ...Object.entries(value).flatMap(([key, member]) => places([...path, key], member))];
}
