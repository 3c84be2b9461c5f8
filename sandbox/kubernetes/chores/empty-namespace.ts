import { asObject, type JsonObject, text } from "../../shared/json";
import type { Cluster } from "../cluster";
import { isEnding, keyOfObject, metaOf, nameOf } from "../resources/meta";
import { storageOf } from "../resources/resource";
import { letGo } from "./let-go";

const AGAIN_MS = 50;

/** What the namespace controller does: deletes the contents, then lets the namespace go. */
export function emptyNamespace(cluster: Cluster, namespace: JsonObject): void {
  cluster.chores.later(() => step(cluster, keyOfObject(namespace)), 5);
}

function step(cluster: Cluster, key: string): void {
  const namespace = cluster.store.get("namespaces", key);
  if (!namespace || !isEnding(namespace)) return;
  const prefix = `${text(metaOf(namespace).tenant)}/${nameOf(namespace)}/`;
  let left = 0;
  for (const resource of cluster.registry.all().filter(({ scope }) => scope === "Namespaced")) {
    for (const [objectKey, object] of cluster.store.list(storageOf(resource)).filter(([each]) => each.startsWith(prefix))) {
      letGo(cluster, resource, object);
      if (cluster.store.get(storageOf(resource), objectKey)) left++;
    }
  }
  if (left > 0) cluster.chores.later(() => step(cluster, key), AGAIN_MS);
  else cluster.store.remove("namespaces", key, { ...namespace, spec: { ...asObject(namespace.spec), finalizers: [] } });
}
