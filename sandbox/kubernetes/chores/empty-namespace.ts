import { asObject, type JsonObject, text } from "../../shared/json";
import type { Cluster } from "../cluster";
import { isEnding, keyOfObject, metaOf, nameOf } from "../resources/meta";
import { type Resource, storageOf } from "../resources/resource";
import { letGo } from "./let-go";

const SOON_MS = 5;
const AGAIN_MS = 50;

/** What the namespace controller does: deletes the contents, then lets the namespace go. */
export function emptyNamespace(cluster: Cluster, namespace: JsonObject): void {
  const prefix = `${text(metaOf(namespace).tenant)}/${nameOf(namespace)}/`;
  empty(cluster, "namespaces", keyOfObject(namespace), prefix, ({ scope }) => scope === "Namespaced");
}

/** What Arktos' tenant controller does with everything a tenant has. */
export function emptyTenant(cluster: Cluster, tenant: JsonObject): void {
  empty(cluster, "tenants", keyOfObject(tenant), `${nameOf(tenant)}/`, ({ scope }) => scope !== "Cluster");
}

function empty(cluster: Cluster, table: string, key: string, prefix: string, holds: (resource: Resource) => boolean): void {
  const step = () => {
    const container = cluster.store.get(table, key);
    if (!container || !isEnding(container)) return;
    let left = 0;
    for (const resource of cluster.registry.all().filter(holds)) {
      for (const [objectKey, object] of cluster.store.list(storageOf(resource)).filter(([each]) => each.startsWith(prefix))) {
        letGo(cluster, resource, object);
        if (cluster.store.get(storageOf(resource), objectKey)) left++;
      }
    }
    if (left > 0) cluster.chores.later(step, AGAIN_MS);
    else cluster.store.remove(table, key, { ...container, spec: { ...asObject(container.spec), finalizers: [] } });
  };
  cluster.chores.later(step, SOON_MS);
}
