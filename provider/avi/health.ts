// Reads the health of virtual services and servers from an Avi controller.

import type { AddressHealth, Health, PoolHealth, ServerHealth } from "../../requests/health/health";
import { faultLine } from "../../requests/health/words";
import { BUNDLE_SLOTS } from "../../resources/avi/bundle";
import { POOL } from "../../resources/avi/pool";
import type { PlannedResource } from "../lifecycle/adoption";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import type { ConfigSource } from "../lifecycle/handler";
import { apiFor } from "./client/api";
import { inventory, serverRuntime } from "./client/runtime";
import { tenantIn } from "./live";
import { reasonIn, serversIn, stateOf } from "./server-states";

/** Most pools with servers that are not up whose details are read; of the others only the counts are known. */
const MOST_DETAILS = 200;

/** Pools that are read at one time. */
const AT_ONCE = 8;

/** Failed reads after which no other pool is tried: each may take as long as a request may. */
const MOST_FAILURES = 8;

/**
 * Health of the pools and virtual services of a plan: one list of each, a hundred to a page, and one request more for each pool of which not
 * all servers are up, because lists have counts alone.
 */
export async function readHealth(config: ConfigSource, planned: readonly PlannedResource[]): Promise<Health> {
  const { session } = apiFor(config);
  const tenant = tenantIn(planned) ?? session.settings.tenant;
  const bodies = new Map(planned.flatMap(poolBodies).map((body) => [String(body.name), body]));
  const [pools, services] = await Promise.all([inventory(session, "pool", tenant), inventory(session, "virtualservice", tenant)]);
  const serviceNames = servicesOf(planned);
  const health: Health = {
    pools: [],
    addresses: services.flatMap((entry) => addressesOf(entry, serviceNames)),
    faults: [],
  };
  const open: CountedPool[] = [];
  for (const entry of pools) {
    const pool = countedPool(entry, bodies);
    if (!pool) continue;
    if (isAsDeclared(pool)) health.pools.push({ on: pool.on, servers: declaredServers(pool), all: "up" });
    else open.push(pool);
  }
  health.pools.push(...(await detailsOf(open.slice(0, MOST_DETAILS), (pool) => serverRuntime(session, pool, tenant), health.faults)));
  for (const pool of open.slice(MOST_DETAILS)) {
    const { up, total } = pool;
    const reason = up === 0 ? undefined : `${up} of ${total} servers of its pool are up; only ${MOST_DETAILS} pools are read one by one`;
    const state = up === 0 && total > 0 ? "down" : "unknown";
    health.pools.push({ on: pool.on, servers: unknownServers(pool, reason).map((one) => ({ ...one, state })) });
  }
  return health;
}

/**
 * Servers of pools that are read one by one. A controller that fails for eight of them, which is the first batch at worst, is asked no further.
 *
 * @param faults takes one line for all pools that could not be read
 */
async function detailsOf(
  pools: readonly CountedPool[],
  read: (pool: CountedPool) => Promise<JsonObject[]>,
  faults: string[],
): Promise<PoolHealth[]> {
  const details: PoolHealth[] = [];
  const failures: string[] = [];
  const readOne = async (pool: CountedPool): Promise<PoolHealth> => {
    try {
      return { on: pool.on, servers: withDisabled(serversIn(await read(pool), portOf(pool.body)), pool) };
    } catch (error) {
      failures.push(faultLine(error));
      return { on: pool.on, servers: unknownServers(pool, faultLine(error)) };
    }
  };
  for (let from = 0; from < pools.length && failures.length < MOST_FAILURES; from += AT_ONCE)
    details.push(...(await Promise.all(pools.slice(from, from + AT_ONCE).map(readOne))));
  const [reason] = failures;
  if (reason === undefined) return details;
  const unread = pools.slice(details.length);
  const more = failures.length - 1 + unread.length;
  faults.push(more === 0 ? reason : `${reason} (and ${more} more ${more === 1 ? "pool" : "pools"} without states of servers)`);
  return [...details, ...unread.map((pool) => ({ on: pool.on, servers: unknownServers(pool, reason) }))];
}

/** A pool of the plan with the counts of the controller. */
interface CountedPool {
  uuid: string;
  name: string;
  on: string;
  body: JsonObject;
  up: number;
  total: number;
  enabled: number;
}

