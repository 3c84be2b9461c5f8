// Compares resource versions, so that older answers do not overwrite newer ones.

import type { KubernetesObject } from "../../provider/kubernetes/types";

/** True if one version of an object is older than another. Versions of Kubernetes are numbers that rise; the order of others is unknown. */
export function isOlder(version: string | undefined, other: string | undefined): boolean {
  if (!version || !other || !/^\d+$/.test(version) || !/^\d+$/.test(other)) return false;
  return version.length === other.length ? version < other : version.length < other.length;
}

/** Number of deletions that are remembered: a later event of such an object is late. */
const REMEMBERED = 1000;

const keyOf = ({ metadata: { tenant, namespace, name } }: KubernetesObject) => `${tenant ?? ""}/${namespace ?? ""}/${name}`;

/** The objects of one list, each as last reported; duplicates and what comes late change nothing. */
export class Newest {
  private objects = new Map<string, KubernetesObject>();
  private deleted = new Map<string, string>();

  /** Puts another list in place of the objects. */
  replace(objects: readonly KubernetesObject[]): void {
    this.objects = new Map(objects.map((object) => [keyOf(object), object]));
    this.deleted.clear();
  }

  /** True if the event is newer than the object. */
  take(type: "added" | "modified" | "deleted", object: KubernetesObject): boolean {
    const key = keyOf(object);
    const { resourceVersion: at } = object.metadata;
    const lastVersion = this.objects.get(key)?.metadata.resourceVersion ?? this.deleted.get(key);
    if (lastVersion !== undefined && (lastVersion === at || isOlder(at, lastVersion)))
      return type === "deleted" && lastVersion === at && this.objects.delete(key);
    if (type !== "deleted") {
      this.objects.set(key, object);
      return true;
    }
    if (at !== undefined) this.deleted.set(key, at);
    const [first] = this.deleted.keys();
    if (first !== undefined && this.deleted.size > REMEMBERED) this.deleted.delete(first);
    return this.objects.delete(key);
  }

  all(): KubernetesObject[] {
    return [...this.objects.values()];
  }
}
