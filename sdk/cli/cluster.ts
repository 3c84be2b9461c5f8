import { Option } from "commander";
import type { ClusterKind, ClusterSelection } from "../../cluster";
import type { Family } from "../../cluster/kinds";
import type { RawObject } from "../specs";

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
  new Option("--namespace <name...>", "only objects of these namespaces"),
  new Option("--selector <labels>", "only Services, Ingresses, Routes, IngressRoutes and Pods with these labels, e.g. app=web"),
  new Option("--kind <kind...>", "only these kinds"),
  new Option("--tenant <name>", "tenant of an Arktos cluster"),
];

/**
 * What the cluster of the options holds; undefined when they name none. `--context` alone means the usual kubeconfig.
 *
 * @throws LbError when the cluster cannot be read as a whole
 */
export async function readFromCluster(options: ClusterOptions, family: Family): Promise<RawObject[] | undefined> {
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
  const { readCluster } = await import("../../cluster/read.js");
  const { source, objects } = await readCluster(selection, family);
  return objects.map((value) => ({ value, source: { file: source } }));
}
