import type { JsonObject } from "../../shared/json";
import { metaOf } from "../resources/meta";

/** One change of one object, as a watch tells it. */
export interface Change {
  type: "ADDED" | "MODIFIED" | "DELETED";
  revision: number;
  key: string;
  object: JsonObject;
  /** As it was before; absent where there was none. */
  before?: JsonObject;
}

type Listener = (change: Change) => void;
type Table = Map<string, JsonObject>;

/** How many changes of a resource are kept for watches and for the later pages of lists. */
const KEPT_CHANGES = 2_000;

/**
 * Objects by resource and key, with one revision for all of them, as in etcd. Objects in it are never changed: a write puts a new one in
 * their place.
 */
export class Store {
  private readonly tables = new Map<string, Table>();
  private readonly changes = new Map<string, Change[]>();
  private readonly listeners = new Map<string, Set<Listener>>();
  /** Per resource, the revision before which changes are no longer known. */
  private readonly forgotten = new Map<string, number>();
  private floor = 0;
  revision = 1;
  /** Called after each change, for the state file. */
  onChange: () => void = () => {};
  /** Told every change of every resource, once the watches have been told. */
  everyChange: Listener = () => {};

  get(resource: string, key: string): JsonObject | undefined {
    return this.tables.get(resource)?.get(key);
  }

  /** In the order of their keys. */
  list(resource: string): [key: string, object: JsonObject][] {
    return sorted(this.tables.get(resource) ?? new Map());
  }

  /** The objects as they were at a revision; undefined when that is too long ago. */
  listAt(resource: string, revision: number): [key: string, object: JsonObject][] | undefined {
    const since = this.changesSince(resource, revision);
    if (!since) return undefined;
    const table = new Map(this.tables.get(resource));
    for (const change of since.reverse()) {
      if (change.before) table.set(change.key, change.before);
      else table.delete(change.key);
    }
    return sorted(table);
  }

  put(resource: string, key: string, object: JsonObject): JsonObject {
    const before = this.get(resource, key);
    const revision = ++this.revision;
    const stored = { ...object, metadata: { ...metaOf(object), resourceVersion: String(revision) } };
    this.table(resource).set(key, stored);
    this.record(resource, { type: before ? "MODIFIED" : "ADDED", revision, key, object: stored, before });
    return stored;
  }

  /** Takes an object away; `last` is what watches see of it. */
  remove(resource: string, key: string, last: JsonObject): JsonObject {
    const before = this.get(resource, key);
    const revision = ++this.revision;
    const gone = { ...last, metadata: { ...metaOf(last), resourceVersion: String(revision) } };
    this.tables.get(resource)?.delete(key);
    this.record(resource, { type: "DELETED", revision, key, object: gone, before });
    return gone;
  }

  watch(resource: string, listener: Listener): () => void {
    const listeners = this.listeners.get(resource) ?? new Set();
    this.listeners.set(resource, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Undefined when some of them have been forgotten. */
  changesSince(resource: string, revision: number): Change[] | undefined {
    if (revision < Math.max(this.floor, this.forgotten.get(resource) ?? 0)) return undefined;
    return (this.changes.get(resource) ?? []).filter((change) => change.revision > revision);
  }

  /** The earliest revision from which changes of a resource are known. */
  earliest(resource: string): number {
    return Math.max(this.floor, this.forgotten.get(resource) ?? 0);
  }

  /** Forgets all changes up to now, as etcd does from time to time. */
  compact(): void {
    this.changes.clear();
    this.floor = this.revision;
  }

  clear(): void {
    for (const [resource, table] of this.tables) for (const [key, object] of [...table]) this.remove(resource, key, object);
  }

  save(): { revision: number; objects: { [resource: string]: [string, JsonObject][] } } {
    return { revision: this.revision, objects: Object.fromEntries([...this.tables].map(([name, table]) => [name, [...table]])) };
  }

  restore(saved: ReturnType<Store["save"]>): void {
    for (const [name, entries] of Object.entries(saved.objects)) this.tables.set(name, new Map(entries));
    this.revision = saved.revision;
    this.floor = saved.revision;
  }

  private table(resource: string): Table {
    const found = this.tables.get(resource) ?? new Map<string, JsonObject>();
    this.tables.set(resource, found);
    return found;
  }

  private record(resource: string, change: Change): void {
    const changes = this.changes.get(resource) ?? [];
    this.changes.set(resource, changes);
    changes.push(change);
    if (changes.length > KEPT_CHANGES) this.forgotten.set(resource, changes.shift()?.revision ?? 0);
    for (const listener of [...(this.listeners.get(resource) ?? [])]) listener(change);
    this.everyChange(change);
    this.onChange();
  }
}

const sorted = (table: Table): [string, JsonObject][] => [...table].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
