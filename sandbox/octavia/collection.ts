import { type HttpResponse, json } from "../shared/http";
import type { JsonObject } from "../shared/json";
import type { DataType, Given } from "./body";
import { type Context, mayRead, mayWrite, nothing, type ViewedKind } from "./context";
import { checkQuota } from "./quota";
import { lock, type Touched } from "./service";
import type { Row } from "./store";

/** Operations and fields of one kind below a load balancer. */
export interface Collection {
  kind: Exclude<ViewedKind, "loadbalancer">;
  /** Key of one in bodies, of a list, and the name of the handlers' argument. */
  root: string;
  plural: string;
  argument: string;
  create: DataType;
  update: DataType;
  /** Of members and rules: the object in their path, which is looked up before anything else, and what is below it. */
  above?: { find(ctx: Context, id: string): Row; list(ctx: Context, above: Row): Row[] };
  /** Finds an object by its id; by default wherever it is. */
  find?(ctx: Context, id: string, above: Row | undefined): Row;
  /** The object that a new one is put into. */
  parent(ctx: Context, given: Given, above: Row | undefined): Row;
  /** Refuses a new one before its quota is counted. */
  checkNew?(ctx: Context, given: Given, parent: Row): void;
  /** Locks the load balancer, and adds one. */
  insert(ctx: Context, given: JsonObject, parent: Row): Row;
  /** What a change and a deletion lock: a load balancer, and objects below it. */
  locks(ctx: Context, row: Row, above: Row | undefined): [loadBalancer: string, touched: Touched];
  /** Checks an update and completes it. */
  changes(ctx: Context, given: Given, before: Row): JsonObject;
  /** Checks that come after the lock, and what else changes. */
  locked?(ctx: Context, before: Row, update: JsonObject): JsonObject;
  checkDelete?(ctx: Context, row: Row): void;
}

const idsIn = ({ above }: Collection, ids: string[]): [above: string | undefined, id: string] =>
  above ? [ids[0], ids[1] ?? ""] : [undefined, ids[0] ?? ""];

const find = (ctx: Context, of: Collection, id: string, above: Row | undefined): Row => of.find?.(ctx, id, above) ?? ctx.need(of.kind, id);

export function create(ctx: Context, of: Collection, ...[id = ""]: string[]): HttpResponse {
  const { octavia } = ctx;
  const above = of.above?.find(ctx, id);
  const given = ctx.body(of.argument, of.root, of.create);
  const parent = of.parent(ctx, given, above);
  const project = String(parent.project_id);
  mayWrite(ctx.caller, project);
  of.checkNew?.(ctx, given, parent);
  const row = octavia.store.transaction(() => {
    checkQuota(octavia, of.kind, project);
    return of.insert(ctx, given as JsonObject, parent);
  });
  return json(201, { [of.root]: octavia.views[of.kind](row) });
}

export function read(ctx: Context, of: Collection, ...ids: string[]): HttpResponse {
  const [parent = "", id] = idsIn(of, ids);
  const row = find(ctx, of, id, of.above?.find(ctx, parent));
  mayRead(ctx.caller, String(row.project_id));
  return ctx.one(of.root, ctx.octavia.views[of.kind](row));
}

export function list(ctx: Context, of: Collection, ...[id = ""]: string[]): HttpResponse {
  if (!of.above) return ctx.showAll(of.kind, of.plural);
  const above = of.above.find(ctx, id);
  mayRead(ctx.caller, String(above.project_id));
  return ctx.list(of.kind, of.plural, of.above.list(ctx, above), (row) => ctx.octavia.views[of.kind](row));
}

export function update(ctx: Context, of: Collection, ...ids: string[]): HttpResponse {
  const { octavia } = ctx;
  const [parent = "", id] = idsIn(of, ids);
  const above = of.above?.find(ctx, parent);
  const given = ctx.body(of.argument, of.root, of.update);
  const before = find(ctx, of, id, above);
  mayWrite(ctx.caller, String(before.project_id));
  const changes = of.changes(ctx, given, before);
  const locks = of.locks(ctx, before, above);
  octavia.store.transaction(() => {
    lock(octavia, ...locks);
    const fields = of.locked?.(ctx, before, changes) ?? changes;
    octavia.update(of.kind, before.id, { ...fields, provisioning_status: "PENDING_UPDATE" });
  });
  return json(200, { [of.root]: octavia.views[of.kind](ctx.need(of.kind, before.id)) });
}

/** An object goes: it and all that it hangs on are pending from now on. */
export function remove(ctx: Context, of: Collection, ...ids: string[]): HttpResponse {
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
