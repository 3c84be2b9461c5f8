// Inputs of the verbs that read specs: files, a live cluster, and the selection of their objects.
import type { Diagnostic } from "../../resources/diagnostic";
import { nearest } from "../../resources/nearest";
import type { Family } from "../frontends";
import type { ClusterKind, ClusterSelection } from "../kubernetes";
import { isRecord, type RawObject, readManifestFiles } from "../specs";
import { unreadable } from "../specs/manifests";
import { ReportedError, UsageError } from "./grammar";
import { opt } from "./option";
import { reportDiagnostics } from "./output";
import { withProgress } from "./progress";
import { selects } from "./selection";

/*
 * Shared parts of the verbs, so that all of them are called alike:
 *   verb.ts      defineVerb(): a verb as data, its result and its exit code; option.ts: opt(), arg() with the types of their values
 *   grammar.ts   -o (outputOption), --exit-code (exitCodeOption), EXIT, UsageError (printed, ends with 2)
 *   inputs.ts    -f (fileOption), -n -A -l --kubeconfig --context --kind --tenant (CLUSTER_OPTIONS); readInputs, readObjects
 *   settings.ts  --settings (settingsOption), --cluster (clusterOption); settingsIn
 *   output.ts    print() for -o json|yaml|table, printNote, reportDiagnostics; table.ts: toTable
 *   progress.ts  withProgress() around what may take longer than a second
 *   stack.ts     -C -s (STACK_OPTIONS): the stack of a Pulumi project, through the Automation API
 * A verb is a file of its own and a line in VERBS of program.ts. It returns its result or throws; verb.ts and program.ts print.
 */

/** Cluster that a command reads, if any, and the selection of its objects and those of the manifests. */
export interface ClusterOptions {
  /** True without a path: wherever kubectl would look. */
  kubeconfig?: string | true;
  context?: string;
  namespace?: string[];
  allNamespaces?: boolean;
  selector?: string;
  kind?: ClusterKind[];
  tenant?: string;
  /** Kinds of the cluster alone, where `kind` names none: what the last run of a program read. */
  clusterKinds?: ClusterKind[];
}

/** The options of every command that reads manifests or a cluster. */
export const CLUSTER_OPTIONS = [
  opt("--kubeconfig [path]", "read a live cluster; default path: KUBECONFIG, ~/.kube/config, or the service account of this Pod"),
  opt("--context <name>", "context of the kubeconfig (default: the current one)"),
  opt("-n, --namespace <name...>", "only objects in these namespaces, of a cluster or of manifests"),
  opt("-A, --all-namespaces", "objects in all namespaces (the default)").conflicts("namespace"),
  opt(
    "-l, --selector <labels>",
    "only Services, Ingresses, Routes, IngressRoutes and Pods with these labels, e.g. app=web; objects that they refer to are always read",
  ),
  opt("--kind <kind...>", "only these kinds, of a cluster or of manifests").as<ClusterKind[] | undefined>(),
  opt("--tenant <name>", "tenant of a live Arktos cluster"),
];

/** `-f`. @param what what the files are for, where it is not plain */
export const fileOption = (what = "") =>
  opt("-f, --file <path...>", `file (also .gz), folder, glob, or - for standard input${what}; may be repeated`);

/**
 * Objects of the cluster that the options name; undefined if they name none. `--context` alone means the usual kubeconfig.
 *
 * @throws LbError if the cluster cannot be read as a whole
 */
async function readFromCluster(options: ClusterOptions, family: Family): Promise<RawObject[] | undefined> {
  const { kubeconfig, context, namespace: namespaces, selector: labelSelector, kind: kinds = options.clusterKinds, tenant } = options;
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
  const { readCluster } = await import("../kubernetes/read-cluster.js");
  const { source, objects } = await withProgress("Reading the cluster", () => readCluster(selection, family));
  return objects.map((value) => ({ value, source: { file: source } }));
}

/**
 * Refuses standard input on both sides: the second reading would be empty, and everything of the first would count as new.
 *
 * @param flag the option of the older inputs
 * @throws UsageError when both sides name it
 */
