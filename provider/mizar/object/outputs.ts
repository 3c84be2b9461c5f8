import type { Bag } from "../../lifecycle/kind";
import { countOf } from "./diff";
import { declaredIn } from "./inputs";
import type { ObjectKind, View } from "./table";

/** Everything the state holds of a resource. `declared` is what was declared, or what stands there instead. */
export function outputs(kind: ObjectKind, declared: Bag, view: View): Bag {
  const { uid, tenant } = view.object.metadata;
  return {
    ...declaredIn(declared),
    ...kind.outputs(view),
    uid,
    ...(typeof tenant === "string" ? { inTenant: tenant } : {}),
    ...(kind.count ? { counted: countOf(kind, declared) ?? countOf(kind, view.object) } : {}),
  };
}
