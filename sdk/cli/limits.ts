import { Command } from "commander";
import { BACK_ENDS, findLimits, type LimitState, type Target } from "../../provider";
import { usesText } from "../../requests/review/resource-usage";
import type { Facts } from "../plan";
import { TARGETS } from "../targets";
import { EXIT, examples, type Format, outputOption, targetOption } from "./grammar";
import { CLUSTER_OPTIONS, type ClusterOptions, fileOption, readInputs } from "./inputs";
import { print, tellDiagnostics } from "./output";
import { withProgress } from "./progress";
import { readSettings, settingsOption, tellWrongSettings } from "./settings";
import { toTable } from "./table";

interface LimitsOptions extends ClusterOptions {
  to: Target;
  file?: string[];
  settings?: string;
  output: Format;
}

/** Names of the back ends that have limits. */
const LIMITED = Object.values(BACK_ENDS).flatMap(({ name, limits }) => (limits ? [name] : []));

/** `k8s-lb limits`: limits and quotas of a target, what is left of them, and what specs need. */
export function limitsCommand(): Command {
  const command = new Command("limits")
    .addOption(targetOption(LIMITED, "load balancer to query; the connection comes from the environment").makeOptionMandatory())
    .addOption(fileOption(": show also what these specs need"))
    .addOption(settingsOption())
    .addOption(outputOption(["table", "json", "yaml"]))
    .addHelpText("after", examples("limits --to octavia", "limits --to avi -f manifests --settings avi.yaml"))
    .action(async (options: LimitsOptions) => {
      process.exitCode = await run(options);
    });
  for (const option of CLUSTER_OPTIONS) command.addOption(option);
  return command;
}

async function run(options: LimitsOptions): Promise<number> {
  const { to: target, output } = options;
  const specs = await factsOf(options);
  if (!specs) return EXIT.usage;
  const { needs = {}, uses } = specs;
  const limits = await withProgress(`Asking ${target}`, () => findLimits(target, needs));
  const used = uses ? `\nThe specs use ${usesText(uses)} in all.\n` : "";
  print(output, { schemaVersion: 1, target, limits, uses }, () => table(limits) + used);
  return 0;
}

/** Nothing where no specs are named; undefined, and lines on stderr, where they cannot be read or settings are wrong. */
async function factsOf(options: LimitsOptions): Promise<Pick<Facts, "needs" | "uses"> | undefined> {
  if (!options.file && options.kubeconfig === undefined && options.context === undefined) return {};
  const settings = readSettings(options.settings);
  const target = TARGETS[options.to];
  const { objects, diagnostics } = await readInputs(options, target.family(settings), "the specs cannot be read");
  tellDiagnostics(diagnostics);
  if (diagnostics.length > 0) return undefined;
  const plan = target.translate(target.read(objects), { settings });
  return tellWrongSettings(plan.diagnostics) ? undefined : plan.facts;
}

function table(limits: readonly LimitState[]): string {
  if (limits.length === 0) return "The target reports no limits.\n";
  const text = (value: number | undefined, otherwise = "-") => (value === undefined ? otherwise : String(value));
  const rows = limits.map(({ limit, most, used, left, needed }) => [limit, text(most, "none"), text(used), text(left), text(needed)]);
  return toTable(["LIMIT", "MOST", "USED", "LEFT", "NEEDED"], rows);
}
