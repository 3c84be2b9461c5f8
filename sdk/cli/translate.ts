// `k8s-lb translate`: shows the API objects of manifests on a target; needs no credentials, no Pulumi, and no network unless a cluster is
// read.

import type { Status } from "../routing";
import { isWrongSetting } from "../settings";
import { type SettingsInput, TARGETS, type Target, targetNames } from "../targets";
import { EXIT, exitCodeOption, outputOption, targetOption, UsageError } from "./grammar";
import { CLUSTER_OPTIONS, fileOption, type InputOptions, readInputs } from "./inputs";
import { opt } from "./option";
import { print, reportDiagnostics, toFindings } from "./output";
import { clusterOption, noteClusterName, settingsIn, settingsOption } from "./settings";
import { toTable } from "./table";
import { defineVerb } from "./verb";

export const translateCommand = defineVerb({
  name: "translate",
  options: [
    fileOption(),
    targetOption(targetNames()).needed(),
    settingsOption(),
    clusterOption(),
    opt("--show-secrets", "print private keys"),
    outputOption(["json", "yaml", "table", "svg"], "output format; svg: a map of addresses, with --to mizar"),
    exitCodeOption("when an object is faulty"),
    ...CLUSTER_OPTIONS,
  ],
  examples: [
    "translate -f manifests --to avi --cluster prod -o table",
    "translate -f web.yaml -f pay.yaml.gz --to octavia --settings octavia.yaml",
    "translate -f - --to avi --exit-code < manifests.yaml      # e.g. from kustomize build, or helm template",
    "translate --kubeconfig --context prod -n shop --to avi",
  ],
  async run(options) {
    const settings = settingsIn(options, options.to);
    const target = TARGETS[options.to];
    const { specs, isFaulty } = await readSpecs(options, target, settings);
    const plan = target.translate(specs, { settings });
    reportDiagnostics(plan.diagnostics);
    if (isFaulty || plan.diagnostics.some(isWrongSetting)) return EXIT.usage;
    if (options.output === "svg" && !target.map) throw new UsageError(`there is no picture of ${options.to}`);

    noteClusterName(settings, options.to);
    const { objects, owners } = target.objects(plan, options);
    const statuses = plan.statuses.map(({ object, state, description, diagnostics, fields }) => ({
      apiVersion: object.apiVersion,
      kind: object.kind,
      tenant: object.tenant,
      namespace: object.namespace,
      name: object.name,
      state,
      description,
      diagnostics: diagnostics.map(({ code, severity, message, pointer, remedy }) => ({ code, severity, message, pointer, remedy })),
      ...(fields ? { status: fields } : {}),
    }));
    if (options.output === "svg") process.stdout.write(target.map?.(plan) ?? "");
    else print(options.output, { schemaVersion: 1, target: options.to, objects, owners, statuses }, () => table(owners, plan.statuses));
    const faulty = [...plan.diagnostics, ...plan.statuses.flatMap((s) => s.diagnostics)].some((d) => d.severity === "error");
    return faulty;
  },
});

/** Reads the inputs. Nothing holds their objects afterwards: they are a third of what a translation has in memory. */
async function readSpecs(options: InputOptions, target: Target, settings: SettingsInput) {
  const { objects, diagnostics } = await readInputs(options, target.family(settings), "nothing to translate");
  return { specs: target.read(objects, diagnostics), isFaulty: diagnostics.length > 0 };
}

function table(owners: Record<string, string[]>, statuses: readonly Status[]): string {
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
