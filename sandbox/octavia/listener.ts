// Listeners.
import { isV6 } from "../shared/addresses";
import { asArray, asObject, type Json, type JsonObject, objects, texts } from "../shared/json";
import { present } from "./body";
import type { OctaviaCollection } from "./collection";
import {
  ALPN_PROTOCOLS,
  DEFAULT_CIPHERS,
  DEFAULT_TLS_VERSIONS,
  HTTP_HEADERS,
  isDatagram,
  layer4,
  POOLS_OF_LISTENER,
  SSL_HEADERS,
  TIMEOUTS,
} from "./constants";
import { ApiError, invalid, invalidOption, nestedDict, noAttribute, noChildren, notFound, repr, str, truthy } from "./errors";
import { listenerCreate, listenerUpdate } from "./listener-bodies";
import { lock } from "./lock";
import type { OctaviaService } from "./service";
import type { OctaviaRow } from "./store";
import { checkCiphers, checkClientCa, checkHsts, checkHstsUpdate, checkReferences, checkVersionsAndAlpn } from "./tls";

const TLS_DEFAULTS: JsonObject = { tls_ciphers: DEFAULT_CIPHERS, tls_versions: DEFAULT_TLS_VERSIONS, alpn_protocols: ALPN_PROTOCOLS };

export const listeners: OctaviaCollection = {
  ...{ kind: "listener", root: "listener", plural: "listeners", argument: "listener_" },
  ...{ create: listenerCreate, update: listenerUpdate },
  parent: (ctx, body) => ctx.parent(str(present(body, "loadbalancer_id").loadbalancer_id ?? null)),
  insert({ octavia }, body, { id, project_id }) {
    const protocol = String(body.protocol);
    if (truthy(body.default_pool_id)) {
      if (protocol === "PROMETHEUS") throw noChildren(protocol);
      checkPoolOfListener(octavia, id, String(body.default_pool_id), protocol);
    }
    lock(octavia, id);
    const { default_pool, l7policies, tenant_id: _, ...fields } = body;
    const created = insertListener(octavia, { ...fields, loadbalancer_id: id, project_id: project_id ?? null });
    if (default_pool || truthy(l7policies)) throw nestedDict();
    return created;
  },
  locks: (_ctx, row) => [String(row.loadbalancer_id), { listeners: [row] }],
  changes({ octavia }, body, before) {
    if (body === null) throw noAttribute("NoneType", "to_dict");
    if (body === undefined) throw invalid("No listener object supplied.");
    checkListenerUpdate(octavia, body, before);
    const pool = body.default_pool_id;
    if (truthy(pool)) checkPoolOfListener(octavia, String(before.loadbalancer_id), String(pool), String(before.protocol));
    return normalized(withoutNulls(body));
  },
};

/** Checks and adds a listener with its defaults; the load balancer is locked, or new. */
export function insertListener(octavia: OctaviaService, body: JsonObject): OctaviaRow {
  const listener: JsonObject = { ...body };
  if (listener.protocol === "TERMINATED_HTTPS") fillNulls(listener, TLS_DEFAULTS);
  fillNulls(listener, TIMEOUTS);
  checkNewListener(octavia, listener);
  if (listener.protocol === null || listener.protocol_port === null) throw invalidOption(str(listener.protocol ?? null), "protocol");
  return octavia.insert("listener", {
    ...normalized(listener),
    insert_headers: listener.insert_headers ?? {},
    sni_container_refs: listener.sni_container_refs ?? [],
  });
}

function fillNulls(fields: JsonObject, defaults: JsonObject): void {
  for (const [field, value] of Object.entries(defaults)) if ((fields[field] ?? null) === null) fields[field] = value;
}

/** Networks are a set, and none is null; headers and certificate lists are never null. */
function normalized(fields: JsonObject): JsonObject {
  const result = { ...fields };
  const cidrs = texts(result.allowed_cidrs);
  if (result.allowed_cidrs !== undefined) result.allowed_cidrs = cidrs.length > 0 ? [...new Set(cidrs)] : null;
  if (result.insert_headers === null) result.insert_headers = {};
  if (result.sni_container_refs === null) result.sni_container_refs = [];
  return result;
}

