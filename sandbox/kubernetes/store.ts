// Stores objects by kind with resource versions and a history for watches.
import type { JsonObject } from "../shared/json";
import { metaOf } from "./metadata";

/** One change of one object, as a watch reports it. */
export interface StoreChange {
  type: "ADDED" | "MODIFIED" | "DELETED";
  revision: number;
  key: string;
  object: JsonObject;
  /** The object before the change; absent for a new object. */
  before?: JsonObject;
}

export type StoreEntry = [key: string, object: JsonObject];
type Listener = (change: StoreChange) => void;

/** The objects of one resource, and what happened to them. */
class ResourceTable {
  readonly objects = new Map<string, JsonObject>();
  readonly listeners = new Set<Listener>();
  changes: StoreChange[] = [];
  /** The revision before which changes are no longer known. */
  forgotten = 0;
  /** In the order of keys; undefined when one came or went since it was asked for. */
  private inOrder: string[] | undefined;

  list(): StoreEntry[] {
    this.inOrder ??= [...this.objects.keys()].sort(byKey);
    return this.inOrder.map((key) => [key, this.objects.get(key)!]); // one that goes takes the order with it
  }

  set(key: string, object: JsonObject): void {
    if (!this.objects.has(key)) this.inOrder = undefined;
    this.objects.set(key, object);
  }

  delete(key: string): void {
    if (this.objects.delete(key)) this.inOrder = undefined;
  }
}

const byKey = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Number of changes of a resource kept for watches and for the later pages of lists. */
const KEPT_CHANGES = 2_000;

/**
 * Objects by resource and key, with one revision for all of them, as in etcd. Objects in it are never changed, so nothing is copied: a write puts
 * a new one in their place.
 */
export class RevisionStore {
  private readonly tables = new Map<string, ResourceTable>();
  revision = 1;
  /** Called after each change, for the state file. */
  onChange: () => void = () => {};

  get(resource: string, key: string): JsonObject | undefined {
    return this.tables.get(resource)?.objects.get(key);
  }

  /** In the order of their keys. */
  list(resource: string): StoreEntry[] {
    return this.tables.get(resource)?.list() ?? [];
  }

  /** The objects as they were at a revision; undefined when that is too long ago. */
  listAt(resource: string, revision: number): StoreEntry[] | undefined {
    const since = this.changesSince(resource, revision);
    if (since?.length === 0) return this.list(resource);
    if (!since) return undefined;
    const then = new Map(this.table(resource).objects);
    for (const change of since.reverse()) {
      if (change.before) then.set(change.key, change.before);
      else then.delete(change.key);
    }
    return [...then].sort(([a], [b]) => byKey(a, b));
  }

  put(resource: string, key: string, object: JsonObject): JsonObject {
    const before = this.get(resource, key);
    const stored = this.stamped(object);
    this.table(resource).set(key, stored);
    this.record(resource, { type: before ? "MODIFIED" : "ADDED", revision: this.revision, key, object: stored, before });
    return stored;
  }

  /** Takes an object away; `last` is what watches see of it. */
  remove(resource: string, key: string, last: JsonObject): JsonObject {
    const before = this.get(resource, key);
    const gone = this.stamped(last);
    this.table(resource).delete(key);
    this.record(resource, { type: "DELETED", revision: this.revision, key, object: gone, before });
    return gone;
  }

  watch(resource: string, listener: Listener): () => void {
    const { listeners } = this.table(resource);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Undefined when some of them have been forgotten. */
  changesSince(resource: string, revision: number): StoreChange[] | undefined {
    const { changes, forgotten } = this.table(resource);
    return revision < forgotten ? undefined : changes.filter((change) => change.revision > revision);
  }

  /** The earliest revision from which changes of a resource are known. */
  earliest(resource: string): number {
    return this.table(resource).forgotten;
  }

  /** Forgets all changes up to now, as etcd does from time to time. */
  compact(): void {
    for (const table of this.tables.values()) {
      table.changes = [];
      table.forgotten = this.revision;
    }
  }

  clear(): void {
    for (const resource of this.tables.keys()) for (const [key, object] of this.list(resource)) this.remove(resource, key, object);
  }

  save(): { revision: number; objects: { [resource: string]: StoreEntry[] } } {
    return { revision: this.revision, objects: Object.fromEntries([...this.tables].map(([name, table]) => [name, table.list()])) };
  }

  restore({ revision, objects }: ReturnType<RevisionStore["save"]>): void {
    this.revision = revision;
    for (const [name, entries] of Object.entries(objects)) for (const [key, object] of entries) this.table(name).set(key, object);
    this.compact();
  }

  private stamped(object: JsonObject): JsonObject {
    return { ...object, metadata: { ...metaOf(object), resourceVersion: String(++this.revision) } };
  }

  private table(resource: string): ResourceTable {
    const table = this.tables.get(resource) ?? new ResourceTable();
    this.tables.set(resource, table);
    return table;
  }

  private record(resource: string, change: StoreChange): void {
    const table = this.table(resource);
    table.changes.push(change);
    // in one go, for a list of thousands is moved each time
    if (table.changes.length >= 2 * KEPT_CHANGES) table.forgotten = table.changes.splice(0, KEPT_CHANGES).at(-1)?.revision ?? 0;
    for (const listener of [...table.listeners]) listener(change);
    this.onChange();
  }
}
