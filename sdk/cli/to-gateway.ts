// `k8s-lb to-gateway`: writes Gateway API in the place of Ingresses, Routes and IngressRoutes, and lists the losses.

import { stringify } from "yaml";
import { isEmptyComparison, requestHeadline, requestLines } from "../../requests/differences/change-lines";
import type { RequestComparison } from "../../requests/differences/changes";
import { printableText } from "../../resources/printable";
import { shownChange } from "../requests/changes";
import { isWrongSetting } from "../settings";
import { TARGETS, type TargetName, targetNames } from "../targets";
import { convert, type Loss, type Manifest } from "../to-gateway";
import { EXIT, exitCodeOption, outputOption, targetOption, UsageError } from "./grammar";
import { CLUSTER_OPTIONS, fileOption, readInputs } from "./inputs";
import { opt } from "./option";
import { print, printNote, reportDiagnostics, toLine } from "./output";
import { readSettings, settingsOption } from "./settings";
import { defineVerb } from "./verb";

export const toGatewayCommand = defineVerb({
  name: "to-gateway",
  options: [
    fileOption(),
    targetOption(
      targetNames(({ balancer }) => balancer !== undefined),
      "the target that serves both",
    ).needed(),
    settingsOption(),
    opt("--gateway-namespace <name>", "namespace of the Gateways (default: that of their hosts; default, if they have several)"),
    opt("--show-secrets", "print Secrets with the certificates and keys that Routes hold"),
    opt("--check", "compare what both serve: the requests that get another answer"),
    outputOption(["yaml", "json"]),
    exitCodeOption("when anything is lost, or differs with --check"),
    ...CLUSTER_OPTIONS,
  ],
  examples: [
    "to-gateway -f manifests --to octavia > gateway.yaml      # losses are on stderr",
    "to-gateway --kubeconfig -n shop --to avi --settings avi.yaml --check",
    "to-gateway -f manifests --to octavia -o json --exit-code      # in CI: 1 if anything is lost",
  ],
  async run(options) {
    const settings = readSettings(options.settings);
    const target = TARGETS[options.to];
    const inputs = await readInputs(options, target.family(settings), "nothing to write Gateways for");
    const { gatewayNamespace, showSecrets, check = false } = options;
    if (gatewayNamespace !== undefined && !/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(gatewayNamespace))
      throw new UsageError(`--gateway-namespace ${gatewayNamespace} is not a name of a namespace`);
    const result = convert(target, inputs.objects, { settings, gatewayNamespace, showSecrets });
    const diagnostics = [...inputs.diagnostics, ...(result?.before.diagnostics ?? [])];
    reportDiagnostics(diagnostics);
    if (!result || inputs.diagnostics.length > 0 || diagnostics.some(isWrongSetting)) return EXIT.usage;

    const { manifests, losses, differences } = result;
    if (options.output === "json") print("json", documentOf(options.to, manifests, losses, check ? differences : undefined), () => "");
    else
      process.stdout.write(printableText(manifests.map((manifest) => stringify(manifest, { aliasDuplicateObjects: false })).join("---\n")));
    if (options.output !== "json") tellLosses(losses);
    if (check && options.output !== "json") tellDifferences(differences);
    return losses.length + (check ? differences.changes.length : 0) > 0;
  },
});

function documentOf(target: TargetName, manifests: readonly Manifest[], losses: readonly Loss[], differences?: RequestComparison) {
  const shown = losses.map(({ code, severity, object: { apiVersion, kind, namespace, name }, pointer, message, remedy }) => ({
    code,
    severity,
    object: { apiVersion, kind, namespace, name },
    pointer,
    message,
    remedy,
  }));
  return { schemaVersion: 1, target, manifests, losses: shown, differences: differences?.changes.map(shownChange) };
}

/** Each by itself: two objects that lose the same are two things to look at. */
function tellLosses(losses: readonly Loss[]): void {
  for (const loss of losses) printNote(toLine(loss));
  printNote(losses.length === 0 ? "Nothing is lost." : `${losses.length} loss${losses.length === 1 ? "" : "es"}.`);
}

function tellDifferences(differences: RequestComparison): void {
  for (const line of requestLines(differences)) printNote(line);
  printNote(isEmptyComparison(differences) ? "Every request gets the same answer." : `${requestHeadline(differences)}.`);
}
