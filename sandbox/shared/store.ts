// Stores objects of several kinds by id.
import type { JsonObject } from "./json";

interface Write<T, K> {
  kind: K;
  id: string;
  before: T | undefined;
}

/** Objects of several kinds by id, in the order in which they came. They are replaced, never changed in place. */
export class Store<T extends JsonObject = JsonObject, K extends string = string> {
  private readonly tables = new Map<K, Map<string, T>>();
  private journal: Write<T, K>[] | undefined;
  /** Called after each change, for the state file. */
  onChange: () => void = () => {};

  constructor(
    private readonly idOf: (object: T) => string = ({ id }) => String(id),
    /** Ids with one key are those of one object. */
    private readonly keyOf: (id: string) => string = (id) => id,
  ) {}

  get(kind: K, id: string): T | undefined {
    return this.tables.get(kind)?.get(this.keyOf(id));
  }

  list(kind: K): T[] {
    return [...(this.tables.get(kind)?.values() ?? [])];
  }

  kinds(): K[] {
    return [...this.tables.keys()];
  }

  put(kind: K, object: T): T {
    this.set(kind, this.keyOf(this.idOf(object)), object);
    return object;
  }

  remove(kind: K, id: string): boolean {
    const exists = this.get(kind, id) !== undefined;
    if (exists) this.set(kind, this.keyOf(id), undefined);
    return exists;
  }

  clear(): void {
    for (const [kind, table] of this.tables) for (const [id, object] of table) this.changed(kind, id, object, undefined);
    this.tables.clear();
    this.onChange();
  }

  /** Runs work that either changes everything it wants or, when it throws, nothing. */
  transaction<R>(work: () => R): R {
    if (this.journal) return work();
    const journal: Write<T, K>[] = [];
    this.journal = journal;
    try {
      return work();
    } catch (error) {
      this.journal = undefined;
      for (const { kind, id, before } of journal.reverse()) this.set(kind, id, before);
      throw error;
    } finally {
      this.journal = undefined;
    }
  }

  save(): { [kind: string]: [string, T][] } {
    return Object.fromEntries([...this.tables].map(([kind, table]) => [kind, [...table]]));
  }

  /** Takes up what was saved, in place of what there is. */
  restore(saved: { [kind: string]: [string, T][] }): void {
    this.clear();
    for (const [kind, entries] of Object.entries(saved)) for (const [, object] of entries) this.put(kind as K, object);
  }

  /** Keeps the indexes of a server; called before each change, undone ones included. */
  protected changed(_kind: K, _id: string, _before: T | undefined, _after: T | undefined): void {}

  private set(kind: K, id: string, object: T | undefined): void {
    const table = this.tables.get(kind) ?? new Map<string, T>();
    this.tables.set(kind, table);
    const before = table.get(id);
    this.journal?.push({ kind, id, before });
    this.changed(kind, id, before, object);
    if (object) table.set(id, object);
    else table.delete(id);
    this.onChange();
  }
}

/** Sets of values by key. */
export class ValueIndex {
  private readonly values = new Map<string, Set<string>>();

  get(key: string): Iterable<string> {
    return this.values.get(key) ?? [];
  }

  add(key: string, value: string): void {
    const values = this.values.get(key);
    if (values) values.add(value);
    else this.values.set(key, new Set([value]));
  }

  remove(key: string, value: string): void {
    const values = this.values.get(key);
    values?.delete(value);
    if (values?.size === 0) this.values.delete(key);
  }
}