export function rejectDoubleStdin(file: readonly string[] = [], older: readonly string[] = [], flag: string): void {
  if (file.includes("-") && older.includes("-")) throw new UsageError(`standard input can be read once: give a file for -f or for ${flag}`);
}

/** Options that name inputs. */
export interface InputOptions extends ClusterOptions {
  file?: string[];
}

/** True for options that name manifests or a cluster. */
export const namesInputs = ({ file, kubeconfig, context }: InputOptions): boolean => (file ?? kubeconfig ?? context) !== undefined;

/** Manifests and cluster together, as far as the options select them. */
export interface CommandInputs {
  objects: RawObject[];
  /** Diagnostics of the files. */
  diagnostics: Diagnostic[];
}

/**
 * Reads the inputs that the options name: files, a cluster, or both. `-n`, `-l` and `--kind` apply to either. Files without any object are
 * a fault, as for kubectl: the program that writes them has failed.
 *
 * @param otherwise beginning of the message if the options name nothing, e.g. "nothing to draw"
 * @throws UsageError if an option is wrong
 * @throws LbError if the cluster cannot be read as a whole
 */
export async function readInputs(
  options: InputOptions & { mayBeEmpty?: boolean },
  family: Family,
  otherwise: string,
): Promise<CommandInputs> {
  const isSelected = selects(options, family);
  const live = await readFromCluster(options, family);
  if (!options.file && !live) throw new UsageError(`${otherwise}: name manifests with -f, or a cluster with --kubeconfig`);
  if (options.tenant !== undefined && !live)
    throw new UsageError(`${otherwise}: --tenant is for a live cluster: name one with --kubeconfig`);
  const { objects, diagnostics } = readManifestFiles(options.file ?? []);
  if (options.file && !options.mayBeEmpty && objects.length + diagnostics.length === 0) diagnostics.push(empty(options.file));
  const selected = [...objects.filter(({ value }) => isSelected(value)), ...(live ?? [])];
  if (!options.mayBeEmpty && diagnostics.length === 0) diagnostics.push(...unselected(options, [...objects, ...(live ?? [])], selected));
  return { objects: selected, diagnostics };
}

/**
 * The objects of `readInputs`, where all files can be read.
 *
 * @throws ReportedError where a file cannot be read, after its diagnostics on stderr
 */
export async function readObjects(...input: Parameters<typeof readInputs>): Promise<RawObject[]> {
  const { objects, diagnostics } = await readInputs(...input);
  reportDiagnostics(diagnostics);
  if (diagnostics.length > 0) throw new ReportedError("inputs cannot be read");
  return objects;
}

/** Faults for a namespace without objects and for a selection that matches none: most often a misspelling. */
function unselected({ file, namespace, selector, kind }: InputOptions, all: RawObject[], selected: RawObject[]): Diagnostic[] {
  const where = file ? file.map((one) => (one === "-" ? "standard input" : one)).join(", ") : "the cluster";
  const existingNamespaces = [...new Set(all.flatMap(({ value }) => namespaceIn(value) ?? []))].sort();
  const missing = (namespace ?? []).filter((name) => !existingNamespaces.includes(name));
  const messages = missing.map((name) => {
    const meant = nearest(name, existingNamespaces);
    return `no object in ${where} is in the namespace ${name}: ${meant ? `is ${meant} meant?` : `there are ${existingNamespaces.slice(0, NAMED).join(", ") || "none"}`}`;
  });
  const options = [...(selector ? [`-l ${selector}`] : []), ...(kind ? [`--kind ${kind.join(" ")}`] : [])].join(" ");
  if (file && messages.length === 0 && selected.length === 0 && options)
    messages.push(`${options} selects none of the ${all.length} objects in ${where}`);
  return messages.map((message) => unreadable(file?.[0] ?? where, message));
}

/** So many namespaces are named. */
const NAMED = 10;

/** The namespace of an object of a manifest or a cluster. */
function namespaceIn(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const metadata = isRecord(value.metadata) ? value.metadata : {};
  return String(metadata.namespace || "default");
}

function empty(files: readonly string[]): Diagnostic {
  const names = files.map((file) => (file === "-" ? "standard input" : file)).join(", ");
  return unreadable(files[0] ?? "", `there is no object in ${names}`);
}
