import { type HttpResponse, json } from "../../shared/http";
import type { JsonObject } from "../../shared/json";
import { mayRead } from "../caller";
import type { Context } from "../context";
import type { Row } from "../store";
import type { Tree } from "../tree";

const NO_TRAFFIC = { bytes_in: 0, bytes_out: 0, active_connections: 0, total_connections: 0, request_errors: 0 };

/** The states of everything that is in use: pools that no listener uses are not there. */
export function readStatus(ctx: Context, id: string): HttpResponse {
  ctx.noParameters();
  const row = ctx.need("loadbalancer", id);
  mayRead(ctx.caller, String(row.project_id));
  const { tree } = ctx.octavia;
  const listeners = tree.listeners(row.id).map((listener) => ({
    ...states(listener),
    pools: tree.poolsOfListener(listener).map((pool) => statesOfPool(tree, pool)),
  }));
  return json(200, { statuses: { loadbalancer: { ...states(row), listeners } } });
}

function statesOfPool(tree: Tree, pool: Row): JsonObject {
  const monitor = tree.monitor(pool.id);
  return {
    ...states(pool),
    health_monitor: monitor ? { ...states(monitor), type: monitor.type ?? null } : null,
    members: tree
      .members(pool.id)
      .map((member) => ({ ...states(member), address: member.address ?? null, protocol_port: member.protocol_port ?? null })),
  };
}

const states = (row: Row): JsonObject => ({
  id: row.id,
  name: row.name ?? "",
  operating_status: row.operating_status ?? null,
  provisioning_status: row.provisioning_status ?? null,
});

/** Nothing forwards traffic here. */
export function readStatistics(ctx: Context, kind: "loadbalancer" | "listener", id: string): HttpResponse {
  ctx.noParameters();
  mayRead(ctx.caller, String(ctx.need(kind, id).project_id));
  return json(200, { stats: NO_TRAFFIC });
}
