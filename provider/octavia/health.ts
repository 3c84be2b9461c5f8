// Reads the health of load balancers and members from Octavia.

import type { AddressHealth, Health, PoolHealth, ServerHealth, ServerState } from "../../requests/health/health";
import { monitorText } from "../../requests/health/monitor-words";
import { faultLine } from "../../requests/health/words";
import { poolsIn } from "../../requests/octavia/pools";
import { LOAD_BALANCER } from "../../resources/octavia/load-balancer";
import type { LoadBalancerBody, LoadBalancerInputs, MemberBody } from "../../resources/octavia/types";
import type { PlannedResource } from "../lifecycle/adoption";
import type { JsonObject } from "../lifecycle/bodies/json";
import type { ConfigSource } from "../lifecycle/handler";
import { connect, LBAAS } from "./client";
import { objects, textIn } from "./tree/compare";

/** Status trees that are read at one time. */
const AT_ONCE = 8;

/**
 * Health of the load balancers of a plan: the list of load balancers, that of health monitors, and one status tree for each load balancer.
 * Octavia gives no reason for a member; the monitor tells what it did not get.
 */
export async function readHealth(config: ConfigSource, planned: readonly PlannedResource[]): Promise<Health> {
  const declared = planned.flatMap(({ kind, inputs }) =>
    kind === LOAD_BALANCER.type ? [(inputs as unknown as LoadBalancerInputs).loadBalancer] : [],
  );
  const health: Health = { pools: [], addresses: [], faults: [] };
  if (declared.length === 0) return health;
  const { octavia, projectId } = connect(config);
  const project_id = (await projectId()) || undefined;
  const [balancers, monitors] = await Promise.all([
    octavia.list(`${LBAAS}/loadbalancers`, "loadbalancers", { project_id, fields: ["id", "name", "provisioning_status"] }),
    octavia.list(`${LBAAS}/healthmonitors`, "healthmonitors", { project_id }),
  ]);
  const existing = balancers.filter(({ provisioning_status }) => provisioning_status !== "DELETED");
  const monitorById = new Map(monitors.map((one) => [textIn(one.id), one]));
  const readOne = async (body: LoadBalancerBody): Promise<void> => {
    const { id, name } = body;
    const liveBalancer = existing.find((one) => (id ? one.id === id : one.name === name));
    if (!liveBalancer) {
      health.addresses.push({ name, state: "down", reason: "there is no such load balancer" });
      return;
    }
    try {
      const { statuses } = await octavia.about(`LoadBalancer ${name}`).get(`${LBAAS}/loadbalancers/${textIn(liveBalancer.id)}/status`);
      const tree = recordIn(recordIn(statuses).loadbalancer);
      if (typeof tree.operating_status !== "string") throw new Error(`the status tree of LoadBalancer ${name} has no operating_status`);
      health.addresses.push(memberAddress(body, tree));
      health.pools.push(...poolsOf(body, tree, monitorById));
    } catch (error) {
      const reason = faultLine(error);
      health.faults.push(reason);
      health.addresses.push({ name, state: "unknown", reason });
    }
  };
  for (let from = 0; from < declared.length; from += AT_ONCE) await Promise.all(declared.slice(from, from + AT_ONCE).map(readOne));
  return health;
}

/** ERROR rolls up from any pool without a member that is up: the others go on. */
const ADDRESS_STATES: { readonly [status: string]: AddressHealth["state"] } = {
  ONLINE: "up",
  DEGRADED: "degraded",
  ERROR: "degraded",
  NO_MONITOR: "up",
};

function memberAddress(
  { name, admin_state_up }: LoadBalancerBody,
  { operating_status: status, provisioning_status: work }: JsonObject,
): AddressHealth {
  if (admin_state_up === false) return { name, state: "disabled", reason: "switched off" };
  const state = ADDRESS_STATES[textIn(status)] ?? "unknown";
  if (work === "ERROR") return { name, state: state === "up" ? "degraded" : state, reason: "its provisioning_status is ERROR" };
  return state === "unknown" ? { name, state, reason: `its operating_status is ${textIn(status)}` } : { name, state };
}

/** Pools of a status tree, each once, with the ports of the listeners that lead to it and the policies that the plan has for it. */
function poolsOf(body: LoadBalancerBody, tree: JsonObject, monitors: ReadonlyMap<string, JsonObject>): PoolHealth[] {
  const ports = new Map(body.listeners?.map(({ name, protocol_port }) => [name, protocol_port]));
  const declared = poolsIn(body);
  const poolById = new Map<string, PoolHealth>();
  for (const listener of objects(tree.listeners)) {
    const port = ports.get(textIn(listener.name));
    for (const pool of objects(listener.pools)) {
      const name = textIn(pool.name);
      const poolHealth = poolById.get(textIn(pool.id)) ?? {
        on: `pools/${name}`,
        address: body.name,
        ports: [],
        rules: rulesTo(body, name),
        servers: serversOf(pool, monitors, declared.get(name)?.members),
      };
      if (port !== undefined && !poolHealth.ports?.includes(port)) poolHealth.ports?.push(port);
      poolById.set(textIn(pool.id), poolHealth);
    }
  }
  return [...poolById.values()];
}

/** Rules whose pool it is, as the routing table names them: a policy, or a listener for all that no policy takes. */
function rulesTo({ listeners = [] }: LoadBalancerBody, pool: string): string[] {
  return listeners.flatMap(({ name, default_pool, l7policies = [] }) => [
    ...(default_pool?.name === pool ? [`listener/${name}`] : []),
    ...l7policies.flatMap((policy) => (policy.redirect_pool?.name === pool ? [`l7policy/${policy.name}`] : [])),
  ]);
}

function serversOf(pool: JsonObject, monitors: ReadonlyMap<string, JsonObject>, declared: readonly MemberBody[] = []): ServerHealth[] {
  const inTree = recordIn(pool.health_monitor);
  const monitor = { ...inTree, ...monitors.get(textIn(inTree.id)) };
  return objects(pool.members).flatMap(({ address, protocol_port: port, operating_status: status }): ServerHealth[] => {
    if (typeof address !== "string" || typeof port !== "number") return [];
    const isOff = declared.some((one) => one.address === address && one.protocol_port === port && one.admin_state_up === false);
    return [{ address, port, ...stateOf(textIn(status), isOff, monitor) }];
  });
}

const STATES: { readonly [status: string]: ServerState } = {
  ONLINE: "up",
  ERROR: "down",
  DRAINING: "draining",
  NO_MONITOR: "unmonitored",
};

/** A member is OFFLINE while it is switched off. Until its monitor has a first result it is OFFLINE too, or NO_MONITOR after a populated create. */
function stateOf(status: string, isOff: boolean, monitor: JsonObject): Pick<ServerHealth, "state" | "reason"> {
  const state = STATES[status];
  if (isOff && state !== "up") return { state: "disabled", reason: "switched off" };
  if (state === "down") return { state, reason: monitorText(monitor) };
  if (state === "draining") return { state, reason: "its weight is 0" };
  if (state === "unmonitored" && monitor.id !== undefined && monitor.admin_state_up !== false)
    return { state: "unknown", reason: "its monitor has no result yet" };
  if (state) return { state };
  if (status === "OFFLINE") return { state: "unknown", reason: "OFFLINE: switched off, or without a result of the monitor yet" };
  return { state: "unknown", reason: status === "" ? "the answer has no operating_status" : `its operating_status is ${status}` };
}

const recordIn = (value: JsonObject[string] | undefined): JsonObject =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
