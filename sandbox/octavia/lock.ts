// Locks a load balancer while it changes; answers 409 until then.
import { ApiError } from "./errors";
import type { OctaviaService } from "./service";
import type { OctaviaRow } from "./store";

/**
 * The lock of a load balancer, and the 409 for requests that come while it is held. Every request that changes something takes it here; the
 * worker gives it back when the load balancer is ACTIVE again.
 */

/** Objects that a change locks on its way up to the load balancer. */
export interface Touched {
  listeners?: OctaviaRow[];
  pool?: OctaviaRow;
  policy?: OctaviaRow;
}

/**
 * Every change of anything below a load balancer needs the whole of it: it must be ACTIVE, and is PENDING_UPDATE from then on.
 * Members and monitors also need their pool ACTIVE, rules their policy.
 */
export function lock(octavia: OctaviaService, loadBalancer: string, touched: Touched = {}): void {
  const { pool, policy, listeners = [] } = touched;
  if (pool && pool.provisioning_status !== "ACTIVE") throw immutable("Pool", pool.id);
  if (policy && policy.provisioning_status !== "ACTIVE") throw immutable("L7Policy", policy.id);
  const row = octavia.store.get("loadbalancer", loadBalancer);
  if (row?.provisioning_status !== "ACTIVE") throw immutable("Load Balancer", loadBalancer);
  const update = { provisioning_status: "PENDING_UPDATE" };
  octavia.worker.schedule(octavia.update("loadbalancer", loadBalancer, update));
  for (const listener of listeners) octavia.update("listener", listener.id, update);
  if (pool) octavia.update("pool", pool.id, update);
  if (policy) octavia.update("l7policy", policy.id, update);
}

/** Load balancer, listeners and pool that a change of a member or monitor locks. */
export const locksOfPool = ({ tree }: OctaviaService, pool: OctaviaRow): [loadBalancer: string, touched: Touched] => [
  String(pool.loadbalancer_id),
  { listeners: tree.listenersOfPool(pool), pool },
];

/** Takes the lock for a change of the load balancer itself: from one of these states, into another. */
export function lockWhole(octavia: OctaviaService, { id, provisioning_status: state }: OctaviaRow, to: string, from: string[]): void {
  if (!from.includes(String(state))) throw new ApiError(409, `Invalid state ${String(state)} of loadbalancer resource ${id}`);
  octavia.update("loadbalancer", id, { provisioning_status: to });
}

const immutable = (resource: string, id: string): ApiError => new ApiError(409, `${resource} ${id} is immutable and cannot be updated.`);
