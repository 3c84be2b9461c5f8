// Writes and reads state files.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

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
