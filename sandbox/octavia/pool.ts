// Pools.
import { asObject, type JsonObject } from "../shared/json";
import { type GivenBody, present } from "./body";
import type { OctaviaCollection } from "./collection";
import { ALPN_PROTOCOLS, DEFAULT_CIPHERS, DEFAULT_TLS_VERSIONS, isDatagram } from "./constants";
import type { LbaasRequest } from "./context";
import { ApiError, checkRequired, invalid, nestedDict, noAttribute, noChildren, truthy } from "./errors";
import { checkProtocols } from "./listener";
import { lock } from "./lock";
import { poolCreate, poolUpdate } from "./pool-bodies";
import { checkPool } from "./provider";
import type { OctaviaService } from "./service";
import type { OctaviaRow } from "./store";
import { checkNewPoolTls, checkPoolTlsUpdate } from "./tls";

const listenerOf = ({ octavia }: LbaasRequest, body: GivenBody): OctaviaRow | undefined =>
  truthy(body?.listener_id) ? octavia.store.get("listener", String(body?.listener_id)) : undefined;

export const pools: OctaviaCollection = {
  ...{ kind: "pool", root: "pool", plural: "pools", argument: "pool_", create: poolCreate, update: poolUpdate },
  parent(ctx, body) {
    const fields = present(body, "loadbalancer_id");
    if (truthy(fields.loadbalancer_id)) return ctx.parent(String(fields.loadbalancer_id));
    if (!truthy(fields.listener_id)) throw invalid("Must provide at least one of: loadbalancer_id, listener_id");
    const listener = listenerOf(ctx, fields);
    if (!listener) throw noAttribute("NoneType", "load_balancer_id");
    return ctx.parent(String(listener.loadbalancer_id));
  },
  checkNew(ctx, body) {
    const listener = listenerOf(ctx, body);
    if (!truthy(body?.loadbalancer_id) && listener) {
      if (listener.protocol === "PROMETHEUS") throw noChildren("PROMETHEUS");
      checkProtocols(String(listener.protocol), String(body?.protocol));
    }
    if (body?.session_persistence) checkPersistence(asObject(body.session_persistence), body.protocol, "UDP and SCTP");
  },
  insert(ctx, body, loadBalancer) {
    const { octavia } = ctx;
    const listener = listenerOf(ctx, body);
    if (truthy(body.listener_id) && !listener) throw noAttribute("NoneType", "default_pool");
    if (listener?.default_pool_id) throw new ApiError(409, "This listener already has a default pool");
    lock(octavia, loadBalancer.id, { listeners: listener ? [listener] : [] });
    const { members, healthmonitor, listener_id: _, tenant_id: __, ...fields } = body;
    const created = insertPool(octavia, loadBalancer, fields);
    if (truthy(members) || healthmonitor) throw nestedDict();
    if (listener) octavia.update("listener", listener.id, { default_pool_id: created.id });
    checkPool(String(loadBalancer.provider), body.lb_algorithm);
    return created;
  },
  locks: ({ octavia }, row) => [String(row.loadbalancer_id), { listeners: octavia.tree.listenersOfPool(row) }],
  changes({ octavia }, body, before) {
    const update = { ...present(body, "tls_versions") };
    if (update.tls_versions === null) update.tls_versions = DEFAULT_TLS_VERSIONS;
    if (update.tls_ciphers === null) update.tls_ciphers = DEFAULT_CIPHERS;
    if (update.session_persistence) {
      const { type } = asObject(before.session_persistence);
      const persistence = { ...asObject(update.session_persistence) };
      if (!truthy(persistence.type) && type) persistence.type = type;
      checkPersistence(persistence, before.protocol, "UDP");
      update.session_persistence = persistence;
    }
    checkPoolTlsUpdate(octavia.certificates, update, before);
    return update;
  },
  locked(ctx, before, update) {
    checkRequired("pool", update);
    if (truthy(update.lb_algorithm)) checkPool(String(ctx.parent(String(before.loadbalancer_id)).provider), update.lb_algorithm);
    return update;
  },
  checkDelete({ octavia }, row) {
    const [policy] = octavia.tree.policiesTo(row);
    if (policy) throw new ApiError(409, `Pool ${row.id} is in use by L7 policy ${policy.id}`);
  },
};

/** Checks and adds a pool; the load balancer is locked, or new. */
export function insertPool(octavia: OctaviaService, loadBalancer: OctaviaRow, body: JsonObject): OctaviaRow {
  const pool = { ...body };
  if (pool.tls_enabled === true) {
    pool.tls_ciphers ??= DEFAULT_CIPHERS;
    pool.tls_versions ??= DEFAULT_TLS_VERSIONS;
    pool.alpn_protocols ??= ALPN_PROTOCOLS;
  }
  checkNewPoolTls(octavia.certificates, pool);
  checkRequired("pool", pool);
  return octavia.insert("pool", {
    ...pool,
    loadbalancer_id: loadBalancer.id,
    project_id: loadBalancer.project_id ?? null,
  });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are refused
const BAD_COOKIE_NAME = /[\x00-\x20\x22\x28-\x29\x2c\x2f\x3a-\x40\x5b-\x5d\x7b\x7d\x7f]/;

/** Session persistence of a pool, when it is made or changed by itself. */
function checkPersistence(persistence: JsonObject, protocol: unknown, families: string): void {
  if (isDatagram(protocol)) checkDatagram(persistence);
  else if (truthy(persistence.persistence_timeout) || truthy(persistence.persistence_granularity)) {
    throw invalid(`persistence_timeout and persistence_granularity is only for ${families} protocol pools.`);
  }
  const { type, cookie_name: cookie } = persistence;
  if (type === undefined) throw invalid("Invalid session_persistence provided.");
  if (truthy(cookie)) {
    if (type !== "APP_COOKIE") {
      throw invalid('Field "cookie_name" can only be specified with session persistence of type "APP_COOKIE".');
    }
    if (BAD_COOKIE_NAME.test(String(cookie))) throw invalid('Supplied "cookie_name" is invalid.');
  } else if (type === "APP_COOKIE") {
    throw invalid('Field "cookie_name" must be specified when using the "APP_COOKIE" session persistence type.');
  }
}

function checkDatagram({ type, cookie_name: cookie }: JsonObject): void {
  if (type === "SOURCE_IP" && truthy(cookie)) {
    const accepted = "type, persistence_timeout, persistence_granularity";
    throw invalid(`session_persistence SOURCE_IP type for UDP and SCTP protocols only accepts: ${accepted}.`);
  }
  if (truthy(cookie)) throw invalid("Cookie names are not supported for UDP/SCTP pools.");
  if (type === "HTTP_COOKIE" || type === "APP_COOKIE") {
    throw invalid(`Session persistence of type ${type} is not supported for UDP/SCTP protocol pools.`);
  }
}
