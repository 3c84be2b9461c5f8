import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { JsonObject } from "./json";

/** Replaces a file in one step, readable by its owner only: a reader never meets half of it, and it may hold secrets. */
export function writeAtomically(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}.tmp`;
  writeFileSync(fresh, content, { mode: 0o600 });
  renameSync(fresh, file);
}

/** Is this the error of the system with that code? */
export const hasCode = (error: unknown, code: string): boolean => error instanceof Error && "code" in error && error.code === code;

/** The content of a file, undefined where there is none. */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** A state as it was saved, undefined where there is none; a file that cannot be taken up is named. */
export function readSaved<S extends { format: number }>(file: string): S | undefined {
  const content = readIfThere(file);
  if (content === undefined) return undefined;
  let saved: S | undefined;
  try {
    saved = JSON.parse(content);
  } catch {}
  if (saved?.format === 1) return saved;
  throw new Error(`${file} is not a state that this version of the sandbox has written; remove it to start afresh, or name another file`);
}

const WRITE_AFTER_MS = 200;

/** Writes a state to its file shortly after each change and at the end, never more often. */
export class Saver {
  private timer: NodeJS.Timeout | undefined;
  private dirty = false;

  constructor(
    private readonly file: string,
    private readonly snapshot: () => unknown,
  ) {}

  schedule(): void {
    this.dirty = true;
    this.timer ??= setTimeout(() => this.flush(), WRITE_AFTER_MS).unref();
  }

  /** Writes what has not been written yet. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.dirty) return;
    this.dirty = false;
    writeAtomically(this.file, JSON.stringify(this.snapshot()));
  }
}

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
