import { nearest } from "../../../resources/nearest";
import { environmentName } from "../config";
import type { ConfigSource } from "../handler";
import { failure } from "../messages/errors";

// Notices configuration keys that no back end reads.

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
export function unknownSettings(known: KnownKeys, { keys, env = {} }: ConfigSource): Unread[] {
  const all = Object.entries(known.read).flatMap(([namespace, names]) => names.map((name) => `${namespace}:${name}`));
  const foreign = Object.entries(known.others ?? {}).flatMap(([namespace, names]) => names.map((name) => `${namespace}:${name}`));
  const unread = (keys?.() ?? [])
    .filter((key) => (key.split(":")[0] ?? "") in known.read && !all.includes(key) && !foreign.includes(key))
    .map((given) => ({ given, meant: nearestKey(given, all) }));
  return [...unread.sort((a, b) => (a.given < b.given ? -1 : 1)), ...misspelt(known, env)];
}

/** A slip in the key, or the right key in the other namespace of the target. */
function nearestKey(given: string, all: readonly string[]): string | undefined {
  const name = given.slice(given.indexOf(":") + 1);
  const nameOf = (key: string) => key.slice(key.indexOf(":") + 1);
  const meant = nearest(name, all.map(nameOf));
  const same = all.filter((key) => nameOf(key) === (meant ?? name));
  return same.find((key) => key.startsWith(given.slice(0, given.indexOf(":") + 1))) ?? same[0];
}

function misspelt({ namespace, read, variables }: KnownKeys, env: NodeJS.ProcessEnv): Unread[] {
  const known = variables ?? (read[namespace] ?? []).map((key) => environmentName(namespace, key));
  const start = new Set(known.map((name) => `${name.split("_")[0]}_`));
  const given = Object.keys(env).filter((name) => env[name] && !known.includes(name) && [...start].some((one) => name.startsWith(one)));
  return given.flatMap((name) => {
    const meant = nearest(name, known);
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
