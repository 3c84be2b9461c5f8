import type { AviKind } from "../../../kinds/avi/kind";
import type { Kind } from "../../lifecycle/kind";
import { check } from "./check";
import { diff } from "./diff";
import { readBundle } from "./read";
import { createBundle, deleteBundle, updateBundle } from "./write";

/** A kind of resource from its table of slots: nothing else tells one bundle from another. */
export function bundleKind(bundle: AviKind): Kind {
  return {
    name: bundle.type,
    namespace: "avi",
    check: (_olds, news) => check(bundle, news),
    diff: (id, olds, news) => diff(bundle, id, olds, news),
    create: (ctx, news) => createBundle(bundle, ctx, news),
    read: (ctx, id, last) => readBundle(bundle, ctx, id, last),
    update: (ctx, id, olds, news) => updateBundle(bundle, ctx, id, olds, news),
    delete: (ctx, id, last) => deleteBundle(bundle, ctx, id, last),
  };
}
