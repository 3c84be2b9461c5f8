import type { JsonObject } from "../../shared/json";
import type { Cluster } from "../cluster";
import { finalizersOf, isEnding, keyOfObject, metaOf, timestamp } from "../resources/meta";
import { type Resource, storageOf } from "../resources/resource";

/** Deletes an object on behalf of the server itself: at once, or marked where finalizers hold it. */
export function letGo(cluster: Cluster, resource: Resource, object: JsonObject): void {
  const [table, key] = [storageOf(resource), keyOfObject(object)];
  if (finalizersOf(object).length === 0 && !resource.holds?.(object)) {
    resource.removed?.(cluster.store.remove(table, key, object), cluster);
    return;
  }
  if (isEnding(object)) return;
  const metadata = { ...metaOf(object), deletionTimestamp: timestamp(), deletionGracePeriodSeconds: 0 };
  const marked = resource.ending?.({ ...object, metadata }) ?? { ...object, metadata };
  resource.stored?.(cluster.store.put(table, key, marked), cluster);
}
