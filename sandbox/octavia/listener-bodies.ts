// Schemas of the bodies of listeners, policies and rules.
import { type Attribute, arrayOf, mapOf, objectOf } from "./body";
import {
  CLIENT_AUTHENTICATION,
  COMPARE_TYPES,
  LAST_POSITION,
  LISTENER_PROTOCOLS,
  LONGEST_TIMEOUT,
  POLICY_ACTIONS,
  REDIRECT_CODES,
  RULE_TYPES,
} from "./constants";
import {
  adminStateUp,
  description,
  except,
  name,
  poolOfGraph,
  projectId,
  tags,
  tenantId,
  tlsOptions,
  withoutDefaults,
} from "./pool-bodies";
import { bool, cidr, integer, ipAddress, oneOf, string, url, uuid } from "./types";

const ONE_LINE = "^[^\\r\\n]*$";
const line = string({ max: 255, pattern: { test: /^[^\r\n]*$/, written: ONE_LINE } });

const ruleFields = (text: Attribute["type"]): Attribute[] => [
  { name: "type", type: oneOf(RULE_TYPES), mandatory: true },
  { name: "compare_type", type: oneOf(COMPARE_TYPES), mandatory: true },
  { name: "key", type: text },
  { name: "value", type: text, mandatory: true },
  { name: "invert", type: bool, default: false },
  adminStateUp,
];

const ruleOfGraph = objectOf([...ruleFields(string({ max: 255 })), tags]);

export const ruleCreate = objectOf([...ruleFields(line), projectId, tags, tenantId]);

export const ruleUpdate = objectOf(withoutDefaults([...ruleFields(line), tags]));

const action: Attribute = { name: "action", type: oneOf(POLICY_ACTIONS), mandatory: true };
const redirects: Attribute[] = [
  { name: "redirect_url", type: url },
  { name: "redirect_prefix", type: url },
  { name: "position", type: integer(1, LAST_POSITION), default: LAST_POSITION },
];
const redirectPoolId: Attribute = { name: "redirect_pool_id", type: uuid };
const redirectCode: Attribute = { name: "redirect_http_code", type: oneOf(REDIRECT_CODES, "int") };
const rules: Attribute = { name: "rules", type: arrayOf(ruleOfGraph) };

export const policyCreate = objectOf([
  name,
  description,
  adminStateUp,
  projectId,
  action,
  redirectPoolId,
  ...redirects,
  { name: "listener_id", type: uuid, mandatory: true },
  rules,
  tags,
  redirectCode,
  tenantId,
]);

const policyOfGraph = objectOf([
  name,
  description,
  adminStateUp,
  action,
  { name: "redirect_pool", type: poolOfGraph },
  ...redirects,
  rules,
  tags,
  redirectCode,
]);

export const policyUpdate = objectOf(
  withoutDefaults([name, description, adminStateUp, action, redirectPoolId, ...redirects, tags, redirectCode]),
);

const reference = string({ max: 255 });
const timeout = integer(0, LONGEST_TIMEOUT);

const identity: Attribute[] = [
  { name: "protocol", type: oneOf(LISTENER_PROTOCOLS), mandatory: true },
  { name: "protocol_port", type: integer(1, 65535), mandatory: true },
];

const references: Attribute[] = [
  { name: "connection_limit", type: integer(-1), default: -1 },
  { name: "default_tls_container_ref", type: reference },
  { name: "sni_container_refs", type: arrayOf(reference) },
];

const children: Attribute[] = [
  { name: "default_pool", type: poolOfGraph },
  { name: "l7policies", type: arrayOf(policyOfGraph), default: [] },
];

const defaultPoolId: Attribute = { name: "default_pool_id", type: uuid };
const insertHeaders: Attribute = { name: "insert_headers", type: mapOf(string({ max: 255 })) };

const timeouts: Attribute[] = ["timeout_client_data", "timeout_member_connect", "timeout_member_data", "timeout_tcp_inspect"].map(
  (field) => ({ name: field, type: timeout }),
);

const rest = (hstsAge: Attribute["type"]): Attribute[] => [
  ...timeouts,
  tags,
  { name: "client_ca_tls_container_ref", type: reference },
  { name: "client_authentication", type: oneOf(CLIENT_AUTHENTICATION), default: "NONE" },
  { name: "client_crl_container_ref", type: reference },
  { name: "allowed_cidrs", type: arrayOf(cidr) },
  ...tlsOptions,
  { name: "hsts_max_age", type: hstsAge },
  { name: "hsts_include_subdomains", type: bool, default: false },
  { name: "hsts_preload", type: bool, default: false },
];

export const listenerCreate = objectOf([
  name,
  description,
  adminStateUp,
  ...identity,
  ...references,
  projectId,
  defaultPoolId,
  ...children,
  insertHeaders,
  { name: "loadbalancer_id", type: uuid, mandatory: true },
  ...rest(integer(0)),
  tenantId,
]);

const listenerOfGraph = objectOf([
  name,
  description,
  adminStateUp,
  ...identity,
  ...references,
  defaultPoolId,
  ...children,
  insertHeaders,
  ...rest(integer()),
]);

export const listenerUpdate = objectOf(
  withoutDefaults([name, description, adminStateUp, ...except(references), defaultPoolId, insertHeaders, ...rest(integer(0))]),
);

const qosPolicy: Attribute = { name: "vip_qos_policy_id", type: uuid };
const securityGroups: Attribute = { name: "vip_sg_ids", type: arrayOf(uuid) };

const additionalVip = objectOf([
  { name: "subnet_id", type: uuid, mandatory: true },
  { name: "ip_address", type: ipAddress },
  { name: "port_id", type: uuid },
]);

export const loadBalancerCreate = objectOf([
  name,
  description,
  adminStateUp,
  { name: "vip_address", type: ipAddress },
  { name: "vip_port_id", type: uuid },
  { name: "vip_subnet_id", type: uuid },
  { name: "vip_network_id", type: uuid },
  qosPolicy,
  securityGroups,
  { name: "additional_vips", type: arrayOf(additionalVip), default: [] },
  projectId,
  { name: "listeners", type: arrayOf(listenerOfGraph), default: [] },
  { name: "pools", type: arrayOf(poolOfGraph), default: [] },
  { name: "provider", type: string({ max: 64 }) },
  tags,
  { name: "flavor_id", type: uuid },
  { name: "availability_zone", type: string({ max: 255 }) },
  tenantId,
]);

export const loadBalancerUpdate = objectOf(withoutDefaults([name, description, qosPolicy, adminStateUp, securityGroups, tags]));
