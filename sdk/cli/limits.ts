import { Command, Option } from "commander";
import type { Needs } from "../../kinds/inventory";
import type { LimitState, Target } from "../../provider";
import { aviNeeds } from "../avi/needs";
import { translateToAvi } from "../avi/translate";
import { octaviaNeeds } from "../octavia/needs";
import { translateToOctavia } from "../octavia/translate";
import { readSpecs, type SpecSet } from "../specs";
import { CLUSTER_OPTIONS, type ClusterOptions, readInputs, readSettings } from "./inputs";
import { toJson, toTable } from "./output";

interface Options extends ClusterOptions {
  target: Target;
  file?: string[];
  settings?: string;
  output: "json" | "table";
}

const EXIT_UNREADABLE = 2;

const NEEDS: { readonly [T in Target]: (specs: SpecSet, settings: Record<string, unknown>) => Needs } = {
  avi: (specs, settings) => aviNeeds(translateToAvi(specs, { settings })),
  octavia: (specs, settings) => octaviaNeeds(translateToOctavia(specs, { settings })),
};

/** `k8s-lb limits`: limits and quotas of a target, what is left of them, and what specs need. */
export function limitsCommand(): Command {
  const command = new Command("limits")
    .addOption(
      new Option("--target <target>", "where to look, with the connection of the environment")
        .choices(Object.keys(NEEDS))
        .makeOptionMandatory(),
    )
    .option("-f, --file <path...>", "file, folder, glob, or - for standard input: what these specs need, too; may be repeated")
    .option("--settings <file>", "YAML or JSON file with the target's settings")
    .addOption(new Option("-o, --output <format>", "output format").choices(["json", "table"]).default("table"))
    .action(async (options: Options) => {
      process.exitCode = await run(options);
    });
  for (const option of CLUSTER_OPTIONS) command.addOption(option);
  return command;
}

async function run(options: Options): Promise<number> {
  const { target, output } = options;
  const settings = readSettings(options.settings);
  const needs = settings && (await needsOf(options, settings));
  if (!needs) return EXIT_UNREADABLE;
  // Loaded here: the other commands need no clients.
  const { findLimits } = await import("../../provider/index.js");
  const limits = await findLimits(target, needs);
  process.stdout.write(output === "json" ? toJson({ schemaVersion: 1, target, limits }) : table(limits));
  return 0;
}

/** Nothing where no specs are named; undefined, and a line on stderr, where they cannot be read. */
async function needsOf(options: Options, settings: Record<string, unknown>): Promise<Needs | undefined> {
  if (!options.file && options.kubeconfig === undefined && options.context === undefined) return {};
  const inputs = await readInputs(options, "routing");
  if (typeof inputs === "string") process.stderr.write(`error: the specs cannot be read: ${inputs}\n`);
  else if (inputs.diagnostics.length > 0) for (const { message } of inputs.diagnostics) process.stderr.write(`error: ${message}\n`);
  else return NEEDS[options.target](readSpecs(inputs.objects), settings);
  return undefined;
}

function table(limits: readonly LimitState[]): string {
  if (limits.length === 0) return "The target tells no limits.\n";
  const text = (value: number | undefined, otherwise = "-") => (value === undefined ? otherwise : String(value));
  const rows = limits.map(({ limit, most, used, left, needed }) => [limit, text(most, "none"), text(used), text(left), text(needed)]);
  return toTable(["LIMIT", "MOST", "USED", "LEFT", "NEEDED"], rows);
}
