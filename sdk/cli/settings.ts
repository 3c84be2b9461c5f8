import { readFileSync } from "node:fs";
import { Option } from "commander";
import { parse } from "yaml";
import type { Diagnostic } from "../../kinds/diagnostic";
import { isWrongSetting } from "../settings";
import { isRecord } from "../specs";
import { UsageError } from "./grammar";
import { toLine } from "./output";

/** `--settings`. */
export const settingsOption = () => new Option("--settings <file>", "YAML or JSON file with the target's settings");

/** `--cluster`, for verbs that print names. */
export const clusterOption = () =>
  new Option("--cluster <name>", "name of the cluster, as the program has it (clusterName, cluster_name); over that of --settings");

type Settings = Record<string, unknown>;

/** The setting that holds the name of the cluster, and what it is where a program does not set it. */
const CLUSTER_NAMES: { readonly [target: string]: { key: string; usual: string } } = {
  avi: { key: "clusterName", usual: "cluster" },
  octavia: { key: "cluster_name", usual: "kubernetes" },
};

/**
 * Settings with the name of the cluster. Where nobody gives one, a line on stderr says which is assumed: a program mostly has another,
 * and then no name that is printed is the one it makes.
 *
 * @throws UsageError when the target has no such name
 */
export function withCluster(settings: Settings, cluster: string | undefined, target: string | undefined): Settings {
  const name = target === undefined ? undefined : CLUSTER_NAMES[target];
  if (!name) {
    if (cluster !== undefined) throw new UsageError("--cluster is for avi and octavia: other targets have no such name");
    return settings;
  }
  if (cluster !== undefined) return { ...settings, [name.key]: cluster };
  const named = settings[name.key] !== undefined || (target === "octavia" && settings.naming !== "occm");
  if (!named)
    process.stderr.write(
      `note: the cluster name ${name.usual} is assumed; --cluster NAME, or ${name.key} in --settings, gives the one of your program\n`,
    );
  return settings;
}

/**
 * The settings of a target from a YAML or JSON file.
 *
 * @throws UsageError when the file cannot be read
 */
export function readSettings(file: string | undefined): Settings {
  if (!file) return {};
  let value: unknown;
  try {
    value = parse(readFileSync(file, "utf8")) ?? {};
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error instanceof Error ? error.message : String(error)).split("\n")[0]}`);
  }
  if (isRecord(value)) return value;
  throw new UsageError(`${file} must hold one mapping of settings`);
}

/** Lines on stderr about settings that a component stops for; true where there are any: their defaults are not what was meant. */
export function tellWrongSettings(diagnostics: readonly Diagnostic[]): boolean {
  const wrong = diagnostics.filter(isWrongSetting);
  for (const diagnostic of wrong) process.stderr.write(`${toLine(diagnostic)}\n`);
  return wrong.length > 0;
}
