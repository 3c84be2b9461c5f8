// Endpoints for the administration of a controller: user tokens, accounts, licences.
import { baseOf, json } from "../shared/http";
import { asArray, asObject, isObject, type Json, type JsonObject, parseObject, text } from "../shared/json";
import { modelForPath } from "./crud";
import type { AviExchange } from "./exchange";
import { AviError, type AviRequest, type AviResponse, bodyObject, empty, methodNotAllowed } from "./http";
import { listObjects } from "./list";
import { canonical } from "./references";
import { ownAccount } from "./rights";
import { asInventory, virtualServiceStatus } from "./runtime";
import { versionInfo } from "./schema";
import type { AviScope, ControllerState } from "./state";

/** `/api/user-token`: tokens of the caller, each good for logins without the password. */
export function userToken({ controller, state, request, caller, path: [, uuid] }: AviExchange): AviResponse {
  if (request.method === "GET") {
    const results = controller.tokens.list(caller.user);
    return json(200, { count: results.length, results });
  }
  if (request.method === "POST") {
    const hours = Number(bodyObject(request).hours ?? 1);
    return json(200, controller.tokens.create(caller.user, hours, state.newUuid("authtoken")));
  }
  if (request.method === "DELETE" && uuid) {
    controller.tokens.remove(uuid);
    return empty(204);
  }
  throw methodNotAllowed(request.method);
}

/** `PUT {old_password, password}` really changes the password; sessions that are open stay open. */
export function userAccount({ state, request, caller }: AviExchange): AviResponse {
  if (request.method === "GET") return json(200, ownAccount(state, caller.user));
  if (request.method !== "PUT") throw methodNotAllowed(request.method);
  const body = bodyObject(request);
  if (body.password !== undefined) {
    if (state.passwords.get(caller.user) !== text(body.old_password)) throw new AviError(400, "Old password is incorrect");
    state.passwords.set(caller.user, text(body.password));
    state.store.onChange();
  }
  return empty(200);
}

/** The tenants a user may enter. */
export function tenantList({ state, request }: AviExchange): AviResponse {
  const results = state.store.list("tenant").map((tenant) => ({
    uuid: text(tenant.uuid),
    name: text(tenant.name),
    url: `${baseOf(request)}${canonical("tenant", text(tenant.uuid))}`,
  }));
  return json(200, { count: results.length, results, tenants: results });
}

/** An object there is exactly one of: no POST, no DELETE, and clients append a slash or a uuid as they like. */
export function singleton({ state, request }: AviExchange, type: string): AviResponse {
  const stored = asObject(state.singletons.get(type));
  if (!["GET", "PUT", "PATCH"].includes(request.method)) throw methodNotAllowed(request.method);
  let object = stored;
  if (request.method !== "GET") {
    const body = parseObject(request.body) ?? {}; // a real client sends `false` here, which changes nothing
    const changed = request.method === "PUT" ? merged(stored, body) : patched(stored, body);
    object = { ...changed, _last_modified: state.clock.tick() };
    state.singletons.set(type, object);
    state.store.onChange();
  }
  const url = `${baseOf(request)}/api/${type}/${text(object.uuid)}`;
  return json(200, { ...object, url }, { Allow: "HEAD, GET, PUT, PATCH, OPTIONS" });
}

/** Settings that a body leaves out keep their value, one level deep: nothing here is ever meant to vanish. */
function merged(stored: JsonObject, body: JsonObject): JsonObject {
  const { url: _url, uuid: _uuid, ...rest } = body;
  const out: JsonObject = { ...stored };
  for (const [key, value] of Object.entries(rest)) {
    const before = stored[key];
    out[key] = isObject(value) && isObject(before) ? { ...before, ...value } : value;
  }
  return out;
}

function patched(stored: JsonObject, patch: JsonObject): JsonObject {
  const out = merged(merged(stored, asObject(patch.add)), asObject(patch.replace));
  for (const key of Object.keys(asObject(patch.delete))) delete out[key];
  return out;
}

/** Read-only answers about the controller that clients ask for on the way; undefined where `path` means none of them. */
export function facts({ controller, state, request, scope, path }: AviExchange): AviResponse | undefined {
  if (request.method !== "GET") return undefined;
  switch (path.join("/")) {
    case "ipamdnsproviderprofiledomainlist":
      return json(200, { domains: controller.settings.dnsDomains });
    case "licenseusage":
      return json(200, { licensed_cores: 1, consumed_cores: 0, tier: "ENTERPRISE", license_id: "sandbox" });
    case "systemlimits":
      return json(200, systemLimits(baseOf(request)));
    case "serviceengine":
      return json(200, { count: 0, results: [] });
    case "virtualservice-inventory":
      return json(200, inventory(state, request, scope));
    default:
      return path[0] === "analytics" ? json(200, metrics(request)) : undefined;
  }
}

