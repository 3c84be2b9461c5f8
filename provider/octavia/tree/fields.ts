import type { Json } from "../../../kinds/json";

/** The objects of a load balancer's tree. */
export type Part = "loadbalancer" | "listener" | "pool" | "member" | "healthmonitor" | "l7policy" | "rule";

/** What the API takes in a field. */
export type FieldType =
  | { kind: "text"; max?: number }
  | { kind: "integer"; min: number; max: number }
  | { kind: "boolean" }
  | { kind: "one-of"; values: readonly (string | number)[] }
  | { kind: "texts"; values?: readonly string[] }
  | { kind: "object" }
  | { kind: "objects" }
  /** A Barbican reference, or `{ name }` of one of the resource's own certificates. */
  | { kind: "certificate" }
  | { kind: "certificates" };

/** One field of an object of the API; children stand in `children.ts`. */
export interface FieldEntry {
  type: FieldType;
  required?: boolean;
  /** The API does not change it on an existing object. */
  fixed?: boolean;
  /** What the server puts there when nothing is sent; undefined where its configuration decides, or null. */
  unset?: Json;
  /** Decides whether and to whom traffic flows: with nothing declared it is to be as with nothing sent. */
  guarded?: true;
}

/** Fields by name. */
export type FieldTable = { readonly [field: string]: FieldEntry };

const text = (max = 255): FieldType => ({ kind: "text", max });
const oneOf = (...values: (string | number)[]): FieldType => ({ kind: "one-of", values });
const integer = (min: number, max: number): FieldType => ({ kind: "integer", min, max });

