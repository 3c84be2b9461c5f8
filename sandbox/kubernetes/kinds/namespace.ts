import { asArray, asObject, type JsonObject, text } from "../../shared/json";
import { emptyNamespace } from "../chores/empty-namespace";
import type { Cluster } from "../cluster";
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
  holds: (object) => asArray(asObject(object.spec).finalizers).length > 0,
  ending: (object) => ({ ...object, status: { ...asObject(object.status), phase: "Terminating" } }),
  stored(object: JsonObject, cluster: Cluster) {
    if (isEnding(object)) emptyNamespace(cluster, object);
  },
};
