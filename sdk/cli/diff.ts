import { Command } from "commander";
import { familyFor } from "../kubernetes/kinds";
import { isTold } from "../specs";
import { type Change, changesBetween, type Objects } from "./changes";
import { EXIT, examples, exitCodeOption, type Format, outputOption, targetOption, UsageError } from "./grammar";
import { CLUSTER_OPTIONS, type ClusterOptions, fileOption, type Inputs, readInputs, readsOnce } from "./inputs";
import { print, toLine, toTable } from "./output";
import { withProgress } from "./progress";
import { clusterIn, clusterOption, readSettings, settingsOption, tellCluster, tellWrongSettings, withCluster } from "./settings";
import { openStack, STACK_OPTIONS, type StackOptions, throughPulumi } from "./stack";
import { isStateTarget, objectsInState, withoutAdded } from "./state-objects";
import { TARGETS, type Target, type Translation } from "./translate";

interface Options extends ClusterOptions, StackOptions {
  file?: string[];
  against?: string[];
  to: Target;
  settings?: string;
  cluster?: string;
  component?: string;
  output: Format;
  exitCode?: boolean;
}

const HELP = examples(
  "diff -f new --against old --to avi",
  "diff -f web.yaml --against - --to octavia < old.yaml      # e.g. from git show HEAD:web.yaml",
  "diff -f manifests --to avi --settings avi.yaml -s prod --exit-code      # against what the state of the stack holds",
);

/** `k8s-lb diff`: what a change of the inputs changes on a load balancer, in objects and fields; needs no credentials. */
export function diffCommand(): Command {
  const command = new Command("diff")
    .addOption(fileOption())
    .option("--against <path...>", "older inputs, as for -f; default: the state of the stack (-s, -C)")
    .addOption(targetOption(Object.keys(TARGETS)).makeOptionMandatory())
    .addOption(settingsOption())
    .addOption(clusterOption())
    .option("--component <name>", "compare with this component of the stack; default: the components of the cluster")
    .addOption(outputOption(["table", "json", "yaml"]))
    .addOption(exitCodeOption("when anything differs"))
    .addHelpText("after", HELP)
    .action(async (options: Options) => {
      process.exitCode = await run(options);
    });
  for (const option of [...CLUSTER_OPTIONS, ...STACK_OPTIONS]) command.addOption(option);
  return command;
}

async function run(options: Options): Promise<number> {
  const { file, against, component, to, output, exitCode, namespace, selector, kind } = options;
  readsOnce(file, against, "--against");
  if (against && component !== undefined) throw new UsageError("--component is a part of a stack: it says nothing beside --against");
  const settings = withCluster(readSettings(options.settings), options.cluster, to);
  const family = familyFor(to, settings);
  const after = translated(await readInputs({ ...options, file }, family, "nothing to compare"), to, settings);
  const before = against
    ? translated(
        await readInputs({ file: against, namespace, selector, kind, mayBeEmpty: true }, family, "nothing to compare with"),
        to,
        settings,
      )
    : undefined;
  if (!after || (against && !before)) return EXIT.usage;
  tellCluster(settings, to);
  for (const note of after.notes) process.stderr.write(`note: ${note}\n`);
  const changes = before
    ? changesBetween(before.objects, after.objects, { ...before.owners, ...after.owners })
    : await changesToStack(options, clusterIn(settings, to), after);
  print(output, { schemaVersion: 1, target: to, changes }, () => table(changes));
  return exitCode && changes.length > 0 ? EXIT.found : 0;
}

interface Translated {
  objects: Objects;
  owners: Translation["owners"];
  /** What a person should know of the specs as a whole. */
  notes: readonly string[];
}

/** Undefined, and lines on stderr, where files cannot be read or settings are wrong. */
function translated(inputs: Inputs, to: Target, settings: Record<string, unknown>): Translated | undefined {
  for (const diagnostic of inputs.diagnostics) process.stderr.write(`${toLine(diagnostic)}\n`);
  if (inputs.diagnostics.length > 0) return undefined;
  const { objects, owners, diagnostics }: Translation = TARGETS[to](inputs, settings, {});
  if (tellWrongSettings(diagnostics)) return undefined;
  const notes = diagnostics.filter(isTold).map(({ message }) => message);
  // Bodies are plain data; this leaves out what is undefined.
  return { objects: JSON.parse(JSON.stringify(objects)), owners, notes };
}

async function changesToStack(options: Options, cluster: string | undefined, { objects, owners }: Translated): Promise<Change[]> {
  const { to, cwd, stack: name, component } = options;
  if (!isStateTarget(to)) throw new UsageError(`--against is needed: a stack is compared with avi or octavia, not with ${to}`);
  const stack = await openStack({ cwd, stack: name });
  const state = await withProgress("Reading the state", () => throughPulumi(() => stack.exportStack()));
  return changesBetween(objectsInState(state.deployment, to, { cluster, component }), withoutAdded(objects, to), owners);
}

function table(changes: readonly Change[]): string {
  if (changes.length === 0) return "No difference.\n";
  const shown = (value: unknown) => (value === undefined ? "" : brief(typeof value === "string" ? value : JSON.stringify(value)));
  const rows = changes.map(({ change, type, name, field = "", was, is, owners }) => [
    change,
    `${type} ${name}`,
    field,
    shown(was),
    shown(is),
    owners.join(", "),
  ]);
  const count = new Set(changes.map(({ type, name }) => `${type}/${name}`)).size;
  return `${toTable(["CHANGE", "OBJECT", "FIELD", "WAS", "IS", "SPECS"], rows)}\n${count} object${count === 1 ? "" : "s"} would change.\n`;
}

const brief = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}...` : text);
