import type { JsonObject } from "./json";

/** Objects of several kinds by id, in the order in which they came. */
export class Records {
  private readonly tables = new Map<string, Map<string, JsonObject>>();
  /** Called after each change, for the state file. */
  onChange: () => void = () => {};

  get(kind: string, id: string): JsonObject | undefined {
    return this.tables.get(kind)?.get(id);
  }

  list(kind: string): JsonObject[] {
    return [...(this.tables.get(kind)?.values() ?? [])];
  }

  put(kind: string, id: string, record: JsonObject): JsonObject {
    const table = this.tables.get(kind);
    if (table) table.set(id, record);
    else this.tables.set(kind, new Map([[id, record]]));
    this.onChange();
    return record;
  }

  remove(kind: string, id: string): boolean {
    const removed = this.tables.get(kind)?.delete(id) ?? false;
    if (removed) this.onChange();
    return removed;
  }

  clear(): void {
    this.tables.clear();
    this.onChange();
  }

  save(): { [kind: string]: [string, JsonObject][] } {
    return Object.fromEntries([...this.tables].map(([kind, table]) => [kind, [...table]]));
  }

  restore(saved: { [kind: string]: [string, JsonObject][] }): void {
    this.tables.clear();
    for (const [kind, entries] of Object.entries(saved)) this.tables.set(kind, new Map(entries));
  }
}
