// Schemas of the bodies of pools, members and monitors.
import { type Attribute, arrayOf, type DataType, objectOf, ValueFault } from "./body";
import { ALPN_PROTOCOLS, HTTP_METHODS, LB_ALGORITHMS, MONITOR_TYPES, PERSISTENCE_TYPES, POOL_PROTOCOLS } from "./constants";
import { bool, integer, ipAddress, oneOf, string, urlPath, uuid } from "./types";

export const name: Attribute = { name: "name", type: string({ max: 255 }) };
export const description: Attribute = { name: "description", type: string({ max: 255 }) };
export const adminStateUp: Attribute = { name: "admin_state_up", type: bool, default: true };
/** Taken from the load balancer; the value of the client is ignored. */
export const projectId: Attribute = { name: "project_id", type: string({ max: 36 }) };
export const tenantId: Attribute = { name: "tenant_id", type: string({ max: 36 }) };
export const tags: Attribute = { name: "tags", type: arrayOf(string({ max: 255 })) };

/** A field that is left alone when a PUT does not name it. */
const optional = ({ name, type }: Attribute): Attribute => ({ name, type });

export const withoutDefaults = (attributes: Attribute[]): Attribute[] => attributes.map(optional);

/** Attributes without those of these names. */
export const except = (attributes: Attribute[], ...names: string[]): Attribute[] =>
  attributes.filter((attribute) => !names.includes(attribute.name));

const alpn: DataType = {
  convert: (value) => value,
  check(value) {
    if (!ALPN_PROTOCOLS.includes(value as string)) throw new ValueFault("Value should be a valid ALPN protocol ID");
    return value;
  },
};

/** TLS options of pools and listeners. */
export const tlsOptions: Attribute[] = [
  { name: "tls_ciphers", type: string({ max: 2048 }) },
  { name: "tls_versions", type: arrayOf(string({ max: 32 })) },
  { name: "alpn_protocols", type: arrayOf(alpn) },
];

const CODES = "^(\\d{3}(\\s*,\\s*\\d{3})*)$|^(\\d{3}-\\d{3})$";
const DOMAIN = "^(?=.{1,253}\\.?$)(?:(?!-|[^.]+_)[A-Za-z0-9-_]{1,63}(?<!-)(?:\\.|$))+$";

const retries = integer(1, 10);

const monitorFields: Attribute[] = [
  name,
  { name: "type", type: oneOf(MONITOR_TYPES), mandatory: true },
  { name: "delay", type: integer(0), mandatory: true },
  { name: "timeout", type: integer(0), mandatory: true },
  { name: "max_retries_down", type: retries, default: 3 },
  { name: "max_retries", type: retries, mandatory: true },
  { name: "http_method", type: oneOf(HTTP_METHODS) },
  { name: "url_path", type: urlPath },
  { name: "expected_codes", type: string({ pattern: { test: new RegExp(CODES), written: CODES } }) },
  adminStateUp,
  tags,
  { name: "http_version", type: oneOf([1.0, 1.1], "float") },
  { name: "domain_name", type: string({ min: 1, max: 255, pattern: { test: new RegExp(DOMAIN), written: DOMAIN } }) },
];

const monitorOfPool = objectOf(monitorFields);

export const monitorCreate = objectOf([
  ...monitorFields.slice(0, 10),
  projectId,
  { name: "pool_id", type: uuid, mandatory: true },
  ...monitorFields.slice(10),
  tenantId,
]);

export const monitorUpdate = objectOf(withoutDefaults(except(monitorFields, "type")));

const port = integer(1, 65535);

const memberFields: Attribute[] = [
  name,
  adminStateUp,
  { name: "address", type: ipAddress, mandatory: true },
  { name: "protocol_port", type: port, mandatory: true },
  { name: "weight", type: integer(0, 256), default: 1 },
  { name: "backup", type: bool, default: false },
  { name: "subnet_id", type: uuid },
];
const monitoring: Attribute[] = [
  { name: "monitor_port", type: port, default: null },
  { name: "monitor_address", type: ipAddress, default: null },
  tags,
];
const sriov: Attribute = { name: "request_sriov", type: bool, default: false };

const memberOfPool = objectOf([...memberFields, ...monitoring, sriov]);

export const memberCreate = objectOf([...memberFields, projectId, ...monitoring, sriov, tenantId]);

export const memberBatch = arrayOf(memberCreate);

export const memberUpdate = objectOf(
  withoutDefaults([name, adminStateUp, ...memberFields.filter((field) => ["weight", "backup"].includes(field.name)), ...monitoring]),
);

const COOKIE = "^[^\\s,;\\\\]+$";

const persistence: Attribute[] = [
  { name: "type", type: oneOf(PERSISTENCE_TYPES), mandatory: true },
  { name: "cookie_name", type: string({ max: 255, pattern: { test: new RegExp(COOKIE), written: COOKIE } }), default: null },
  { name: "persistence_timeout", type: integer(), default: null },
  { name: "persistence_granularity", type: ipAddress, default: null },
];
const [persistenceType, ...persistenceOptions] = persistence;

const protocol: Attribute = { name: "protocol", type: oneOf(POOL_PROTOCOLS), mandatory: true };
const algorithm: Attribute = { name: "lb_algorithm", type: oneOf(LB_ALGORITHMS), mandatory: true };
const sessionPersistence: Attribute = { name: "session_persistence", type: objectOf(persistence) };

const children: Attribute[] = [
  { name: "healthmonitor", type: monitorOfPool },
  { name: "members", type: arrayOf(memberOfPool) },
];

const tls: Attribute[] = [
  { name: "tls_container_ref", type: string({ max: 255 }) },
  { name: "ca_tls_container_ref", type: string({ max: 255 }) },
  { name: "crl_container_ref", type: string({ max: 255 }) },
  { name: "tls_enabled", type: bool, default: false },
  ...tlsOptions,
];

export const poolCreate = objectOf([
  name,
  description,
  adminStateUp,
  { name: "listener_id", type: uuid },
  { name: "loadbalancer_id", type: uuid },
  protocol,
  algorithm,
  sessionPersistence,
  projectId,
  ...children,
  tags,
  ...tls,
  tenantId,
]);

/** In a fully populated create a pool may be nothing but a name, so nothing is mandatory before the graph is looked at. */
export const poolOfGraph = objectOf([
  name,
  description,
  adminStateUp,
  { ...protocol, mandatory: false },
  { ...algorithm, mandatory: false },
  sessionPersistence,
  ...children,
  tags,
  ...tls,
]);

export const poolUpdate = objectOf(
  withoutDefaults([
    name,
    description,
    adminStateUp,
    algorithm,
    {
      name: "session_persistence",
      type: objectOf([{ ...(persistenceType as Attribute), mandatory: false }, ...persistenceOptions]),
    },
    tags,
    ...except(tls),
  ]),
);
