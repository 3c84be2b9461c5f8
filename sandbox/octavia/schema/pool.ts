import { LB_ALGORITHMS, PERSISTENCE_TYPES, POOL_PROTOCOLS } from "../constants";
import { ipAddress, uuid } from "../wsme/addresses";
import { arrayOf, objectOf } from "../wsme/containers";
import type { Attribute } from "../wsme/data-type";
import { bool, integer, oneOf, string } from "../wsme/scalars";
import { adminStateUp, description, except, name, projectId, tags, tenantId, tlsOptions, withoutDefaults } from "./common";
import { monitorOfPool } from "./health-monitor";
import { memberOfPool } from "./member";

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