/** Null in an update brings back the default, for TLS options also where there is no TLS. */
function withoutNulls(body: JsonObject): JsonObject {
  const defaults: JsonObject = {
    ...TIMEOUTS,
    ...TLS_DEFAULTS,
    connection_limit: -1,
    client_authentication: "NONE",
    hsts_include_subdomains: false,
    hsts_preload: false,
    admin_state_up: false,
  };
  return Object.fromEntries(Object.entries(body).map(([field, value]) => [field, value ?? defaults[field] ?? null]));
}

/** A pool that a listener refers to is on the same load balancer and speaks a protocol that goes with the listener's. */
export function checkPoolOfListener(octavia: OctaviaService, loadBalancer: string, pool: string, protocol: string): void {
  const row = octavia.store.get("pool", pool);
  if (row?.loadbalancer_id !== loadBalancer) throw notFound("Pool", pool);
  checkProtocols(protocol, String(row.protocol));
}

export function checkProtocols(listener: string, pool: string): void {
  if (!POOLS_OF_LISTENER[listener]?.includes(pool)) {
    throw invalid(`The pool protocol '${pool}' is invalid while the listener protocol is '${listener}'.`);
  }
}

/** A new listener, in the order of the real checks. */
function checkNewListener(octavia: OctaviaService, listener: JsonObject): void {
  const protocol = String(listener.protocol);
  if (truthy(listener.insert_headers)) checkInsertHeaders(Object.keys(asObject(listener.insert_headers)), protocol, "dict_keys");
  checkCertificatesOfNew(listener, protocol);
  checkCiphers(listener.tls_ciphers);
  checkReferences(octavia.certificates, referencesOf(listener));
  if (truthy(listener.client_ca_tls_container_ref)) checkCa(octavia, listener);
  const siblings = octavia.tree.listeners(String(listener.loadbalancer_id));
  const clash = siblings.find(
    (other) => other.protocol_port === listener.protocol_port && layer4(String(other.protocol)) === layer4(protocol),
  );
  if (clash) throw duplicate(String(clash.protocol), Number(listener.protocol_port));
  checkCidrs(octavia, String(listener.loadbalancer_id), listener.allowed_cidrs);
  if (offloads(protocol, listener)) checkVersionsAndAlpn(listener);
  checkHsts(listener);
}

const duplicate = (protocol: string, port: number): ApiError =>
  new ApiError(409, `Another Listener on this Load Balancer is already using protocol ${protocol} and protocol_port ${port}`);

const hasReferences = (listener: JsonObject): boolean => truthy(listener.default_tls_container_ref) || truthy(listener.sni_container_refs);

const offloads = (protocol: string, listener: JsonObject): boolean =>
  protocol === "TERMINATED_HTTPS" || (protocol === "PROMETHEUS" && hasReferences(listener));

const referencesOf = (listener: JsonObject): Json[] => [
  ...asArray(listener.sni_container_refs),
  ...texts([listener.default_tls_container_ref]).filter(truthy),
];

function checkCertificatesOfNew(listener: JsonObject, protocol: string): void {
  const references = hasReferences(listener);
  if (isDatagram(protocol) && (references || truthy(listener.insert_headers))) {
    throw invalid(`${protocol} protocol listener does not support TLS.`);
  }
  if (!offloads(protocol, listener) && references) throw referencesNotAllowed(protocol);
  const ca = truthy(listener.client_ca_tls_container_ref);
  if (ca && !references) {
    throw invalid("An SNI or default certificate container reference must be provided with a client CA container reference.");
  }
  if (offloads(protocol, listener) && !references) {
    throw invalid(`An SNI or default certificate container reference must be provided for ${protocol} protocol listeners.`);
  }
  if (listener.client_authentication !== "NONE" && !ca) throw caNeeded(listener.client_authentication);
  if (truthy(listener.client_crl_container_ref) && !ca) throw caForRevocation();
}

