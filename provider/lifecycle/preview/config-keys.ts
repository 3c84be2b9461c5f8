// Notices configuration keys that no back end reads.

import { nearest } from "../../../resources/nearest";
import { environmentName } from "../config";
import type { ConfigSource } from "../handler";
import { failure } from "../messages/errors";

/** The keys that a target reads, by namespace, and those that others read in it. */
export interface KnownKeys {
  /** The namespace whose keys the environment may give. */
  namespace: string;
  read: { readonly [namespace: string]: readonly string[] };
  /** Keys of pulumi-openstack and pulumi-kubernetes, which share a namespace with us. */
  others?: { readonly [namespace: string]: readonly string[] };
  /** Variables of the environment with names of their own. */
  variables?: readonly string[];
}

/** A setting that nothing reads. */
interface Unread {
  given: string;
  meant?: string;
}

/** Configuration that nothing reads. A variable of the environment counts only if it looks like one of ours. */
export function unknownSettings(keysRead: KnownKeys, { keys, env = {} }: ConfigSource): Unread[] {
  const all = Object.entries(keysRead.read).flatMap(([namespace, names]) => names.map((name) => `${namespace}:${name}`));
  const foreign = Object.entries(keysRead.others ?? {}).flatMap(([namespace, names]) => names.map((name) => `${namespace}:${name}`));
  const unread = (keys?.() ?? [])
    .filter((key) => (key.split(":")[0] ?? "") in keysRead.read && !all.includes(key) && !foreign.includes(key))
    .map((given) => ({ given, meant: nearestKey(given, all) }));
  return [...unread.sort((a, b) => (a.given < b.given ? -1 : 1)), ...misspelt(keysRead, env)];
}

/** A slip in the key, or the right key in the other namespace of the target. */
function nearestKey(unreadKey: string, all: readonly string[]): string | undefined {
  const name = unreadKey.slice(unreadKey.indexOf(":") + 1);
  const settingName = (key: string) => key.slice(key.indexOf(":") + 1);
  const meant = nearest(name, all.map(settingName));
  const same = all.filter((key) => settingName(key) === (meant ?? name));
  return same.find((key) => key.startsWith(unreadKey.slice(0, unreadKey.indexOf(":") + 1))) ?? same[0];
}

function misspelt({ namespace, read, variables }: KnownKeys, env: NodeJS.ProcessEnv): Unread[] {
  const names = variables ?? (read[namespace] ?? []).map((key) => environmentName(namespace, key));
  const start = new Set(names.map((name) => `${name.split("_")[0]}_`));
  const unreadNames = Object.keys(env).filter(
    (name) => env[name] && !names.includes(name) && [...start].some((one) => name.startsWith(one)),
  );
  return unreadNames.flatMap((name) => {
    const meant = nearest(name, names);
    // a variable that is set beside the right one is somebody else's
    return meant && !env[meant] ? [{ given: name, meant }] : [];
  });
}

/** Slips in words: `avi:controler is set; did you mean avi:controller?` */
export function nearMisses(unread: readonly Unread[]): string {
  const slips = unread.flatMap(({ given, meant }) => (meant ? [`${given} is set; did you mean ${meant}?`] : []));
  return slips.join(" ");
}

/**
 * One line about what nothing reads; undefined where there is nothing. The keys of a project are in the namespace of its name: of a project
 * `octavia` the program may read every `octavia:` key.
 */
export function unknownSettingsNotice(all: readonly Unread[], project?: string): string | undefined {
  const unread = all.filter(({ given }) => project === undefined || !given.startsWith(`${project}:`));
  if (unread.length === 0) return undefined;
  const each = unread.map(({ given, meant }) => `${given} is set and not read${meant ? ` (did you mean ${meant}?)` : ""}`);
  return failure("LB2078", { message: each.join(", ") }).message;
}
