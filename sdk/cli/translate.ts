import { Command } from "commander";
import type { Diagnostic } from "../../kinds/diagnostic";
import type { ReviewFacts } from "../../kinds/review/facts";
import { aviLayout } from "../avi/places";
import { aviObjects } from "../avi/plan";
import { translateToAvi } from "../avi/translate";
import { readMizarSpecs, readSpecs } from "../frontends";
import { type Graph, type GraphOptions, topology } from "../graph";
import { familyFor } from "../kubernetes/kinds";
import { cidrMap } from "../mizar/cidr-map";
import { mizarObjects } from "../mizar/objects";
import { reviewedPlaces } from "../mizar/reviewed";
import { translateToMizar } from "../mizar/translate";
import { octaviaLayout, octaviaObjects } from "../octavia/plan";
import { translateToOctavia } from "../octavia/translate";
import { reviewFactsOf } from "../review";
import { translateToRoutes } from "../routes";
import type { Status } from "../routing";
import { isWrongSetting } from "../settings";
import type { RawObject } from "../specs";
import { EXIT, examples, exitCodeOption, outputOption, targetOption, UsageError } from "./grammar";
import { CLUSTER_OPTIONS, type ClusterOptions, fileOption, readInputs } from "./inputs";
import { print, tellDiagnostics, toFindings } from "./output";
import { clusterOption, readSettings, settingsOption, tellCluster, withCluster } from "./settings";
import { toTable } from "./table";

interface Options extends ClusterOptions {
  file?: string[];
  to: Target;
  settings?: string;
  cluster?: string;
  showSecrets?: boolean;
  output: "json" | "yaml" | "table" | "svg";
  exitCode?: boolean;
}

const HELP = examples(
  "translate -f manifests --to avi --cluster prod -o table",
  "translate -f web.yaml -f pay.yaml.gz --to octavia --settings octavia.yaml",
  "translate -f - --to avi --exit-code < manifests.yaml      # e.g. from kustomize build, or helm template",
  "translate --kubeconfig --context prod -n shop --to avi",
);

/** `k8s-lb translate`: what manifests mean on a target; needs no credentials, no Pulumi, and no network unless a cluster is read. */
export function translateCommand(): Command {
  const command = new Command("translate")
    .addOption(fileOption())
    .addOption(targetOption(Object.keys(TARGETS)).makeOptionMandatory())
    .addOption(settingsOption())
    .addOption(clusterOption())
    .option("--show-secrets", "print private keys")
    .addOption(outputOption(["json", "yaml", "table", "svg"], "output format; svg: a map of addresses, with --to mizar"))
    .addOption(exitCodeOption("when an object is faulty"))
    .addHelpText("after", HELP)
    .action(async (options: Options) => {
      process.exitCode = await run(options);
    });
  for (const option of CLUSTER_OPTIONS) command.addOption(option);
  return command;
}

async function run(options: Options): Promise<number> {
  const settings = withCluster(readSettings(options.settings), options.cluster, options.to);
  const inputs = await readInputs(options, familyFor(options.to, settings), "nothing to translate");
  const translation: Translation = TARGETS[options.to](inputs, settings, options);
  tellDiagnostics(translation.diagnostics);
  if (inputs.diagnostics.length > 0 || translation.diagnostics.some(isWrongSetting)) return EXIT.usage;
  if (options.output === "svg" && translation.picture === undefined) throw new UsageError(`there is no picture of ${options.to}`);

  tellCluster(settings, options.to);
  const { objects, owners } = translation;
  const statuses = translation.statuses.map(({ object, state, description, diagnostics }) => ({
    apiVersion: object.apiVersion,
    kind: object.kind,
    tenant: object.tenant,
    namespace: object.namespace,
    name: object.name,
    state,
    description,
    diagnostics: diagnostics.map(({ code, severity, message, pointer, remedy }) => ({ code, severity, message, pointer, remedy })),
  }));
  if (options.output === "svg") process.stdout.write(translation.picture ?? "");
  else print(options.output, { schemaVersion: 1, target: options.to, objects, owners, statuses }, () => table(translation));
  const faulty = [...translation.diagnostics, ...translation.statuses.flatMap((s) => s.diagnostics)].some((d) => d.severity === "error");
  return options.exitCode && faulty ? EXIT.found : 0;
}

function table({ owners, statuses }: Translation): string {
  const objects = Object.entries(owners).map(([id, refs]) => [...split(id), refs.join(", ")]);
  const states = statuses.map(({ object, state, description }) => [object.kind, object.namespace, object.name, state, description]);
  return [
    toTable(["TYPE", "NAME", "OWNERS"], objects),
    "\n",
    toTable(["KIND", "NAMESPACE", "NAME", "STATE", "DESCRIPTION"], states),
    toFindings(statuses),
  ].join("");
}

function split(id: string): [string, string] {
  const slash = id.indexOf("/");
  return [id.slice(0, slash), id.slice(slash + 1)];
}

/** Output of a translation, for every target. */
export interface Translation {
  /** Bodies by API type. */
  objects: object;
  /** `<api type>/<name>` -> the specs it represents. */
  owners: Record<string, string[]>;
  statuses: Status[];
  diagnostics: Diagnostic[];
  /** Facts of the review; absent where the target has no components. */
  facts?: ReviewFacts;
  /** The way of requests as a picture. */
  draw(options?: GraphOptions): Graph;
  /** Output of `-o svg`, if the target has a picture. */
  picture?: string;
}

/** Objects as they were found, and the diagnostics about their files. */
interface Manifests {
  objects: readonly RawObject[];
  diagnostics: readonly Diagnostic[];
}

type Translate = (manifests: Manifests, settings: Record<string, unknown>, options: { showSecrets?: boolean }) => Translation;

const drawing = (plan: Parameters<typeof topology>[0]) => (options?: GraphOptions) => topology(plan, options);

/** Every target of `k8s-lb translate --to`. */
export const TARGETS = {
  avi({ objects, diagnostics }, settings, options) {
    const plan = translateToAvi(readSpecs(objects, diagnostics), { settings });
    const { statuses, diagnostics: said, review: routes, certificates } = plan;
    const facts = reviewFactsOf({ routes, places: aviLayout(plan).places, certificates }, settings);
    return { ...aviObjects(plan, options), statuses, diagnostics: said, facts, draw: drawing(plan) };
  },
  mizar({ objects, diagnostics }, settings) {
    const plan = translateToMizar(readMizarSpecs(objects, diagnostics), { settings });
    const facts = reviewFactsOf({ routes: reviewedPlaces(plan), places: [], certificates: {} }, settings);
    return {
      ...mizarObjects(plan),
      statuses: plan.statuses,
      diagnostics: plan.diagnostics,
      facts,
      draw: drawing(plan),
      picture: cidrMap(plan),
    };
  },
  octavia({ objects, diagnostics }, settings, options) {
    const plan = translateToOctavia(readSpecs(objects, diagnostics), { settings });
    const { statuses, diagnostics: said, review: routes, certificates } = plan;
    const facts = reviewFactsOf({ routes, places: octaviaLayout(plan).places, certificates }, settings);
    return { ...octaviaObjects(plan, options), statuses, diagnostics: said, facts, draw: drawing(plan) };
  },
  routes({ objects, diagnostics }, settings) {
    const view = translateToRoutes(readSpecs(objects, diagnostics), { settings });
    return { ...view, draw: drawing(view) };
  },
} as const satisfies Record<string, Translate>;

export type Target = keyof typeof TARGETS;
