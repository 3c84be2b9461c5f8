import { type HttpResponse, json } from "../shared/http";
import type { Json, JsonObject } from "../shared/json";
import { present } from "./body";
import { ALPN_PROTOCOLS, DEFAULT_CIPHERS, DEFAULT_TLS_VERSIONS, TIMEOUTS } from "./constants";
import { type Context, mayWrite, nothing } from "./context";
import { invalid, invalidOption, nestedDict, noAttribute, noChildren } from "./errors";
import { listenerCreate, listenerUpdate } from "./listener-bodies";
import { checkListenerUpdate, checkNewListener, checkPoolOfListener } from "./listener-rules";
import { str, truthy } from "./python";
import { checkQuota } from "./quota";
import { lock, type Octavia } from "./service";
import type { Row } from "./store";

const TLS_DEFAULTS: JsonObject = { tls_ciphers: DEFAULT_CIPHERS, tls_versions: DEFAULT_TLS_VERSIONS, alpn_protocols: ALPN_PROTOCOLS };

export function createListener(ctx: Context): HttpResponse {
  const { octavia } = ctx;
  const given = present(ctx.body("listener_", "listener", listenerCreate), "loadbalancer_id");
  const loadBalancer = ctx.parent(str(given.loadbalancer_id ?? null));
  const project = String(loadBalancer.project_id);
  mayWrite(ctx.caller, project);
  const row = octavia.store.transaction(() => {
    checkQuota(octavia, "listener", project);
    const protocol = String(given.protocol);
    if (truthy(given.default_pool_id)) {
      if (protocol === "PROMETHEUS") throw noChildren(protocol);
      checkPoolOfListener(octavia, loadBalancer.id, String(given.default_pool_id), protocol);
    }
    lock(octavia, loadBalancer.id);
    const { default_pool, l7policies, tenant_id: _, ...fields } = given;
    const created = insertListener(octavia, { ...fields, loadbalancer_id: loadBalancer.id, project_id: project });
    if (default_pool || truthy(l7policies)) throw nestedDict();
    return created;
  });
  return json(201, { listener: octavia.views.listener(row) });
}

/** Checks and adds a listener with its defaults; the load balancer is locked, or new. */
export function insertListener(octavia: Octavia, given: JsonObject): Row {
  const listener: JsonObject = { ...given };
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
  const cidrs = result.allowed_cidrs as Json[] | null | undefined;
  if (cidrs !== undefined) result.allowed_cidrs = cidrs?.length ? [...new Set(cidrs)] : null;
  if (result.insert_headers === null) result.insert_headers = {};
  if (result.sni_container_refs === null) result.sni_container_refs = [];
  return result;
}

export function updateListener(ctx: Context, id: string): HttpResponse {
  const { octavia } = ctx;
  const given = ctx.body("listener_", "listener", listenerUpdate);
  const before = ctx.need("listener", id);
  mayWrite(ctx.caller, String(before.project_id));
  if (given === null) throw noAttribute("NoneType", "to_dict");
  if (given === undefined) throw invalid("No listener object supplied.");
  checkListenerUpdate(octavia, given, before);
  const loadBalancer = String(before.loadbalancer_id);
  if (truthy(given.default_pool_id)) checkPoolOfListener(octavia, loadBalancer, String(given.default_pool_id), String(before.protocol));
  const row = octavia.store.transaction(() => {
    lock(octavia, loadBalancer, { listeners: [before] });
    return octavia.update("listener", before.id, normalized(withoutNulls(given)));
  });
  return json(200, { listener: octavia.views.listener(row) });
}

/** Null in an update brings back the default, for TLS options also where there is no TLS. */
function withoutNulls(given: JsonObject): JsonObject {
  const defaults: JsonObject = {
    ...TIMEOUTS,
    ...TLS_DEFAULTS,
    connection_limit: -1,
    client_authentication: "NONE",
    hsts_include_subdomains: false,
    hsts_preload: false,
    admin_state_up: false,
  };
  return Object.fromEntries(Object.entries(given).map(([field, value]) => [field, value ?? defaults[field] ?? null]));
}

export function deleteListener(ctx: Context, id: string): HttpResponse {
  ctx.noParameters();
  const row = ctx.need("listener", id);
  mayWrite(ctx.caller, String(row.project_id));
  ctx.octavia.store.transaction(() =>
    lock(ctx.octavia, String(row.loadbalancer_id), { listeners: [row], listenerStatus: "PENDING_DELETE" }),
  );
  return nothing(204);
}
