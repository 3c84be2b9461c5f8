// Changes operating statuses as health messages of amphorae do.
import { asArray, type JsonObject, text } from "../shared/json";
import type { OctaviaService } from "./service";
import type { OctaviaKind, OctaviaRow } from "./store";

/**
 * Heartbeat of the amphorae, as the health manager of a real cloud writes it to its database (`heartbeat_udp.py`): the state of each member,
 * and what follows for its pool, the listeners and the load balancer. The API server alone, with no-op drivers, gets none.
 *
 * @param body `{ loadbalancer, down: ["10.0.0.1:8080", ID] }`; without `loadbalancer` all of them, without `down` everything is well
 * @returns how many members are in each state
 */
export function heartbeat(octavia: OctaviaService, { loadbalancer, down }: JsonObject): JsonObject {
  const failing = new Set(asArray(down).map(text));
  const counts: Record<string, number> = {};
  for (const row of octavia.store.list("loadbalancer")) {
    if (row.provisioning_status === "DELETED" || (loadbalancer !== undefined && ![row.id, row.name].includes(text(loadbalancer)))) continue;
    const pools = octavia.tree.pools(row.id).map((pool) => reportPool(octavia, pool, failing, counts));
    for (const listener of octavia.tree.listeners(row.id)) write(octavia, "listener", listener, "ONLINE");
    write(octavia, "loadbalancer", row, pools.includes("ERROR") ? "ERROR" : pools.includes("DEGRADED") ? "DEGRADED" : "ONLINE");
  }
  return counts;
}

function reportPool(octavia: OctaviaService, pool: OctaviaRow, failing: ReadonlySet<string>, counts: Record<string, number>): string {
  const isMonitored = octavia.tree.monitor(pool.id) !== undefined;
  const members = octavia.tree.members(pool.id);
  let errors = 0;
  for (const member of members) {
    const isFailing = failing.has(member.id) || failing.has(`${text(member.address)}:${text(member.protocol_port)}`);
    const status = !isMonitored ? "NO_MONITOR" : member.weight === 0 ? "DRAINING" : isFailing ? "ERROR" : "ONLINE";
    const written = write(octavia, "member", member, status);
    if (written === "ERROR") errors++;
    counts[written] = (counts[written] ?? 0) + 1;
  }
  const isDown = errors > 0 && errors === members.length;
  return write(octavia, "pool", pool, isDown ? "ERROR" : errors > 0 ? "DEGRADED" : "ONLINE");
}

/** OFFLINE for a disabled object; the report of the amphora does not count. */
function write(octavia: OctaviaService, kind: OctaviaKind, row: OctaviaRow, status: string): string {
  const operating_status = row.admin_state_up === false ? "OFFLINE" : status;
  if (row.operating_status !== operating_status) octavia.store.put(kind, { ...row, operating_status });
  return operating_status;
}
