// Decides whether the program of a project may stay loaded.

import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { isRecord } from "../../../specs";

/** A project whose program may stay loaded. */
export interface ResidentProject {
  folder: string;
  /** Another one means that packages were installed. */
  packages: string;
}

/** Options of the runtime that change nothing for compiled JavaScript. */
const HARMLESS: ReadonlySet<string> = new Set(["typescript", "packagemanager"]);
/** Needs a compiler, or cannot be loaded again. */
const COMPILED = /\.([cm]?tsx?|mjs|jsx)$/;
const MOST_FILES = 5000;

/** Files that a package manager writes when it installs. */
const INSTALLED = [
  ...["package.json", "package-lock.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock"],
  ...["node_modules/.package-lock.json", "node_modules/.yarn-integrity", "node_modules/.modules.yaml"],
];

/**
 * Finds out whether a program can stay loaded: compiled CommonJS in the folder of the project, whose environment is that of this process.
 *
 * @param settings of `Pulumi.yaml`
 * @returns undefined where every run needs a new process
 */
export async function residentProject(
  folder: string,
  settings: { runtime?: unknown; main?: unknown },
  stackName: string,
): Promise<ResidentProject | undefined> {
  const { runtime, main = "" } = settings;
  const { name, options = {} } = isRecord(runtime) ? runtime : { name: runtime };
  if (name !== "nodejs" || !isRecord(options) || !Object.keys(options).every((option) => HARMLESS.has(option))) return undefined;
  if (typeof main !== "string" || /[\\/]/.test(main) || COMPILED.test(main)) return undefined;
  const manifest = await fileText(join(folder, "package.json"));
  if (manifest === undefined || /"type"\s*:\s*"module"/.test(manifest)) return undefined;
  // variables of an environment of Pulumi ESC reach only processes that the CLI starts
  const file = join(folder, `Pulumi.${stackName.split("/").at(-1)}`);
  const stack = `${await fileText(`${file}.yaml`)}${await fileText(`${file}.yml`)}`;
  if (/^environment:/m.test(stack) || !(await isCompiled(folder))) return undefined;
  const stamps = await Promise.all(INSTALLED.map((path) => stampOf(join(folder, path))));
  return { folder, packages: stamps.join(" ") };
}

/** The language of a program that is not for Node: `yaml`, `python`. */
export function otherLanguage({ runtime }: { runtime?: unknown }): string | undefined {
  const name = isRecord(runtime) ? runtime.name : runtime;
  return typeof name === "string" && name !== "nodejs" ? name : undefined;
}

/** True if the folder has JavaScript that Node requires as it is, and nothing else. */
async function isCompiled(folder: string): Promise<boolean> {
  const folders = [folder];
  let files = 0;
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true })) {
      if (++files > MOST_FILES) return false;
      const { name } = entry;
      if (entry.isDirectory() && name !== "node_modules" && !name.startsWith(".")) folders.push(join(next, name));
      if (COMPILED.test(name) && !/\.d\.[cm]?ts$/.test(name)) return false;
    }
  }
  return true;
}

const fileText = (file: string): Promise<string | undefined> => readFile(file, "utf8").catch(() => undefined);

const stampOf = (file: string): Promise<string> =>
  stat(file).then(
    ({ mtimeMs, size }) => `${mtimeMs}:${size}`,
    () => "-",
  );
