import type { JsonObject } from "../../shared/json";
import type { Cluster } from "../cluster";
import { finalizersOf, isEnding, keyOfObject, metaOf, timestamp } from "../resources/meta";
import { type Resource, storageOf } from "../resources/resource";

/** Deletes an object on behalf of the server itself: at once, or marked where finalizers hold it. */
export function letGo(cluster: Cluster, resource: Resource, object: JsonObject): void {
  const [table, key] = [storageOf(resource), keyOfObject(object)];
  if (finalizersOf(object).length === 0 && !resource.holds?.(object)) {
    const gone = cluster.store.remove(table, key, object);
    resource.removed?.(gone, cluster);
    return;
  }
  if (isEnding(object)) return;
  const metadata = { ...metaOf(object), deletionTimestamp: timestamp(), deletionGracePeriodSeconds: 0 };
  const marked = resource.ending?.({ ...object, metadata }) ?? { ...object, metadata };
  const stored = cluster.store.put(table, key, marked);
  resource.stored?.(stored, cluster);
}

/** Takes a finalizer off an object; with the last one an ending object goes. */
export function withoutFinalizer(cluster: Cluster, resource: Resource, object: JsonObject, finalizer: string): void {
  const left = finalizersOf(object).filter((each) => each !== finalizer);
  const { finalizers: _, ...rest } = metaOf(object);
  const fresh = { ...object, metadata: left.length > 0 ? { ...rest, finalizers: left } : rest };
  const [table, key] = [storageOf(resource), keyOfObject(object)];
  if (left.length > 0 || resource.holds?.(object)) cluster.store.put(table, key, fresh);
  else {
    const gone = cluster.store.remove(table, key, object);
    resource.removed?.(gone, cluster);
  }
}
