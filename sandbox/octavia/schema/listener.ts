import { CLIENT_AUTHENTICATION, LISTENER_PROTOCOLS, LONGEST_TIMEOUT } from "../constants";
import { cidr, uuid } from "../wsme/addresses";
import { arrayOf, mapOf, objectOf } from "../wsme/containers";
import type { Attribute } from "../wsme/data-type";
import { bool, integer, oneOf, string } from "../wsme/scalars";
import { adminStateUp, description, except, name, projectId, tags, tenantId, tlsOptions, withoutDefaults } from "./common";
import { policyOfGraph } from "./l7";
import { poolOfGraph } from "./pool";

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

export const listenerOfGraph = objectOf([
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
