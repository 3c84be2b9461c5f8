import { asArray, asObject } from "../../shared/json";
import { emptyTenant } from "../chores/empty-namespace";
import { isEnding } from "../resources/meta";
import type { Behaviour } from "../resources/resource";

/** A tenant of Arktos goes once everything it has is gone; what a new one gets is made by the controllers beside the API. */
export const tenant: Behaviour = {
  prepare(object, old) {
    object.spec = { ...asObject(object.spec), finalizers: old ? (asObject(old.spec).finalizers ?? []) : ["kubernetes"] };
    if (!old) object.status = { phase: "Active" };
  },
  holds: (object) => asArray(asObject(object.spec).finalizers).length > 0,
  ending: (object) => ({ ...object, status: { ...asObject(object.status), phase: "Terminating" } }),
  stored(object, cluster) {
    if (isEnding(object)) emptyTenant(cluster, object);
  },
};
