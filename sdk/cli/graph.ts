import { Command, Option } from "commander";
import { translateToAvi } from "../avi/translate";
import { delegationGraph, type Graph, toDot, toMermaid, topology, toSvg } from "../graph";
import { familyFor } from "../kubernetes/kinds";
import { translateToOctavia } from "../octavia/translate";
import { translateToRoutes } from "../routes";
import { isWrongSetting } from "../settings";
import { readSpecs, type SpecSet } from "../specs";
import { EXIT, examples, outputOption, targetOption, UsageError } from "./grammar";
import { CLUSTER_OPTIONS, type ClusterOptions, fileOption, readInputs } from "./inputs";
import { tell, toLine } from "./output";
import { clusterOption, readSettings, settingsOption, tellCluster, withCluster } from "./settings";

interface Options extends Omit<ClusterOptions, "kind"> {
  file?: string[];
  kind?: "delegation" | "topology";
  to?: keyof typeof PLANS;
  settings?: string;
  cluster?: string;
  host?: string[];
  output: "svg" | "mermaid" | "dot";
  whole?: boolean;
}

const PLANS = {
  avi: (specs: SpecSet, settings: Record<string, unknown>) => translateToAvi(specs, { settings }),
  octavia: (specs: SpecSet, settings: Record<string, unknown>) => translateToOctavia(specs, { settings }),
  routes: (specs: SpecSet, settings: Record<string, unknown>) => translateToRoutes(specs, { settings }),
};

const HELP = examples("graph -f manifests > delegation.svg", "graph -f manifests --to avi --host shop.example.com -o mermaid");

/** `k8s-lb graph`: who delegates what to whom, or the way of requests, as a picture; no credentials, and no network unless a cluster is read. */
export function graphCommand(): Command {
  const command = new Command("graph")
    .addOption(fileOption())
    .addOption(
      new Option("--kind <kind>", "what to draw; default: topology with --to, else delegation").choices(["delegation", "topology"]),
    )
    .addOption(targetOption(Object.keys(PLANS), "the target; a topology without one is that of routes"))
    .addOption(settingsOption())
    .addOption(clusterOption())
    .option("--host <name...>", "only these hosts, *.example.com for all hosts below a domain; may be repeated")
    .option("--whole", "svg: draw everything, however large")
    .addOption(outputOption(["svg", "mermaid", "dot"]))
    .addHelpText("after", HELP)
    .action(async (options: Options) => {
      process.exitCode = await run(options);
    });
  // which kinds are read is no choice here, and the word means another thing
  for (const option of CLUSTER_OPTIONS) if (option.long !== "--kind") command.addOption(option);
  return command;
}

async function run(options: Options): Promise<number> {
  const { kind, to, settings: path, cluster, host, output, whole } = options;
  const delegates = (kind ?? (to ? "topology" : "delegation")) === "delegation";
  const settings = withCluster(readSettings(path), cluster, to);
  const inputs = await readInputs({ ...options, kind: undefined }, familyFor(to ?? "routes", settings), "nothing to draw");
  for (const diagnostic of inputs.diagnostics) process.stderr.write(`${toLine(diagnostic)}\n`);
  if (inputs.diagnostics.length > 0) return EXIT.usage;
  const specs = readSpecs(inputs.objects);
  const graph = delegates ? delegation(specs, settings, to, host) : planned(specs, settings, to, host);
  if (!graph) return EXIT.usage;
  if (!delegates) tellCluster(settings, to);
  if (host && graph.nodes.length === 0) throw new UsageError(graph.notes.at(-1) ?? "nothing to draw");
  for (const note of graph.notes) tell(`note: ${note}`);
  process.stdout.write(output === "svg" ? toSvg(graph, { whole }) : output === "dot" ? toDot(graph) : toMermaid(graph));
  return 0;
}

/** The settings file may be that of a load balancer, where `ingressClass` is the class of Ingresses. */
function delegation(specs: SpecSet, settings: Record<string, unknown>, to: Options["to"], hosts?: string[]): Graph {
  const { rootNamespaces, contourIngressClass, ingressClass } = settings;
  const own = to === undefined || to === "routes" ? ingressClass : undefined;
  return delegationGraph(specs, { settings: { rootNamespaces, ingressClass: contourIngressClass ?? own }, hosts });
}

/** Undefined where settings are so wrong that their defaults would be drawn. */
function planned(
  specs: SpecSet,
  settings: Record<string, unknown>,
  to: keyof typeof PLANS = "routes",
  hosts?: string[],
): Graph | undefined {
  const plan = PLANS[to](specs, settings);
  for (const diagnostic of plan.diagnostics) process.stderr.write(`${toLine(diagnostic)}\n`);
  if (plan.diagnostics.some(isWrongSetting)) return undefined;
  return topology(plan, { hosts });
}
