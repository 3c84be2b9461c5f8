import { asArray, asObject, isObject, type JsonObject, text } from "../../shared/json";
import { letGo } from "../chores/let-go";
import type { Cluster } from "../cluster";
import { DEFINITIONS } from "../custom/definitions";
import { finalizersOf, isEnding, keyOfObject, metaOf, timestamp } from "../resources/meta";
import { type Behaviour, storageOf } from "../resources/resource";
import { definitionFaults, versionsOf } from "./definition-rules";

const AGAIN_MS = 50;
const CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

/** Its kinds are served from the moment it is stored, and go with it. */
export const customResourceDefinition: Behaviour = {
  defaults(object) {
    const spec = asObject(object.spec);
    const names = asObject(spec.names);
    if (!text(names.singular)) names.singular = text(names.kind).toLowerCase();
    if (!text(names.listKind)) names.listKind = `${text(names.kind)}List`;
    spec.names = names;
    if (!isObject(spec.conversion)) spec.conversion = { strategy: "None" };
  },
  prepare(object, old) {
    if (old) return;
    const stored = versionsOf(object).filter((version) => version.storage === true);
    const storedVersions = stored.length > 0 ? stored.map(({ name }) => name ?? null) : null;
    object.status = { conditions: null, acceptedNames: { plural: "", kind: "" }, storedVersions };
  },
  validate: (object, old, cluster) => definitionFaults(object, old, cluster.arktos),
  stored(object, cluster) {
    if (isEnding(object)) cluster.chores.later(() => cleanUp(cluster, keyOfObject(object)));
    else if (asArray(asObject(object.status).conditions).length === 0) establish(cluster, object);
    cluster.kinds.refresh();
  },
  removed: (_, cluster) => cluster.kinds.refresh(),
};

/** What the controllers of the real server write a moment later. */
function establish(cluster: Cluster, object: JsonObject): void {
  const condition = (type: string, reason: string, message: string) => ({
    ...{ type, status: "True", lastTransitionTime: timestamp(), reason, message },
  });
  const status = {
    ...asObject(object.status),
    acceptedNames: asObject(object.spec).names!,
    conditions: [
      condition("NamesAccepted", "NoConflicts", "no conflicts found"),
      condition("Established", "InitialNamesAccepted", "the initial names have been accepted"),
    ],
  };
  const metadata = { ...metaOf(object), finalizers: [...new Set([...finalizersOf(object), CLEANUP])] };
  cluster.store.put(DEFINITIONS, keyOfObject(object), { ...object, metadata, status });
}

/** Deletes the objects of the kind, then the definition. */
function cleanUp(cluster: Cluster, key: string): void {
  const definition = cluster.store.get(DEFINITIONS, key);
  if (!definition || !isEnding(definition)) return;
  const [resource] = cluster.kinds.resourcesOf(definition);
  let left = 0;
  if (resource) {
    for (const [, object] of cluster.store.list(storageOf(resource))) letGo(cluster, resource, object);
    left = cluster.store.list(storageOf(resource)).length;
  }
  if (left > 0) cluster.chores.later(() => cleanUp(cluster, key), AGAIN_MS);
  else release(cluster, key, definition);
}

function release(cluster: Cluster, key: string, definition: JsonObject): void {
  const others = finalizersOf(definition).filter((finalizer) => finalizer !== CLEANUP);
  const metadata = { ...metaOf(definition), finalizers: others };
  if (others.length > 0) cluster.store.put(DEFINITIONS, key, { ...definition, metadata });
  else cluster.store.remove(DEFINITIONS, key, definition);
  cluster.kinds.refresh();
}
