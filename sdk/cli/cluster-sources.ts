// Live clusters that the last run of a program read: which kinds, and a refusal where a comparison lacks them.
import type { ClusterKind } from "../kubernetes";
import { UsageError } from "./grammar";
import type { ClusterOptions } from "./inputs";
import type { StateComponent } from "./state-component";

// A program may read a live cluster besides its files. Compared with its state without that cluster, all objects of it would seem deleted.

type Counts = StateComponent["sources"];

/** Beginning of the name of a source that is a live cluster. */
const CLUSTER = "cluster ";

/** True for the name of a source that is a live cluster, `cluster prod`. */
export const isCluster = (source: string): boolean => source.startsWith(CLUSTER);

/** True for options that name a live cluster. */
export const namesCluster = ({ kubeconfig, context }: ClusterOptions): boolean => kubeconfig !== undefined || context !== undefined;

/**
 * Refuses inputs that lack what the last run read from a live cluster. An export of the cluster among the files has more objects of each kind
 * than the other sources gave.
 *
 * @param inputCounts number of objects of each source of the inputs
 * @throws UsageError names the cluster, its kinds and the remedy
 */
export function refuseWithoutCluster(options: ClusterOptions, { sources, component }: StateComponent, inputCounts: Counts): void {
  if (namesCluster(options)) return;
  const others = Object.fromEntries(Object.entries(sources).filter(([source]) => !isCluster(source)));
  for (const [source, kinds] of Object.entries(sources)) {
    if (!isCluster(source)) continue;
    const missing = Object.keys(kinds).filter((kind) => objectsOfKind(inputCounts, kind) <= objectsOfKind(others, kind));
    if (missing.length === 0) continue;
    const read = missing.sort().map((kind) => `${kinds[kind]} ${kind}`);
    throw new UsageError(
      `the last run of ${component} read ${source} too (${read.join(", ")}), and these inputs do not: everything of it would count as deleted. ` +
        "Add --kubeconfig [FILE], or an export of the cluster with -f (kubectl get -A -o yaml)",
    );
  }
}

const objectsOfKind = (sources: Counts, kind: string): number => Object.values(sources).reduce((sum, kinds) => sum + (kinds[kind] ?? 0), 0);

/** Kinds that are counted under the name of one of them. */
const ENDPOINTS: readonly string[] = ["Endpoints", "EndpointSlice"];

/**
 * Kinds to read from the cluster, as the last run did; undefined: all kinds of the target. The state records kinds that gave objects. Every
 * cluster has Services and Nodes: a program without objects of one of them has named its kinds, and only recorded kinds are read.
 *
 * @param targetKinds kinds that the target reads
 */
export function kindsOfLastRun({ sources }: StateComponent, targetKinds: readonly ClusterKind[]): ClusterKind[] | undefined {
  const kindsRead = new Set(Object.entries(sources).flatMap(([source, kinds]) => (isCluster(source) ? Object.keys(kinds) : [])));
  if (kindsRead.size === 0 || (kindsRead.has("Service") && kindsRead.has("Node"))) return undefined;
  const hasEndpoints = ENDPOINTS.some((kind) => kindsRead.has(kind));
  return targetKinds.filter((kind) => kindsRead.has(kind) || (hasEndpoints && ENDPOINTS.includes(kind)));
}
