// Settings of a target that a verb takes: `--settings`, `--cluster`, and the faults in them.
import { parse } from "yaml";
import { type Diagnostic, reasonOf } from "../../resources/diagnostic";
import { isWrongSetting } from "../settings";
import { isRecord, readText } from "../specs";
import { type SettingsInput, targetNames, targetOf } from "../targets";
import { ReportedError, UsageError } from "./grammar";
import { opt } from "./option";
import { printNote, reportDiagnostics } from "./output";

/** `--settings`. */
export const settingsOption = () => opt("--settings <file>", "YAML or JSON file with the target's settings");

/** `--cluster`, for verbs that print names. */
export const clusterOption = () =>
  opt("--cluster <name>", "name of the cluster, as in the program (clusterName, cluster_name); overrides --settings");

/**
 * Settings with the name of the cluster that the options have.
 *
 * @throws UsageError when the target has no such name
 */
export function withCluster(settings: SettingsInput, cluster: string | undefined, target: string | undefined): SettingsInput {
  if (cluster === undefined) return settings;
  const name = clusterSetting(target);
  if (name) return { ...settings, [name.key]: cluster };
  const named = targetNames((one) => one.balancer !== undefined).join(" and ");
  throw new UsageError(`--cluster is for ${named}: names of other targets hold no cluster`);
}

/** The settings that the options give: the file of `--settings`, with the name of `--cluster`. */
export const settingsIn = (options: { settings?: string; cluster?: string }, target: string | undefined): SettingsInput =>
  withCluster(readSettings(options.settings), options.cluster, target);

/** Name of the cluster in the marks of components: the setting, or its default. */
export function clusterIn(settings: SettingsInput, target: string): string | undefined {
  const name = clusterSetting(target);
  return name && String(settings[name.key] ?? name.usual);
}

/** Notes on stderr which name of the cluster is assumed if none is given: programs mostly have another name, and then other objects. */
export function noteClusterName(settings: SettingsInput, target: string | undefined): void {
  const name = clusterSetting(target);
  if (!name || settings[name.key] !== undefined || !name.isInNames(settings)) return;
  printNote(
    `note: no cluster name is given, so names have "${name.usual}"; use --cluster NAME, or ${name.key} in --settings, for the names of your program`,
  );
}

const clusterSetting = (target: string | undefined) => (target === undefined ? undefined : targetOf(target).balancer?.cluster);

/**
 * The settings of a target from a YAML or JSON file.
 *
 * @throws UsageError when the file cannot be read
 */
export function readSettings(file: string | undefined): SettingsInput {
  if (!file) return {};
  let value: unknown;
  try {
    value = parse(readText(file)) ?? {};
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${reasonOf(error).split("\n")[0]}`);
  }
  if (isRecord(value)) return value;
  throw new UsageError(`${file} must hold one mapping of settings`);
}

/** Reports on stderr the settings that a component stops for; true where there are any: a plan of their defaults is not what was meant. */
export function reportWrongSettings(diagnostics: readonly Diagnostic[]): boolean {
  const wrong = diagnostics.filter(isWrongSetting);
  reportDiagnostics(wrong);
  return wrong.length > 0;
}

/** @throws ReportedError where settings are so wrong that a component stops for them */
export function refuseWrongSettings(diagnostics: readonly Diagnostic[]): void {
  if (reportWrongSettings(diagnostics)) throw new ReportedError("wrong settings");
}
