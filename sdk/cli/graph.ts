import { readFileSync } from "node:fs";
import { Command, Option } from "commander";
import { readSpecs } from "../frontends";
import { beforeAndAfter, type Graph, type GraphOptions, type HtmlOptions, toDot, toHtml, toMermaid, toSvg } from "../graph";
import { only } from "../graph/model";
import { ownFile } from "../own-package";
import type { RequestSources } from "../requests/explain";
import { isWrongSetting } from "../settings";
import { type RawObject, SourceLocations, type SpecSet } from "../specs";
import { delegationGraph, TARGETS, type Target, type TargetName, targetNames } from "../targets";
import { askedBy } from "../targets/request-side";
import { topology } from "../targets/topology";
import { EXIT, examples, outputOption, targetOption, UsageError } from "./grammar";
import { CLUSTER_OPTIONS, type ClusterOptions, type CommandInputs, fileOption, readInputs, readsOnce } from "./inputs";
import { tell, tellDiagnostics } from "./output";
import { clusterOption, readSettings, settingsOption, tellCluster, withCluster } from "./settings";

interface GraphCommandOptions extends Omit<ClusterOptions, "kind"> {
  file?: string[];
  kind?: "delegation" | "topology";
  to?: TargetName;
  settings?: string;
  cluster?: string;
  host?: string[];
  output: keyof typeof FORMATS;
  whole?: boolean;
  against?: string[];
}

const FORMATS = {
  svg: (graph: Graph, { whole }: GraphCommandOptions) => toSvg(graph, { whole }),
  mermaid: (graph: Graph) => toMermaid(graph),
  dot: (graph: Graph) => toDot(graph),
  html: (graph: Graph, _options: GraphCommandOptions, requests?: HtmlOptions["requests"]) => toHtml(graph, { requests }),
};

/** The view of routes is of every target: what one of them would take it shows. */
const CLASSES = {
  names: Object.values(TARGETS).flatMap(({ balancer }) => balancer?.ingressClass.name ?? []),
  controllers: Object.values(TARGETS).flatMap(({ balancer }) => balancer?.ingressClass.controller ?? []),
};

const HELP = examples(
  "graph -f manifests > delegation.svg",
  "graph -f manifests --to avi --host shop.example.com -o mermaid",
  "graph -f manifests --against old --to avi -o html > page.html      # what a change does, to look at in a browser",
);

/** `k8s-lb graph`: who delegates what to whom, or the way of requests, as a picture; no credentials, and no network unless a cluster is read. */
export function graphCommand(): Command {
  const command = new Command("graph")
    .addOption(fileOption())
    .addOption(
      new Option("--kind <kind>", "what to draw; default: topology with --to, else delegation").choices(["delegation", "topology"]),
    )
    .addOption(targetOption(targetNames(), "the target; a topology without one is that of routes"))
    .addOption(settingsOption())
    .addOption(clusterOption())
    .option("--host <name...>", "only these hosts, *.example.com for all hosts below a domain; may be repeated")
    .option("--whole", "svg: draw everything, however large")
    .option("--against <path...>", "older manifests, as for -f: what was added, changed and removed since is marked")
    .addOption(outputOption(["svg", "mermaid", "dot", "html"]))
    .addHelpText("after", HELP)
    .action(async (options: GraphCommandOptions) => {
      process.exitCode = await run(options);
    });
  // which kinds are read is no choice here, and the word means another thing
  for (const option of CLUSTER_OPTIONS) if (option.long !== "--kind") command.addOption(option);
  return command;
}

async function run(options: GraphCommandOptions): Promise<number> {
  const { kind, to, settings: path, cluster, host, file, against, output } = options;
  readsOnce(file, against, "--against");
  const delegates = (kind ?? (to ? "topology" : "delegation")) === "delegation";
  const settings = withCluster(readSettings(path), cluster, to);
  const target = TARGETS[to ?? "routes"];
  const draw = ({ objects, diagnostics }: CommandInputs): Graph | undefined => {
    tellDiagnostics(diagnostics);
    if (diagnostics.length > 0) return undefined;
    const places = new SourceLocations();
    const sources: GraphOptions = { objects, place: (diagnostic) => places.of(diagnostic) };
    return delegates ? delegation(readSpecs(objects), settings, to, sources) : topologyOf(target, objects, settings, sources);
  };
  const inputs = await readInputs({ ...options, kind: undefined }, target.family(settings), "nothing to draw");
  const after = draw(inputs);
  const { namespace, selector } = options;
  const before =
    against &&
    draw(await readInputs({ file: against, namespace, selector, mayBeEmpty: true }, target.family(settings), "nothing to compare with"));
  if (!after || (against && !before)) return EXIT.usage;
  const graph = only(before ? beforeAndAfter(before, after) : after, host);
  if (!delegates) tellCluster(settings, to);
  if (host && graph.nodes.length === 0) throw new UsageError(graph.notes.at(-1) ?? "nothing to draw");
  for (const note of graph.notes) tell(`note: ${note}`);
  const rules = !delegates && output === "html" ? rulesOf(target, inputs.objects, settings) : undefined;
  process.stdout.write(FORMATS[output](graph, options, rules && { script: readFileSync(requestScript(), "utf8"), rules }));
  return 0;
}

/** Rules by which the page answers requests: those that the target serves, else those that the specs ask for. */
function rulesOf(target: Target, objects: readonly RawObject[], settings: Record<string, unknown>): RequestSources | undefined {
  const specs = target.read(objects);
  const plan = target.translate(specs, { settings, classes: CLASSES });
  const [asked, served] = [askedBy(target, specs, settings), target.balancer?.served(plan)];
  return asked && { desired: asked, ...(served ? { served } : {}) };
}

const requestScript = () => ownFile("dist/sdk/graph/request-script.js");

/** The settings file may be that of a load balancer, where `ingressClass` is the class of Ingresses. */
function delegation(specs: SpecSet, settings: Record<string, unknown>, to: GraphCommandOptions["to"], sources: GraphOptions): Graph {
  const { rootNamespaces, contourIngressClass, ingressClass } = settings;
  const own = to === undefined || to === "routes" ? ingressClass : undefined;
  return delegationGraph(specs, { settings: { rootNamespaces, ingressClass: contourIngressClass ?? own }, ...sources });
}

/** Undefined where settings are so wrong that their defaults would be drawn. */
function topologyOf(
  target: Target,
  objects: readonly RawObject[],
  settings: Record<string, unknown>,
  sources: GraphOptions,
): Graph | undefined {
  const plan = target.translate(target.read(objects), { settings, classes: CLASSES });
  tellDiagnostics(plan.diagnostics);
  if (plan.diagnostics.some(isWrongSetting)) return undefined;
  return topology(plan, sources);
}
