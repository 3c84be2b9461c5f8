import type { Kind } from "../../lifecycle/kind";
import { check } from "./check";
import { create } from "./create";
import { diff } from "./diff";
import { read } from "./read";
import { remove } from "./remove";
import type { ObjectKind } from "./table";
import { update } from "./update";

/** The kind of resource that stands for one sort of Kubernetes object. */
export function objectKind(table: ObjectKind): Kind {
  return {
    name: `mizar:${table.name}`,
    namespace: "mizar",
    check: (olds, news, notice) => check(table, olds, news, notice),
    diff: (_id, olds, news) => diff(table, olds, news),
    create: (ctx, news) => create(table, ctx, news),
    read: (ctx, id, last) => read(table, ctx, id, last),
    update: (ctx, id, olds, news) => update(table, ctx, id, olds, news),
    delete: (ctx, id, last) => remove(table, ctx, id, last),
  };
}
