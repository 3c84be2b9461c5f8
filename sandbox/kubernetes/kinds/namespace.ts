import { asArray, asObject, type JsonObject, text } from "../../shared/json";
import { emptyNamespace } from "../chores/empty-namespace";
import type { Cluster } from "../cluster";
import { invalid } from "../errors/field";
import { isEnding, metaOf, nameOf, ownMeta } from "../resources/meta";
import type { Behaviour } from "../resources/resource";

const LABEL = "kubernetes.io/metadata.name";

/** A namespace goes once everything in it has gone. */
export const namespace: Behaviour = {
  defaults(object) {
    const meta = ownMeta(object);
    if (text(meta.name) !== "") meta.labels = { ...asObject(meta.labels), [LABEL]: meta.name! };
  },
  prepare(object, old) {
    ownMeta(object).labels = { ...asObject(metaOf(object).labels), [LABEL]: nameOf(object) };
    object.spec = { finalizers: old ? (asObject(old.spec).finalizers ?? []) : ["kubernetes"] };
    if (!old) object.status = { phase: "Active" };
  },
  validate(object) {
    const { phase } = asObject(object.status);
    if (isEnding(object) || phase === "Active") return [];
    return [invalid("status.Phase", phase, "may only be 'Active' if `deletionTimestamp` is empty")];
  },
  holds: (object) => asArray(asObject(object.spec).finalizers).length > 0,
  ending: (object) => ({ ...object, status: { ...asObject(object.status), phase: "Terminating" } }),
  stored(object: JsonObject, cluster: Cluster) {
    if (isEnding(object)) emptyNamespace(cluster, object);
  },
};
