// `k8s-lb graph`: draws the delegation of IngressRoutes, or the path from hosts to servers, of one or two versions of manifests; needs no
// credentials, and no network unless a cluster is read.

import { readFileSync } from "node:fs";
import type { Diagnostic } from "../../resources/diagnostic";
import { readSpecs } from "../frontends";
import { beforeAndAfter, type Graph, type GraphOptions, type HtmlOptions, toDot, toHtml, toMermaid, toSvg } from "../graph";
import { only } from "../graph/model";
import { ownFile } from "../own-package";
import type { RequestSources } from "../requests/explain";
import { isWrongSetting } from "../settings";
import { type RawObject, SourceLocations, type SpecSet } from "../specs";
import { delegationGraph, TARGETS, type Target, type TargetName, targetNames } from "../targets";
import { desiredRulesBy } from "../targets/request-side";
import { topology } from "../targets/topology";
import { outputOption, ReportedError, targetOption, UsageError } from "./grammar";
import { CLUSTER_OPTIONS, fileOption, type InputOptions, readInputs, rejectDoubleStdin } from "./inputs";
import { type Opt, opt } from "./option";
import { printNote, reportDiagnostics, toLine } from "./output";
import { clusterOption, noteClusterName, settingsIn, settingsOption } from "./settings";
import { defineVerb } from "./verb";

type Draw = (graph: Graph, options: { whole?: boolean }, requests?: HtmlOptions["requests"]) => string;

const FORMATS: { readonly [F in "svg" | "mermaid" | "dot" | "html"]: Draw } = {
  svg: (graph, { whole }) => toSvg(graph, { whole }),
  mermaid: (graph) => toMermaid(graph),
  dot: (graph) => toDot(graph),
  html: (graph, _options, requests) => toHtml(graph, { requests }),
};

/** The view of routes is of every target: what one of them would take it shows. */
const CLASSES = {
  names: Object.values(TARGETS).flatMap(({ balancer }) => balancer?.ingressClass.name ?? []),
  controllers: Object.values(TARGETS).flatMap(({ balancer }) => balancer?.ingressClass.controller ?? []),
};

type ClusterOption = (typeof CLUSTER_OPTIONS)[number];

const isNotKind = (option: ClusterOption): option is Exclude<ClusterOption, Opt<"kind", unknown>> => option.long !== "--kind";

export const graphCommand = defineVerb({
  name: "graph",
  options: [
    fileOption(),
    opt("--kind <kind>", "what to draw; default: topology with --to, else delegation").oneOf(["delegation", "topology"]),
    targetOption<TargetName>(targetNames(), "the target; a topology without one is that of routes"),
    settingsOption(),
    clusterOption(),
    opt("--host <name...>", "only these hosts, *.example.com for all hosts below a domain; may be repeated"),
    opt("--whole", "svg: draw everything, however large"),
    opt("--against <path...>", "older manifests, as for -f: what was added, changed and removed since is marked"),
    outputOption(["svg", "mermaid", "dot", "html"]),
    // --kind is another option here
    ...CLUSTER_OPTIONS.filter(isNotKind),
  ],
  examples: [
    "graph -f manifests > delegation.svg",
    "graph -f manifests --to avi --host shop.example.com -o mermaid",
    "graph -f manifests --against old --to avi -o html > page.html      # what a change does, to look at in a browser",
  ],
  async run(options) {
    const { kind, to, host, file, against, output } = options;
    rejectDoubleStdin(file, against, "--against");
    const delegates = (kind ?? (to ? "topology" : "delegation")) === "delegation";
    const settings = settingsIn(options, to);
    const target = TARGETS[to ?? "routes"];
    const sideOf = async (input: InputOptions & { mayBeEmpty?: boolean }, otherwise: string): Promise<Side> => {
      const { objects, diagnostics } = await readInputs(input, target.family(settings), otherwise);
      if (diagnostics.length > 0) return { objects, diagnostics };
      const places = new SourceLocations();
      const sources: GraphOptions = { objects, place: (diagnostic) => places.of(diagnostic) };
      if (!delegates) return { objects, ...topologyOf(target, objects, settings, sources) };
      return { objects, diagnostics, graph: delegation(readSpecs(objects), settings, to, sources) };
    };
    const { namespace, selector } = options;
    const older = against && { file: against, namespace, selector, mayBeEmpty: true };
    const side = await sideOf({ ...options, kind: undefined }, "nothing to draw");
    const [after, before] = drawn(side, older && (await sideOf(older, "nothing to compare with")));
    const graph = only(before ? beforeAndAfter(before, after) : after, host);
    if (!delegates) noteClusterName(settings, to);
    if (host && graph.nodes.length === 0) throw new UsageError(graph.notes.at(-1) ?? "nothing to draw");
    for (const note of graph.notes) printNote(`note: ${note}`);
    const rules = !delegates && output === "html" ? rulesOf(target, side.objects, settings) : undefined;
    process.stdout.write(FORMATS[output](graph, options, rules && { script: readFileSync(requestScript(), "utf8"), rules }));
  },
});

/** One version of the manifests: its picture, or the faults that prevent it. */
interface Side {
  objects: readonly RawObject[];
  diagnostics: readonly Diagnostic[];
  graph?: Graph;
}

/**
 * The pictures of both sides, after the diagnostics of both on stderr; what both have, such as a wrong setting, once.
 *
 * @throws ReportedError where a side has no picture
 */
function drawn(after: Side, before: Side | undefined): [after: Graph, before: Graph | undefined] {
  const lines = new Set(after.diagnostics.map(toLine));
  const onlyBefore = before?.diagnostics.filter((one) => !lines.has(toLine(one))) ?? [];
  reportDiagnostics([...after.diagnostics, ...onlyBefore]);
  if (!after.graph || (before && !before.graph)) throw new ReportedError("a side cannot be drawn");
  return [after.graph, before?.graph];
}

/** Rules by which the page answers requests: those that the target serves, else those that the specs ask for. */
function rulesOf(target: Target, objects: readonly RawObject[], settings: Record<string, unknown>): RequestSources | undefined {
  const specs = target.read(objects);
  const plan = target.translate(specs, { settings, classes: CLASSES });
  const [desired, served] = [desiredRulesBy(target, specs, settings), target.balancer?.served(plan)];
  return desired && { desired, ...(served ? { served } : {}) };
}

const requestScript = () => ownFile("dist/sdk/graph/request-script.js");

/** The settings file may be that of a load balancer, where `ingressClass` is the class of Ingresses. */
function delegation(specs: SpecSet, settings: Record<string, unknown>, to: TargetName | undefined, sources: GraphOptions): Graph {
  const { rootNamespaces, contourIngressClass, ingressClass } = settings;
  const routesClass = to === undefined || to === "routes" ? ingressClass : undefined;
  return delegationGraph(specs, { settings: { rootNamespaces, ingressClass: contourIngressClass ?? routesClass }, ...sources });
}

/** No picture where settings are so wrong that their defaults would be drawn. */
function topologyOf(
  target: Target,
  objects: readonly RawObject[],
  settings: Record<string, unknown>,
  sources: GraphOptions,
): Pick<Side, "diagnostics" | "graph"> {
  const plan = target.translate(target.read(objects), { settings, classes: CLASSES });
  const { diagnostics } = plan;
  return diagnostics.some(isWrongSetting) ? { diagnostics } : { diagnostics, graph: topology(plan, sources) };
}
