// Kinds Namespace and Tenant: delete their contents before themselves.
import { asArray, asObject, type JsonObject, text } from "../../shared/json";
import type { Behaviour } from "../cluster";
import { empty } from "../delete";
import { isEnding, keyOfObject, metaOf, nameOf, ownMeta, partOf, segment, undotted } from "../metadata";
import { invalid } from "../status";

const LABEL = "kubernetes.io/metadata.name";

/** Behaviour of a kind that contains other objects: an object of it goes once everything in it has gone. */
const container: Behaviour = {
  prepare(object, old) {
    object.spec = { ...asObject(object.spec), finalizers: old ? (asObject(old.spec).finalizers ?? []) : ["kubernetes"] };
    if (!old) object.status = { phase: "Active" };
  },
  holds: (object) => asArray(asObject(object.spec).finalizers).length > 0,
  ending: (object) => ({ ...object, status: { ...asObject(object.status), phase: "Terminating" } }),
};

export const namespace: Behaviour = {
  ...container,
  names: undotted,
  defaults(object) {
    if (nameOf(object) !== "") partOf(ownMeta(object), "labels")[LABEL] = nameOf(object);
  },
  prepare(object, old, cluster) {
    container.prepare?.(object, old, cluster);
    partOf(ownMeta(object), "labels")[LABEL] = nameOf(object);
  },
  validate(object) {
    const { phase } = asObject(object.status);
    if (isEnding(object) || phase === "Active") return [];
    return [invalid("status.Phase", phase, "may only be 'Active' if `deletionTimestamp` is empty")];
  },
  stored(object, cluster) {
    const resources = () => cluster.registry.all().filter(({ scope }) => scope === "Namespaced");
    if (isEnding(object)) emptied("namespaces", object, resources, `${text(metaOf(object).tenant)}/${nameOf(object)}/`, cluster);
  },
};

/** A tenant of Arktos; what a new one gets is made by the controllers beside the API. */
export const tenant: Behaviour = {
  ...container,
  // the example of Mizar's design is `customerA`
  names: segment,
  stored(object, cluster) {
    const resources = () => cluster.registry.all().filter(({ scope }) => scope !== "Cluster");
    if (isEnding(object)) emptied("tenants", object, resources, `${nameOf(object)}/`, cluster);
  },
};

type Empty = Parameters<typeof empty>;

function emptied(table: string, object: JsonObject, resources: Empty[1], prefix: string, cluster: Empty[0]): void {
  const key = keyOfObject(object);
  const now = () => cluster.store.get(table, key);
  const isWanted = () => isEnding(now() ?? {});
  empty(cluster, resources, prefix, isWanted, () => {
    const last = now() ?? object;
    cluster.store.remove(table, key, { ...last, spec: { ...asObject(last.spec), finalizers: [] } });
  });
}
