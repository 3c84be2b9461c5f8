import { readFileSync } from "node:fs";
import { Option } from "commander";
import { parse } from "yaml";
import type { Diagnostic } from "../../kinds/diagnostic";
import type { ClusterKind, ClusterSelection } from "../kubernetes";
import { FAMILIES, type Family } from "../kubernetes/kinds";
import { isRecord, kindOf, type RawObject, readManifestFiles } from "../specs";

/** Which cluster a command reads, if any. */
export interface ClusterOptions {
  /** True without a path: wherever kubectl would look. */
  kubeconfig?: string | true;
  context?: string;
  namespace?: string[];
  selector?: string;
  kind?: ClusterKind[];
  tenant?: string;
}

/** The options of every command that can read a cluster. */
export const CLUSTER_OPTIONS: readonly Option[] = [
  new Option("--kubeconfig [path]", "read a live cluster; without a path that of KUBECONFIG, ~/.kube/config or this Pod"),
  new Option("--context <name>", "context of the kubeconfig (default: the current one)"),
  new Option("--namespace <name...>", "only objects of these namespaces, of the manifests too"),
  new Option(
    "--selector <labels>",
    "of a live cluster: only Services, Ingresses, Routes, IngressRoutes and Pods with these labels, e.g. app=web",
  ),
  new Option("--kind <kind...>", "only these kinds, of the manifests too"),
  new Option("--tenant <name>", "tenant of a live Arktos cluster"),
];

/**
 * What the cluster of the options holds; undefined when they name none. `--context` alone means the usual kubeconfig.
 *
 * @throws LbError when the cluster cannot be read as a whole
 */
async function readFromCluster(options: ClusterOptions, family: Family): Promise<RawObject[] | undefined> {
  const { kubeconfig, context, namespace: namespaces, selector: labelSelector, kind: kinds, tenant } = options;
  if (kubeconfig === undefined && context === undefined) return undefined;
  const selection: ClusterSelection = {
    kubeconfig: kubeconfig === true ? undefined : kubeconfig,
    context,
    namespaces,
    labelSelector,
    kinds,
    tenant,
  };
  // Loaded here: manifests need no client.
  const { readCluster } = await import("../kubernetes/read.js");
  const { source, objects } = await readCluster(selection, family);
  return objects.map((value) => ({ value, source: { file: source } }));
}

/** Manifests and cluster together, as far as the options select them. */
export interface Inputs {
  objects: RawObject[];
  /** What is to be said about files. */
  diagnostics: Diagnostic[];
}

/**
 * What the options name: files, a cluster, or both. `--namespace` and `--kind` hold for either.
 *
 * @returns a text that says what is wrong with the options
 * @throws LbError when the cluster cannot be read as a whole
 */
export async function readInputs(options: ClusterOptions & { file?: string[] }, family: Family): Promise<Inputs | string> {
  const live = await readFromCluster(options, family);
  if (!options.file && !live) return "name manifests with -f, or a cluster with --kubeconfig";
  for (const option of ["selector", "tenant"] as const)
    if (options[option] !== undefined && !live) return `--${option} is for a live cluster: name one with --kubeconfig`;
  const { objects, diagnostics } = readManifestFiles(options.file ?? []);
  return { objects: [...objects.filter(({ value }) => isSelected(value, options, family)), ...(live ?? [])], diagnostics };
}

/** What has no namespace belongs to all of them, and so do VPCs and subnets; what is no object is left to the check. */
function isSelected(value: unknown, { namespace: namespaces, kind: kinds }: ClusterOptions, family: Family): boolean {
  if (!isRecord(value) || typeof value.kind !== "string" || typeof value.apiVersion !== "string") return true;
  const { apiVersion, kind } = value;
  const namespace = isRecord(value.metadata) ? value.metadata.namespace : undefined;
  const qualified = kindOf({ apiVersion, kind, namespace: "", name: "" });
  if (kinds && !kinds.some((wanted) => wanted === qualified || wanted === kind)) return false;
  const source = FAMILIES[family].find((one) => one.kind === qualified);
  const everywhere = source?.tenant !== undefined || source?.types.every(({ namespaced }) => !namespaced);
  return !namespaces || everywhere || namespaces.includes(String(namespace || "default"));
}

/** The settings of a target from a YAML or JSON file; nothing, and a line on stderr, where they cannot be read. */
export function readSettings(file: string | undefined): Record<string, unknown> | undefined {
  if (!file) return {};
  try {
    const value: unknown = parse(readFileSync(file, "utf8")) ?? {};
    if (isRecord(value)) return value;
    process.stderr.write(`error: ${file} must hold one mapping of settings\n`);
  } catch (error) {
    process.stderr.write(`error: ${file} cannot be read: ${(error instanceof Error ? error.message : String(error)).split("\n")[0]}\n`);
  }
  return undefined;
}
