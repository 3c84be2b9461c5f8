import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Replaces a file in one step, readable by its owner only: a reader never meets half of it, and it may hold secrets. */
export function writeAtomically(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}.tmp`;
  writeFileSync(fresh, content, { mode: 0o600 });
  renameSync(fresh, file);
}

/** The content of a file, undefined where there is none. */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
