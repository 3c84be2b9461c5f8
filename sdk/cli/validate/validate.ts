// `k8s-lb validate`: lists faults in manifests: fields, values and references; for CI.

import { type Diagnostic, describeObject } from "../../../resources/diagnostic";
import { diagnosticsOf } from "../../plan";
import { SourceLocations, scopeOf } from "../../specs";
import { TARGETS, type TargetName, targetNames } from "../../targets";
import { annotationText } from "../annotation";
import { EXIT, exitCodeOption, outputOption, targetOption } from "../grammar";
import { CLUSTER_OPTIONS, fileOption, readInputs } from "../inputs";
import { countNotices, grouped, print } from "../output";
import { readSettings, settingsOption } from "../settings";
import { toTable } from "../table";
import { defineVerb } from "../verb";
import { rulesWithoutServers } from "./rules-without-servers";
import { type SkippedObject, skippedObjects } from "./skipped-objects";

export const validateCommand = defineVerb({
  name: "validate",
  options: [
    fileOption(),
    targetOption(
      targetNames(),
      "also report what this target cannot express; routes: only checks that apply to every target",
    ).usually<TargetName>("routes"),
    settingsOption(),
    outputOption(["table", "json", "yaml", "github"], "output format; github: workflow commands of GitHub Actions"),
    exitCodeOption("for warnings too; errors always end with 1"),
    ...CLUSTER_OPTIONS,
  ],
  examples: [
    "validate -f manifests",
    "validate -f manifests --to avi --settings avi.yaml --exit-code",
    "validate -f manifests -o github      # annotations on the lines of a pull request",
    "validate -f -                        # e.g. from kustomize build, or helm template",
  ],
  async run(options) {
    const { to, output, exitCode } = options;
    const settings = readSettings(options.settings);
    const target = TARGETS[to];
    const inputs = await readInputs(options, target.family(settings), "nothing to validate");
    const specs = target.read(inputs.objects, inputs.diagnostics);
    const plan = target.translate(specs, { settings });
    const ordered = rulesWithoutServers(diagnosticsOf(plan), plan.facts).sort(bySeverity);
    const places = new SourceLocations();
    const findings = ordered.map((one): PlacedDiagnostic => ({ ...one, ...places.of(one) }));
    const count = countLine(findings, inputs.objects.length);
    if (output === "github") {
      process.stdout.write(findings.map(annotation).join(""));
      process.stderr.write(`${count}\n`);
    } else print(output, documentOf(to, findings), () => tableOf(findings, skippedObjects(to, specs, plan), places, count));
    if (inputs.diagnostics.some(({ code }) => code === "LB1008")) return EXIT.usage;
    const counts = exitCode ? ["error", "warning"] : ["error"];
    return findings.some(({ severity }) => counts.includes(severity)) ? EXIT.found : 0;
  },
});

/** A diagnostic and its place. */
interface PlacedDiagnostic extends Diagnostic {
  file?: string;
  line?: number;
}

const SEVERITIES = ["error", "warning", "notice"];

/** Faults of an object itself come before those that they cause in others. */
const isCause = ({ code }: Diagnostic) => scopeOf(code) === "input";

const bySeverity = (a: Diagnostic, b: Diagnostic) =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || Number(isCause(b)) - Number(isCause(a));

function documentOf(target: string, findings: readonly PlacedDiagnostic[]): object {
  const diagnostics = findings.map(({ code, severity, object, pointer, message, remedy, file, line }) => {
    const { apiVersion, kind, tenant, namespace, name } = object;
    return { code, severity, object: { apiVersion, kind, tenant, namespace, name }, pointer, message, remedy, file, line };
  });
  return { schemaVersion: 1, target, valid: !findings.some(({ severity }) => severity === "error"), diagnostics };
}

/** Notices are counted and not shown: a person looks for what is wrong, and for what is missing. */
function tableOf(findings: readonly PlacedDiagnostic[], skipped: readonly SkippedObject[], places: SourceLocations, count: string): string {
  const shown = grouped(findings.filter(({ severity }) => severity !== "notice"));
  const rows = shown.map(({ first: { severity, code, object, pointer, message, remedy, file, line }, more }) => {
    const place = file === undefined ? (object.source?.file ?? "") : `${file}:${line}`;
    return [severity, code, place, [describeObject(object), pointer].join(" ").trim() + more, remedy ? `${message}. ${remedy}` : message];
  });
  for (const { object, code = "", pointer, message } of skipped) {
    const at = places.at(object, pointer);
    rows.push(["skipped", code, at ? `${at.file}:${at.line}` : "", `${describeObject(object)} ${pointer}`, message]);
  }
  return `${rows.length > 0 ? `${toTable(["SEVERITY", "CODE", "PLACE", "OBJECT", "MESSAGE"], rows)}\n` : ""}${countNotices(findings)}${count}\n`;
}

function countLine(findings: readonly PlacedDiagnostic[], objects: number): string {
  const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;
  const counts = SEVERITIES.map((word) => plural(findings.filter(({ severity }) => severity === word).length, word));
  return `${plural(objects, "object")} read: ${counts.join(", ")}`;
}

function annotation({ severity, code, object, pointer, message, remedy, file, line }: PlacedDiagnostic): string {
  const place: Record<string, string | number> = file === undefined || line === undefined ? {} : { file, line };
  const text = [pointer && `${pointer}: `, message, remedy && `. ${remedy}`].filter(Boolean).join("");
  return annotationText(severity, { ...place, title: `${code} ${describeObject(object)}` }, text);
}
