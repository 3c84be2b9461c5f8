import { immutable } from "./errors";
import type { Octavia } from "./service";
import type { Row } from "./store";

/** What a change touches on its way up to the load balancer. */
export interface Touched {
  listeners?: Row[];
  /** The state of those listeners; they are being updated unless they themselves go. */
  listenerStatus?: "PENDING_UPDATE" | "PENDING_DELETE";
  pool?: Row;
  policy?: Row;
}

/**
 * Every change of anything below a load balancer needs the whole of it: it must be ACTIVE, and is PENDING_UPDATE from then on.
 * Members and monitors also need their pool ACTIVE, rules their policy.
 */
export function lock(octavia: Octavia, loadBalancer: string, touched: Touched = {}): void {
  const { pool, policy, listeners = [], listenerStatus = "PENDING_UPDATE" } = touched;
  if (pool && pool.provisioning_status !== "ACTIVE") throw immutable("Pool", pool.id);
  if (policy && policy.provisioning_status !== "ACTIVE") throw immutable("L7Policy", policy.id);
  const row = octavia.store.get("loadbalancer", loadBalancer);
  if (row?.provisioning_status !== "ACTIVE") throw immutable("Load Balancer", loadBalancer);
  const update = { provisioning_status: "PENDING_UPDATE" };
  octavia.worker.schedule(octavia.update("loadbalancer", loadBalancer, update));
  for (const listener of listeners) octavia.update("listener", listener.id, { provisioning_status: listenerStatus });
  if (pool) octavia.update("pool", pool.id, update);
  if (policy) octavia.update("l7policy", policy.id, update);
}
