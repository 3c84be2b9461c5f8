import { createHash } from "node:crypto";
import { type HttpResponse, json } from "../../shared/http";
import type { JsonObject } from "../../shared/json";
import { mustBeAdmin } from "../caller";
import type { Context } from "../context";
import { notFound } from "../errors";
import { selected } from "../list";
import type { Row } from "../store";

/** The machines behind load balancers: one for each that has been active, made up from its row whenever somebody looks. */
export function amphorae(ctx: Context, [id, what]: string[]): HttpResponse {
  mustBeAdmin(ctx.caller);
  const rows = ctx.octavia.store.list("loadbalancer").filter(hasAmphora).map(amphoraOf);
  if (id === undefined) {
    const wanted = ctx.query.get("loadbalancer_id");
    const found = wanted === null ? rows : rows.filter((row) => row.loadbalancer_id === wanted);
    return json(200, { amphorae: found.map((row) => selected(row, ctx.query)), amphorae_links: [] });
  }
  const row = rows.find((each) => each.id === id);
  if (!row) throw notFound("Amphora", id);
  if (what === "stats") throw notFound("Amphora stats for", id);
  return ctx.one("amphora", row);
}

const hasAmphora = (row: Row): boolean =>
  row.provider !== "noop_driver" && row.provisioning_status !== "DELETED" && row.provisioning_status !== "PENDING_CREATE";

function amphoraOf(row: Row): JsonObject {
  return {
    id: derived(row, "amphora"),
    loadbalancer_id: row.id,
    compute_id: derived(row, "compute"),
    lb_network_ip: "192.0.2.1",
    vrrp_ip: "198.51.100.1",
    ha_ip: row.vip_address ?? null,
    vrrp_port_id: derived(row, "vrrp port"),
    ha_port_id: derived(row, "ha port"),
    cert_expiration: row.created_at ?? null,
    cert_busy: false,
    role: "STANDALONE",
    status: "ALLOCATED",
    vrrp_interface: null,
    vrrp_id: 1,
    vrrp_priority: null,
    cached_zone: null,
    image_id: null,
    compute_flavor: null,
    created_at: row.created_at ?? null,
    updated_at: row.updated_at ?? null,
  };
}

/** The same id each time. */
function derived(row: Row, what: string): string {
  const h = createHash("sha256").update(`${row.id}/${what}`).digest("hex");
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20, 32)}`;
}