function countedPool({ config, runtime, uuid }: JsonObject, bodies: ReadonlyMap<string, JsonObject>): CountedPool | undefined {
  const { name, uuid: inner } = isObject(config) ? config : {};
  const body = typeof name === "string" ? bodies.get(name) : undefined;
  const id = typeof uuid === "string" ? uuid : inner;
  if (typeof name !== "string" || !body || typeof id !== "string") return undefined;
  const counts = isObject(runtime) ? runtime : {};
  const count = (key: string) => (typeof counts[key] === "number" ? counts[key] : Number.NaN);
  return {
    ...{ uuid: id, name, on: `pool/${name}`, body },
    ...{ up: count("num_servers_up"), total: count("num_servers"), enabled: count("num_servers_enabled") },
  };
}

/** Servers of the body of a pool. */
export const serversOf = ({ servers }: JsonObject): JsonObject[] => (Array.isArray(servers) ? servers.filter(isObject) : []);

const isOff = ({ enabled }: JsonObject): boolean => enabled === false;

/** All servers that are switched on are up, and they are as many as the plan has: nothing more is to be asked. */
function isAsDeclared({ body, up, total, enabled }: CountedPool): boolean {
  const servers = serversOf(body);
  return !isOff(body) && servers.length === total && up === enabled && servers.filter((one) => !isOff(one)).length === enabled;
}

const portOf = ({ default_server_port: port }: JsonObject): number => (typeof port === "number" ? port : 80);

function declaredServers({ body }: CountedPool): ServerHealth[] {
  // @unverified avi/unmonitored
  const isMonitored = Array.isArray(body.health_monitor_refs) && body.health_monitor_refs.length > 0;
  return serversOf(body).map((server) => ({
    ...serverAddressIn(server, body),
    ...(isOff(server) ? { state: "disabled", reason: "switched off" } : { state: isMonitored ? "up" : "unmonitored" }),
  }));
}

const unknownServers = ({ body }: CountedPool, reason: string | undefined): ServerHealth[] =>
  serversOf(body).map((server) => ({ ...serverAddressIn(server, body), state: "unknown", ...(reason === undefined ? {} : { reason }) }));

/** Servers that are switched off, of which the runtime need not tell. */
function withDisabled(servers: readonly ServerHealth[], { body }: CountedPool): ServerHealth[] {
  const reportedServers = new Set(servers.map(({ address, port }) => `${address} ${port}`));
  const off = serversOf(body)
    .filter((server) => isOff(server) || isOff(body))
    .map(
      (server): ServerHealth => ({
        ...serverAddressIn(server, body),
        state: "disabled",
        reason: isOff(body) ? "its pool is switched off" : "switched off",
      }),
    )
    .filter(({ address, port }) => !reportedServers.has(`${address} ${port}`));
  return [...servers, ...off];
}

/** Address and port of a server of a pool. */
export function serverAddressIn({ ip, port }: JsonObject, body: JsonObject): Pick<ServerHealth, "address" | "port"> {
  const { addr } = isObject(ip) ? ip : {};
  return { address: String(addr ?? ""), port: typeof port === "number" ? port : portOf(body) };
}

/** Pools of a resource: its own, or those that it holds. */
export function poolBodies({ kind, inputs }: PlannedResource): JsonObject[] {
  const held = BUNDLE_SLOTS.flatMap(({ name, type }) =>
    type === "pool" && Array.isArray(inputs[name]) ? (inputs[name] as JsonObject[]) : [],
  );
  const primaryPool = kind === POOL.type && isObject(inputs.pool as JsonObject) ? [inputs.pool as JsonObject] : [];
  return [...primaryPool, ...held.filter(isObject)];
}

/** Names of the virtual services of a plan. */
function servicesOf(planned: readonly PlannedResource[]): ReadonlySet<string> {
  const bodies = planned.flatMap(({ inputs }) => Object.values(inputs)).filter((value) => isObject(value as JsonObject)) as JsonObject[];
  return new Set(bodies.flatMap(({ name, services, vh_type, type }) => (services || vh_type || type ? [String(name)] : [])));
}

const ADDRESS_STATES: { readonly [state: string]: AddressHealth["state"] } = {
  up: "up",
  down: "down",
  disabled: "disabled",
  draining: "disabled",
};

function addressesOf({ config, runtime }: JsonObject, serviceNames: ReadonlySet<string>): AddressHealth[] {
  const { name } = isObject(config) ? config : {};
  if (typeof name !== "string" || !serviceNames.has(name)) return [];
  const status = isObject(runtime) ? runtime.oper_status : undefined;
  const state = ADDRESS_STATES[stateOf(status)] ?? "unknown";
  const reason = state === "up" ? undefined : reasonIn(status);
  return [{ name, state, ...(reason === undefined ? {} : { reason }) }];
}
