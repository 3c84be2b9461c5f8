// Runtime and health of virtual services, pools and servers.
import { baseOf, json } from "../shared/http";
import { asArray, asObject, isObject, type Json, type JsonObject, text } from "../shared/json";
import { find, modelForPath } from "./crud";
import type { AviExchange, Controller } from "./exchange";
import { AviError, type AviRequest, type AviResponse, bodyObject, methodNotAllowed } from "./http";
import { listObjects } from "./list";
import { target } from "./references";
import { type ControllerState, referencesOf } from "./state";

/** State of one server as a service engine reports it. */
export interface ServerReport {
  /** `OPER_UP`, `OPER_DOWN` */
  state: string;
  reason: string[];
}

const UP: ServerReport = { state: "OPER_UP", reason: [] };
const DISABLED: ServerReport = { state: "OPER_DISABLED", reason: ["Disabled by the administrator"] };

/** Servers of a pool with their states: up unless a test said otherwise, as with a monitor that is content. */
function serversOf(state: ControllerState, pool: JsonObject): { server: JsonObject; port: number; report: ServerReport }[] {
  const reports = state.serverReports.get(text(pool.uuid));
  return asArray(pool.servers).map((entry) => {
    const server = asObject(entry);
    const port = Number(server.port ?? pool.default_server_port ?? 80);
    const isOff = server.enabled === false || pool.enabled === false;
    return { server, port, report: isOff ? DISABLED : (reports?.get(`${text(asObject(server.ip).addr)}:${port}`) ?? UP) };
  });
}

/** Numbers and state of a pool: up while one of its servers is. */
function poolRuntime(state: ControllerState, pool: JsonObject): JsonObject {
  const servers = serversOf(state, pool);
  const count = (oper: string) => servers.filter(({ report }) => report.state === oper).length;
  const [up, enabled, total] = [count("OPER_UP"), servers.length - count("OPER_DISABLED"), servers.length];
  const percent = (of: number) => (of === 0 ? 0 : Math.floor((100 * up) / of));
  const reason = up > 0 ? [] : [total === 0 ? "Pool has no servers" : "All servers are down"];
  const oper = pool.enabled === false ? "OPER_DISABLED" : up > 0 ? "OPER_UP" : "OPER_DOWN";
  return {
    ...{ oper_status: operStatus({ state: oper, reason }), num_servers: total, num_servers_enabled: enabled, num_servers_up: up },
    ...{ percent_servers_up_enabled: percent(enabled), percent_servers_up_total: percent(total) },
  };
}

const operStatus = ({ state, reason }: ServerReport): JsonObject => ({ state, ...(reason.length > 0 ? { reason: [...reason] } : {}) });

/** State of a virtual service: up while one of its pools is, or where it needs none (avi.md 1.3). */
export function virtualServiceStatus(state: ControllerState, vs: JsonObject): JsonObject {
  if (vs.enabled === false) return operStatus({ state: "OPER_DISABLED", reason: ["Virtual service is disabled"] });
  const pools = poolsBelow(state, "virtualservice", vs);
  const isUp = pools.length === 0 || pools.some((pool) => asObject(poolRuntime(state, pool).oper_status).state === "OPER_UP");
  return operStatus(isUp ? UP : { state: "OPER_DOWN", reason: ["All pools are down"] });
}

const WAY = new Set(["httppolicyset", "l4policyset", "vsdatascriptset", "poolgroup", "pool"]);

function poolsBelow(state: ControllerState, type: string, object: JsonObject, seen = new Set<string>()): JsonObject[] {
  return [...referencesOf(type, object)].flatMap((reference) => {
    const at = target(reference);
    if (!at || !WAY.has(at.type) || seen.has(reference)) return [];
    seen.add(reference);
    const storedObject = state.store.get(at.type, at.uuid);
    if (!storedObject) return [];
    return at.type === "pool" ? [storedObject] : poolsBelow(state, at.type, storedObject, seen);
  });
}

/** `/api/pool-inventory`: configuration and numbers of each pool; of single servers it says nothing. */
export function poolInventory({ state, request, scope }: AviExchange): AviResponse {
  if (request.method !== "GET") throw methodNotAllowed(request.method);
  const view = { base: baseOf(request), version: scope.version, names: request.query.flag("include_name") };
  const listing = listObjects(state, modelForPath("pool"), request.query, scope, view);
  const results = asArray(listing.results).map((entry): Json => {
    const { uuid, url, name, enabled, cloud_ref, tenant_ref, default_server_port, created_by } = asObject(entry);
    const stored = state.store.get("pool", text(uuid)) ?? {};
    const config = { uuid, url, name, enabled: enabled ?? true, cloud_ref, tenant_ref, default_server_port, created_by };
    return {
      ...{ uuid: text(uuid), url: text(url), config: JSON.parse(JSON.stringify(config)) },
      ...{ runtime: poolRuntime(state, stored), health_score: { health_score: 100 }, alert: { low: 0 } },
    };
  });
  return json(200, asInventory("pool", { ...listing, results }));
}

/** A page of a list whose next one is of the inventory, too. */
export function asInventory(type: string, page: JsonObject): JsonObject {
  if (typeof page.next !== "string") return page;
  return { ...page, next: page.next.replace(`/api/${type}?`, `/api/${type}-inventory?`) };
}

/** `/api/pool/<uuid>/runtime/server/detail`: each server with the opinion of the one service engine there is. */
export function poolServers({ state, request, scope, path: [, uuid = "", ...rest] }: AviExchange): AviResponse | undefined {
  if (rest.join("/").replace(/\/$/, "") !== "runtime/server/detail") return undefined;
  if (request.method !== "GET") throw methodNotAllowed(request.method);
  const pool = find(state, modelForPath("pool"), uuid, scope);
  const entries = serversOf(state, pool).map(
    ({ server, port, report }): JsonObject => ({
      ...{ ip_addr: asObject(server.ip), port, oper_status: operStatus(report) },
      ...{ se_uuid: "se-sandbox", is_local: true, is_standby: false },
    }),
  );
  return json(200, entries);
}

/** `POST /_lab/server`: `{ pool, server: "10.0.0.1:8080", state, reason }`; without `server` all of the pool, without `state` up again. */
export function reportServer(controller: Controller, request: AviRequest): AviResponse {
  const { pool: name, server, state = UP.state, reason } = bodyObject(request);
  const [pool] = controller.state.store.named("pool", text(name));
  if (!pool) throw new AviError(404, `no pool ${text(name)}`);
  const texts = (Array.isArray(reason) ? reason : reason === undefined ? [] : [reason]).map(text);
  const count = setServer(controller.state, pool, server === undefined ? undefined : text(server), { state: text(state), reason: texts });
  if (count === 0) throw new AviError(404, `pool ${text(name)} has no server ${text(server)}`);
  return json(200, { servers: count });
}

function setServer(state: ControllerState, pool: JsonObject, server: string | undefined, report: ServerReport): number {
  const names = asArray(pool.servers)
    .filter(isObject)
    .map(({ ip, port }) => `${text(asObject(ip).addr)}:${Number(port ?? pool.default_server_port ?? 80)}`);
  const chosen = names.filter((one) => server === undefined || one === server);
  const reports = state.serverReports.get(text(pool.uuid)) ?? new Map<string, ServerReport>();
  for (const name of chosen) reports.set(name, report);
  state.serverReports.set(text(pool.uuid), reports);
  return chosen.length;
}
