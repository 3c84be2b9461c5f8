// Where things are. Only node builtins here: everything in tools/lib must run before `npm ci` did.
import { homedir } from "node:os";
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