const referencesNotAllowed = (protocol: string) =>
  invalid(`Certificate container references are not allowed on ${protocol} protocol listeners.`);
const caNeeded = (setting: Json | undefined) =>
  invalid(`Client authentication setting ${repr(setting ?? null).replaceAll("'", "")} requires a client CA container reference.`);
const caForRevocation = () =>
  invalid("A client authentication CA reference is required to specify a client authentication revocation list.");

function checkCa(octavia: OctaviaService, listener: JsonObject): void {
  const revocation = listener.client_crl_container_ref;
  checkClientCa(octavia.certificates, String(listener.client_ca_tls_container_ref), truthy(revocation) ? String(revocation) : undefined);
}

/** The family of every network is that of some VIP; with security groups of one's own there are none. */
function checkCidrs(octavia: OctaviaService, loadBalancer: string, cidrs: Json | undefined): void {
  if (!truthy(cidrs)) return;
  const row = octavia.store.get("loadbalancer", loadBalancer);
  if (truthy(row?.vip_sg_ids)) throw invalid("Allowed CIDRs are not allowed when using custom VIP Security Groups.");
  const vips = [row?.vip_address ?? null, ...objects(row?.additional_vips).map((vip) => vip.ip_address ?? null)];
  for (const cidr of texts(cidrs)) {
    if (!vips.some((vip) => isV6(cidr) === isV6(String(vip)))) {
      throw invalid(`CIDR ${cidr} IP version incompatible with all VIPs ${repr(vips)} IP version.`);
    }
  }
}

/** Changes of a listener that is there. */
function checkListenerUpdate(octavia: OctaviaService, update: JsonObject, listener: OctaviaRow): void {
  const protocol = String(listener.protocol);
  const references = hasReferences(update);
  if (isDatagram(protocol) && (references || truthy(update.insert_headers))) {
    throw invalid(`${protocol} protocol listener does not support TLS or header insertion.`);
  }
  if (!offloads(protocol, update) && references) throw referencesNotAllowed(protocol);
  const authentication = update.client_authentication;
  const ca = update.client_ca_tls_container_ref || listener.client_ca_tls_container_ref;
  if (authentication !== undefined && authentication !== "NONE" && !truthy(ca)) throw caNeeded(authentication);
  if (truthy(update.insert_headers)) checkInsertHeaders(Object.keys(asObject(update.insert_headers)), protocol, "list");
  checkReferences(octavia.certificates, referencesOf(update));
  const revocation = update.client_crl_container_ref || listener.client_crl_container_ref;
  if (truthy(revocation) && !truthy(ca)) throw caForRevocation();
  if (truthy(ca)) checkCa(octavia, { client_ca_tls_container_ref: ca ?? null, client_crl_container_ref: revocation ?? null });
  checkCidrs(octavia, String(listener.loadbalancer_id), update.allowed_cidrs);
  checkCiphers(update.tls_ciphers);
  checkVersionsAndAlpn(update);
  checkHstsUpdate(update, listener);
  if (truthy(update.default_pool_id) && protocol === "PROMETHEUS") throw noChildren(protocol);
}

/**
 * Checks the headers that a listener may add to requests. `keys` is the type in which the caller of the real check hands them over, which
 * shows in its text.
 */
function checkInsertHeaders(headers: string[], protocol: string, keys: "list" | "dict_keys"): void {
  if (protocol !== "HTTP" && protocol !== "TERMINATED_HTTPS") {
    throw invalidOption("insert-headers", `a ${protocol} protocol listener.`);
  }
  if (headers.some((header) => !HTTP_HEADERS.includes(header) && !SSL_HEADERS.includes(header))) {
    throw invalidOption(keys === "list" ? repr(headers) : `dict_keys(${repr(headers)})`, "insert_headers");
  }
  const ssl = headers.filter((header) => SSL_HEADERS.includes(header));
  if (protocol !== "TERMINATED_HTTPS" && ssl.length > 0) throw invalidOption(repr(ssl), `${protocol} protocol listener.`);
}
