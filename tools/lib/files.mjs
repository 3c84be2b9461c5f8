// Places of files and folders. Only node builtins here: everything in tools/lib must run before `npm ci` did.
import { createHash } from "node:crypto";
import { accessSync, constants, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this checkout. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** A path in this checkout. */
export const inRoot = (...parts) => join(root, ...parts);

/** Results that any clone on this machine may share, e.g. the Pulumi CLI built from source. */
export const inCache = (...parts) => join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "pulumi-k8s-lb", ...parts);

/** The folders of PATH. */
export const pathFolders = (env = process.env) => (env.PATH ?? "").split(delimiter).filter(Boolean);

/** All files below a folder or the file itself, sorted; nothing when it does not exist. */
export function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Hash of texts and of the contents of files, wherever they lie; short enough for a folder name. */
export function hashOf(texts, files = []) {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(`${text}\0`);
  for (const file of files) hash.update(readFileSync(file)).update("\0");
  return hash.digest("hex").slice(0, 16);
}

export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The first executable of that name in the folders. */
export const findIn = (folders, name) => folders.map((folder) => join(folder, name)).find(isExecutable);

/** Copies the `*.log` of a folder to where they stay; returns that place. */
export function keepLogs(folder) {
  const kept = mkdtempSync(join(tmpdir(), "k8s-lb-logs-"));
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".log"))) cpSync(join(folder, name), join(kept, name));
  return kept;
}