const BOOLEAN: FieldType = { kind: "boolean" };
const CERTIFICATE: FieldType = { kind: "certificate" };
const PORT = integer(1, 65_535);
const MILLISECONDS = integer(0, 2_073_600_000);
const TLS_VERSIONS: FieldType = { kind: "texts", values: ["SSLv3", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"] };
const ALPN: FieldType = { kind: "texts", values: ["h2", "http/1.1", "http/1.0"] };

/** What every object has. */
const COMMON: FieldTable = {
  name: { type: text(), unset: "" },
  admin_state_up: { type: BOOLEAN, unset: true, guarded: true },
  tags: { type: { kind: "texts" } },
};
const DESCRIBED: FieldTable = { ...COMMON, description: { type: text(), unset: "" } };

/** Every field that a body may have, per object: the check, the comparison and the writes all go by it. */
export const FIELDS: { readonly [P in Part]: FieldTable } = {
  loadbalancer: {
    ...DESCRIBED,
    project_id: { type: text(36), fixed: true },
    vip_address: { type: text(), fixed: true },
    vip_subnet_id: { type: text(), fixed: true },
    vip_network_id: { type: text(), fixed: true },
    vip_port_id: { type: text(), fixed: true },
    additional_vips: { type: { kind: "objects" }, fixed: true },
    provider: { type: text(64), fixed: true },
    flavor_id: { type: text(), fixed: true },
    availability_zone: { type: text(), fixed: true },
    vip_qos_policy_id: { type: text(), guarded: true },
    vip_sg_ids: { type: { kind: "texts" } },
  },
  listener: {
    ...DESCRIBED,
    protocol: { type: oneOf("HTTP", "HTTPS", "TERMINATED_HTTPS", "TCP", "UDP", "SCTP", "PROMETHEUS"), required: true, fixed: true },
    protocol_port: { type: PORT, required: true, fixed: true },
    connection_limit: { type: integer(-1, 2_147_483_647), unset: -1, guarded: true },
    default_tls_container_ref: { type: CERTIFICATE, guarded: true },
    sni_container_refs: { type: { kind: "certificates" } },
    client_ca_tls_container_ref: { type: CERTIFICATE, guarded: true },
    client_crl_container_ref: { type: CERTIFICATE },
    client_authentication: { type: oneOf("NONE", "OPTIONAL", "MANDATORY"), unset: "NONE", guarded: true },
    insert_headers: { type: { kind: "object" } },
    allowed_cidrs: { type: { kind: "texts" } },
    timeout_client_data: { type: MILLISECONDS },
    timeout_member_connect: { type: MILLISECONDS },
    timeout_member_data: { type: MILLISECONDS },
    timeout_tcp_inspect: { type: MILLISECONDS },
    tls_ciphers: { type: text(2048) },
    tls_versions: { type: TLS_VERSIONS },
    alpn_protocols: { type: ALPN },
    hsts_max_age: { type: integer(0, 2_147_483_647) },
    hsts_include_subdomains: { type: BOOLEAN, unset: false },
    hsts_preload: { type: BOOLEAN, unset: false },
  },
  pool: {
    ...DESCRIBED,
    name: { type: text(), required: true },
    protocol: { type: oneOf("HTTP", "HTTPS", "PROXY", "PROXYV2", "SCTP", "TCP", "UDP"), required: true, fixed: true },
    lb_algorithm: { type: oneOf("ROUND_ROBIN", "LEAST_CONNECTIONS", "SOURCE_IP", "SOURCE_IP_PORT"), required: true },
    session_persistence: { type: { kind: "object" } },
    tls_enabled: { type: BOOLEAN, unset: false, guarded: true },
    tls_container_ref: { type: CERTIFICATE, guarded: true },
    ca_tls_container_ref: { type: CERTIFICATE },
    crl_container_ref: { type: CERTIFICATE },
    tls_ciphers: { type: text(2048) },
    tls_versions: { type: TLS_VERSIONS },
    alpn_protocols: { type: ALPN },
  },
  member: {
    ...COMMON,
    address: { type: text(), required: true, fixed: true },
    protocol_port: { type: PORT, required: true, fixed: true },
    subnet_id: { type: text(), fixed: true },
    weight: { type: integer(0, 256), unset: 1, guarded: true },
    backup: { type: BOOLEAN, unset: false, guarded: true },
    monitor_address: { type: text(), guarded: true },
    monitor_port: { type: PORT, guarded: true },
    request_sriov: { type: BOOLEAN, fixed: true, unset: false },
  },
  healthmonitor: {
    ...COMMON,
    type: { type: oneOf("HTTP", "HTTPS", "PING", "TCP", "TLS-HELLO", "UDP-CONNECT", "SCTP"), required: true, fixed: true },
    delay: { type: integer(1, 2_147_483_647), required: true },
    timeout: { type: integer(1, 2_147_483_647), required: true },
    max_retries: { type: integer(1, 10), required: true },
    max_retries_down: { type: integer(1, 10), unset: 3 },
    http_method: {
      type: oneOf("CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"),
      unset: "GET",
      guarded: true,
    },
    url_path: { type: text(), unset: "/", guarded: true },
    expected_codes: { type: text(), unset: "200", guarded: true },
    http_version: { type: oneOf(1, 1.1) },
    domain_name: { type: text(), guarded: true },
  },
  l7policy: {
    ...DESCRIBED,
    action: { type: oneOf("REJECT", "REDIRECT_TO_POOL", "REDIRECT_TO_URL", "REDIRECT_PREFIX"), required: true },
    position: { type: integer(1, 2_147_483_647) },
    redirect_url: { type: text() },
    redirect_prefix: { type: text() },
    redirect_http_code: { type: oneOf(301, 302, 303, 307, 308), unset: 302 },
  },
  rule: {
    admin_state_up: { type: BOOLEAN, unset: true, guarded: true },
    tags: { type: { kind: "texts" } },
    type: {
      type: oneOf("HOST_NAME", "PATH", "FILE_TYPE", "HEADER", "COOKIE", "SSL_CONN_HAS_CERT", "SSL_VERIFY_RESULT", "SSL_DN_FIELD"),
      required: true,
    },
    compare_type: { type: oneOf("REGEX", "STARTS_WITH", "ENDS_WITH", "CONTAINS", "EQUAL_TO"), required: true },
    key: { type: text() },
    value: { type: text(), required: true },
    invert: { type: BOOLEAN, unset: false, guarded: true },
  },
};

/** The guarded fields with what they are when nothing is declared; a name means the same on every object. */
export const GUARDED: ReadonlyMap<string, Json | undefined> = new Map(
  Object.values(FIELDS).flatMap((table) =>
    Object.entries(table).flatMap(([field, { guarded, unset }]): [string, Json | undefined][] => (guarded ? [[field, unset]] : [])),
  ),
);

/** Where the objects below stand in a body; `pools` of a load balancer and `default_pool` of a listener are one in normal form. */
export const CHILDREN: { readonly [P in Part]: readonly string[] } = {
  loadbalancer: ["id", "listeners", "pools"],
  listener: ["default_pool", "l7policies"],
  pool: ["members", "healthmonitor"],
  member: [],
  healthmonitor: [],
  l7policy: ["redirect_pool", "rules"],
  rule: [],
};
