import { type KubeObject, keyOf } from "./object";
import type { Kind } from "./resources";

/** The objects of the server as far as they are known, and a word when one changes. */
export class Cache {
  private readonly kinds = new Map<Kind, Map<string, KubeObject>>();
  /** `gone` is the last state of an object that no longer exists. */
  onChange: (kind: Kind, key: string, gone?: KubeObject) => void = () => {};

  get(kind: Kind, key: string): KubeObject | undefined {
    return this.kinds.get(kind)?.get(key);
  }

  list(kind: Kind): KubeObject[] {
    return [...(this.kinds.get(kind)?.values() ?? [])];
  }

  /** Says of everything there is that it changed. */
  touch(): void {
    for (const [kind, table] of this.kinds) for (const key of table.keys()) this.onChange(kind, key);
  }

  /** Takes a newer state; an older one, as answers that cross with a watch bring them, is dropped. */
  put(object: KubeObject): void {
    const key = keyOf(object);
    const known = this.get(object.kind, key);
    if (known && known.metadata.uid === object.metadata.uid && !isNewer(object, known)) return;
    this.table(object.kind).set(key, object);
    this.onChange(object.kind, key);
  }

  remove(object: KubeObject): void {
    const key = keyOf(object);
    const known = this.get(object.kind, key);
    if (!known || known.metadata.uid !== object.metadata.uid) return;
    this.table(object.kind).delete(key);
    this.onChange(object.kind, key, object);
  }

  /** A whole list: what is not in it is gone. */
  replace(kind: Kind, objects: KubeObject[]): void {
    const present = new Set(objects.map(keyOf));
    for (const known of this.list(kind)) if (!present.has(keyOf(known))) this.remove(known);
    for (const object of objects) this.put(object);
  }

  private table(kind: Kind): Map<string, KubeObject> {
    const table = this.kinds.get(kind);
    if (table) return table;
    const made = new Map<string, KubeObject>();
    this.kinds.set(kind, made);
    return made;
  }
}

/** Versions are numbers that rise, on every server there is. */
function isNewer(object: KubeObject, than: KubeObject): boolean {
  return Number(object.metadata.resourceVersion) > Number(than.metadata.resourceVersion);
}
