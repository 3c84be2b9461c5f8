// Caches what is read of a stack until the stamp of its settings or history changes.

import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Stack } from "@pulumi/pulumi/automation";
import { backendUrl } from "./backend-url";

/**
 * Reads only where something has changed since the last time.
 *
 * @param stampOf another one means a change; undefined: unknown, which is read each time
 */
export function whileUnchanged<T>(stampOf: () => Promise<string | undefined>, read: () => Promise<T>): () => Promise<T> {
  let cached: { stamp: string; value: T } | undefined;
  return async () => {
    const stamp = await stampOf();
    if (cached && cached.stamp === stamp) return cached.value;
    // a change while it is read makes another stamp
    const value = await read();
    cached = stamp === undefined ? undefined : { stamp, value };
    return value;
  };
}

/** Settings of a stack as its file has them; undefined where they come from somewhere else too, as an environment of Pulumi ESC. */
export async function settingsStamp({ name, workspace }: Stack): Promise<string | undefined> {
  const text = await readFile(join(workspace.workDir, `Pulumi.${shortOf(name)}.yaml`), "utf8").catch(() => undefined);
  return text === undefined || /^environment:/m.test(text) ? undefined : text;
}

/** Stamp of the history of a stack in a folder: each run adds a file. Undefined for other backends. */
export function historyStamp({ name, workspace }: Stack): () => Promise<string | undefined> {
  let folder: Promise<string | undefined> | undefined;
  const find = async () => {
    const url = await backendUrl(workspace);
    if (!url.startsWith("file:///")) return undefined;
    return join(fileURLToPath(url), ".pulumi/history", (await workspace.projectSettings()).name, shortOf(name));
  };
  return async () => {
    folder ??= find().catch(() => undefined);
    const path = await folder;
    if (path === undefined) return undefined;
    const stats = await stat(path, { bigint: true }).catch(() => undefined);
    return stats && `${stats.mtimeNs}`;
  };
}

const shortOf = (name: string): string => name.split("/").at(-1) ?? name;
