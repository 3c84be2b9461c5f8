// Operations that all kinds below a load balancer share.
import { type HttpResponse, json } from "../shared/http";
import type { JsonObject } from "../shared/json";
import type { DataType, GivenBody } from "./body";
import { type LbaasRequest, mayRead, mayWrite, nothing, type ViewedKind } from "./context";
import { lock, type Touched } from "./lock";
import { checkQuota } from "./quota";
import type { OctaviaRow } from "./store";

/** Operations and fields of one kind below a load balancer. */
export interface OctaviaCollection {
  kind: Exclude<ViewedKind, "loadbalancer">;
  /** Key of one in bodies, of a list, and the name of the handlers' argument. */
  root: string;
  plural: string;
  argument: string;
  create: DataType;
  update: DataType;
  /** The object in the path of members and rules, which is looked up first, and the objects below it. */
  above?: { find(ctx: LbaasRequest, id: string): OctaviaRow; list(ctx: LbaasRequest, above: OctaviaRow): OctaviaRow[] };
  /** Finds an object by its id; by default wherever it is. */
  find?(ctx: LbaasRequest, id: string, above: OctaviaRow | undefined): OctaviaRow;
  /** The object that a new one is put into. */
  parent(ctx: LbaasRequest, body: GivenBody, above: OctaviaRow | undefined): OctaviaRow;
  /** Refuses a new one before its quota is counted. */
  checkNew?(ctx: LbaasRequest, body: GivenBody, parent: OctaviaRow): void;
  /** Locks the load balancer, and adds one. */
  insert(ctx: LbaasRequest, body: JsonObject, parent: OctaviaRow): OctaviaRow;
  /** Load balancer that a change and a deletion lock, and the locked objects below it. */
  locks(ctx: LbaasRequest, row: OctaviaRow, above: OctaviaRow | undefined): [loadBalancer: string, touched: Touched];
  /** Checks an update and completes it. */
  changes(ctx: LbaasRequest, body: GivenBody, before: OctaviaRow): JsonObject;
  /** Checks that come after the lock, and what else changes. */
  locked?(ctx: LbaasRequest, before: OctaviaRow, update: JsonObject): JsonObject;
  checkDelete?(ctx: LbaasRequest, row: OctaviaRow): void;
}

const idsIn = ({ above }: OctaviaCollection, ids: string[]): [above: string | undefined, id: string] =>
  above ? [ids[0], ids[1] ?? ""] : [undefined, ids[0] ?? ""];

const find = (ctx: LbaasRequest, of: OctaviaCollection, id: string, above: OctaviaRow | undefined): OctaviaRow =>
  of.find?.(ctx, id, above) ?? ctx.need(of.kind, id);

export function create(ctx: LbaasRequest, of: OctaviaCollection, ...[id = ""]: string[]): HttpResponse {
  const { octavia } = ctx;
  const above = of.above?.find(ctx, id);
  const fields = ctx.body(of.argument, of.root, of.create);
  const parent = of.parent(ctx, fields, above);
  const project = String(parent.project_id);
  mayWrite(ctx.caller, project);
  of.checkNew?.(ctx, fields, parent);
  const row = octavia.store.transaction(() => {
    checkQuota(octavia, of.kind, project);
    return of.insert(ctx, fields as JsonObject, parent);
  });
  return json(201, { [of.root]: octavia.views[of.kind](row) });
}

export function read(ctx: LbaasRequest, of: OctaviaCollection, ...ids: string[]): HttpResponse {
  const [parent = "", id] = idsIn(of, ids);
  const row = find(ctx, of, id, of.above?.find(ctx, parent));
  mayRead(ctx.caller, String(row.project_id));
  return ctx.one(of.root, ctx.octavia.views[of.kind](row));
}

export function list(ctx: LbaasRequest, of: OctaviaCollection, ...[id = ""]: string[]): HttpResponse {
  if (!of.above) return ctx.showAll(of.kind, of.plural);
  const above = of.above.find(ctx, id);
  mayRead(ctx.caller, String(above.project_id));
  return ctx.list(of.kind, of.plural, of.above.list(ctx, above), (row) => ctx.octavia.views[of.kind](row));
}

export function update(ctx: LbaasRequest, of: OctaviaCollection, ...ids: string[]): HttpResponse {
  const { octavia } = ctx;
  const [parent = "", id] = idsIn(of, ids);
  const above = of.above?.find(ctx, parent);
  const body = ctx.body(of.argument, of.root, of.update);
  const before = find(ctx, of, id, above);
  mayWrite(ctx.caller, String(before.project_id));
  const changes = of.changes(ctx, body, before);
  const locks = of.locks(ctx, before, above);
  octavia.store.transaction(() => {
    lock(octavia, ...locks);
    const fields = of.locked?.(ctx, before, changes) ?? changes;
    octavia.update(of.kind, before.id, { ...fields, provisioning_status: "PENDING_UPDATE" });
  });
  return json(200, { [of.root]: octavia.views[of.kind](ctx.need(of.kind, before.id)) });
}

/** An object goes: it and all that it hangs on are pending from now on. */
export function remove(ctx: LbaasRequest, of: OctaviaCollection, ...ids: string[]): HttpResponse {
  ctx.noParameters();
  const { octavia } = ctx;
  const [parent = "", id] = idsIn(of, ids);
  const above = of.above?.find(ctx, parent);
  const row = find(ctx, of, id, above);
  mayWrite(ctx.caller, String(row.project_id));
  of.checkDelete?.(ctx, row);
  const locks = of.locks(ctx, row, above);
  octavia.store.transaction(() => {
    lock(octavia, ...locks);
    octavia.update(of.kind, row.id, { provisioning_status: "PENDING_DELETE" });
  });
  return nothing(204);
}
