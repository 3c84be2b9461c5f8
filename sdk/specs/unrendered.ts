// Recognises sources of Helm, Kustomize, SOPS and OpenShift templates, which must be rendered first.

import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type Diagnostic, describeObject, type ObjectRef } from "../../resources/diagnostic";
import { diagnose } from "./diagnose";
import { isRecord, type RawObject } from "./object";

type Tool = "Helm" | "Kustomize";

const ROOTS: readonly [name: RegExp, tool: Tool][] = [
  [/^Chart\.ya?ml$/, "Helm"],
  [/^kustomization\.ya?ml$|^Kustomization$/, "Kustomize"],
];

/** Files without those that need rendering, and one LB1015 per chart or kustomization. */
export function rendered(files: readonly string[], cwd: string): { files: string[]; diagnostics: Diagnostic[] } {
  const roots = new Map<string, Tool>();
  for (const file of files) {
    const tool = ROOTS.find(([name]) => name.test(basename(file)))?.[1];
    if (tool) roots.set(dirname(file), tool);
    const chart = chartOf(file, cwd);
    if (chart !== undefined) roots.set(chart, "Helm");
  }
  const rootOf = (path: string): string | undefined => {
    for (let folder = path, at = 0; at < MOST_FOLDERS; folder = dirname(folder), at++) {
      if (roots.has(folder)) return folder;
      if (dirname(folder) === folder) break;
    }
    return undefined;
  };
  const outer = [...roots].filter(([folder]) => dirname(folder) === folder || rootOf(dirname(folder)) === undefined);
  return {
    files: files.filter((file) => rootOf(dirname(file)) === undefined),
    diagnostics: outer.map(([folder, tool]) => diagnoseRoot(folder, tool)),
  };
}

const MOST_FOLDERS = 100;

/** Chart of a template: the folder above `templates` with a `Chart.yaml`. */
function chartOf(file: string, cwd: string): string | undefined {
  const parts = dirname(file).split("/");
  const at = parts.lastIndexOf("templates");
  const chart = at < 0 ? undefined : parts.slice(0, at).join("/") || (file.startsWith("/") ? "/" : ".");
  return chart !== undefined && existsSync(join(resolve(cwd, chart), "Chart.yaml")) ? chart : undefined;
}

const RENDER: { readonly [tool in Tool]: (folder: string) => string } = {
  Helm: (folder) => `Render it: \`helm template NAME ${folder} > manifests.yaml\`, and give manifests.yaml.`,
  Kustomize: (folder) => `Render it: \`kubectl kustomize ${folder} > manifests.yaml\`, and give manifests.yaml.`,
};

const WHAT: { readonly [tool in Tool]: string } = { Helm: "a Helm chart", Kustomize: "a kustomization" };

function diagnoseRoot(folder: string, tool: Tool): Diagnostic {
  const name = tool === "Helm" ? "Chart.yaml" : "kustomization.yaml";
  return diagnose("LB1015", fileRef(folder), "", `${folder} is ${WHAT[tool]} (${name}), not manifests`, { remedy: RENDER[tool](folder) });
}

const fileRef = (file: string) => ({ apiVersion: "", kind: "File", namespace: "", name: file, source: { file } });

/** A template action, `{{ .Values.name }}`. Texts inside manifests may contain some too. */
const ACTION = /\{\{-?\s*(include|template|range|if|end|with|toYaml|define|\.|\$)/;

/** True for a text with template actions. */
export const hasAction = (text: string): boolean => ACTION.test(text);

/** True where YAML read an unquoted action as a mapping whose key is a mapping. */
const isUnquoted = (value: unknown): boolean => /"\{[^"]*\}":null/.test(JSON.stringify(value) ?? "");

/** LB1015 for a template or the values of a chart; undefined for other texts. */
export function sourceOfHelm(file: string, text: string, read: { objects: readonly RawObject[]; isTemplate: boolean }) {
  const report = (what: string) =>
    diagnose("LB1015", fileRef(file), "", `${file} is ${what} of a Helm chart, not a manifest`, {
      remedy: "Render the chart: `helm template NAME CHART > manifests.yaml`, and give manifests.yaml.",
    });
  const isAction = () => hasAction(text) && read.objects.some(({ value }) => isUnquoted(value));
  if (read.isTemplate || isAction()) return report("a template");
  const isObject = ({ value }: RawObject) => isRecord(value) && ("apiVersion" in value || "kind" in value);
  const isValues = /^values[\w.-]*\.ya?ml$/.test(basename(file)) && read.objects.length > 0 && !read.objects.some(isObject);
  return isValues ? report("the values") : undefined;
}

/** LB1015 for an object with values encrypted by SOPS, which leaves metadata readable. */
export function sourceOfSops(ref: ObjectRef, value: Record<string, unknown>): Diagnostic | undefined {
  if (!isRecord(value.sops) || !("mac" in value.sops || "lastmodified" in value.sops)) return undefined;
  const file = ref.source?.file ?? "FILE";
  return diagnose("LB1015", ref, "/sops", `${describeObject(ref)} is encrypted by SOPS, and nothing of it is read`, {
    remedy: `Decrypt it: \`sops decrypt ${file} > manifests.yaml\`, and give manifests.yaml.`,
  });
}

/** LB1015 for an OpenShift Template, whose parameters only OpenShift tools fill in. */
export function sourceOfOpenShift(ref: ObjectRef): Diagnostic | undefined {
  if (ref.kind !== "Template" || !/^(template\.openshift\.io\/.*|v1)$/.test(ref.apiVersion)) return undefined;
  const file = ref.source?.file ?? "template.yaml";
  const message = `the Template ${ref.name} of OpenShift contains objects with parameters, and nothing in it is read`;
  return diagnose("LB1015", ref, "", message, {
    remedy: `Process it: \`oc process -f ${file} > manifests.yaml\`, and give manifests.yaml.`,
  });
}