/**
 * Limits of a controller, with the fields of SystemLimits in the vendor's API (controller_limits since 20.1.1). The figures are of the order
 * of a real one's; nothing here is refused for them.
 */
function systemLimits(base: string): JsonObject {
  const sizing = (flavor: string, num_virtualservices: number, num_servers: number) => ({ flavor, num_virtualservices, num_servers });
  const limits = {
    url: `${base}/api/systemlimits/default`,
    uuid: "default",
    controller_limits: {
      certificates_per_virtualservice: 512,
      controller_sizing_limits: [
        sizing("CONTROLLER_SMALL", 200, 5000),
        sizing("CONTROLLER_MEDIUM", 1000, 10_000),
        sizing("CONTROLLER_LARGE", 5000, 25_000),
      ],
      poolgroups_per_virtualservice: 1000,
      pools_per_poolgroup: 1000,
      routes_per_vrfcontext: 1000,
      rules_per_httppolicy: 512,
      servers_per_pool: 400,
      sni_children_per_parent: 200,
    },
    serviceengine_limits: {},
  };
  return { count: 1, results: [limits] };
}

function inventory(state: ControllerState, request: AviRequest, scope: AviScope): JsonObject {
  const view = { base: baseOf(request), version: scope.version, names: request.query.flag("include_name") };
  const listing = listObjects(state, modelForPath("virtualservice"), request.query, scope, view);
  const results = asArray(listing.results).map((config): Json => {
    const { uuid, url } = asObject(config);
    return {
      uuid: text(uuid),
      url: text(url),
      config,
      runtime: { oper_status: virtualServiceStatus(state, state.store.get("virtualservice", text(uuid)) ?? {}) },
      health_score: { health_score: 100 },
      alert: { low: 0 },
      faults: {},
      has_pool_with_realtime_metrics: false,
    };
  });
  return asInventory("virtualservice", { ...listing, results });
}

/** One flat series per metric asked for. */
function metrics(request: AviRequest): JsonObject {
  const ids = (request.query.get("metric_id") ?? "").split(",");
  const steps = Math.min(Math.max(Number(request.query.get("limit") ?? 1) || 1, 1), 1000);
  const step = Number(request.query.get("step") ?? 300) || 300;
  const entity = request.query.get("obj_id") ?? "controller";
  const series = ids.map((name) => ({
    header: { name, entity_uuid: entity, statistics: { mean: 1, min: 1, max: 1, sum: steps, num_samples: steps } },
    data: Array.from({ length: steps }, (_, i) => ({ timestamp: new Date(i * step * 1000).toISOString(), value: 1 })),
  }));
  return { count: 1, results: [{ entity_uuid: entity, step, limit: steps, series }], metric_id: ids.join(",") };
}

const UUID = "cluster-00000000-0000-4000-8000-000000000001";
const NODE = "127.0.0.1";
const UP_SINCE = "2024-01-01 00:00:00";

/** One node that has always been up: a change of leader or `up_since` makes clients restart. */
export function clusterStatus(): JsonObject {
  return {
    cluster_state: { state: "CLUSTER_UP_NO_HA", progress: 100, up_since: UP_SINCE },
    node_states: [{ name: NODE, role: "CLUSTER_LEADER", state: "CLUSTER_ACTIVE", mgmt_ip: NODE, up_since: UP_SINCE }],
  };
}

/** `/api/cluster` and below it. */
export function cluster({ controller, request, path: [, second] }: AviExchange): AviResponse | undefined {
  if (request.method !== "GET") throw methodNotAllowed(request.method);
  switch (second) {
    case undefined: {
      const nodes = [{ name: NODE, ip: { addr: NODE, type: "V4" }, vm_uuid: "sandbox", vm_hostname: NODE }];
      const url = `${baseOf(request)}/api/cluster`;
      return json(200, { url, uuid: UUID, name: "cluster-0-1", tenant_ref: `${baseOf(request)}/api/tenant/admin`, nodes });
    }
    case "runtime":
      return json(200, {
        node_info: { uuid: UUID, version: controller.settings.version, cluster_uuid: UUID, mgmt_ip: NODE },
        ...clusterStatus(),
      });
    case "version":
      return json(200, versionInfo(controller.settings.version));
    case "status":
      return json(200, clusterStatus());
    default:
      return undefined;
  }
}
