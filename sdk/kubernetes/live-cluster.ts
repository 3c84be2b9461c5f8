import type * as pulumi from "@pulumi/pulumi";
import type { Family } from "./kinds";
import type { ClusterContents } from "./read";
import type { ClusterSelection } from "./selection";

/** A selection whose parts may be outputs, of a secret in the configuration for example. */
export type LiveClusterArgs = { [K in keyof ClusterSelection]: pulumi.Input<ClusterSelection[K]> };

/**
 * A cluster as a source of specs, beside files and plain objects. It is read when the program runs, at `pulumi preview` too; with
 * `kubernetes:kubeconfig` and `kubernetes:context` of the stack where the selection names none.
 */
export class LiveCluster {
  constructor(readonly selection: LiveClusterArgs) {}

  /** Reads what a target needs. The client is loaded here: programs without a cluster do not pay for it. */
  async read(family: Family, selection: ClusterSelection): Promise<ClusterContents> {
    const { readCluster } = await import("./read.js");
    return readCluster(selection, family);
  }
}

/**
 * Specs from a live cluster.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 * import { liveCluster } from "pulumi-k8s-lb/cluster";
 *
 * new avi.KubernetesCluster("prod", {
 *   specs: liveCluster({ context: "prod", namespaces: ["shop", "pay"] }),
 *   settings: { clusterName: "prod" },
 * });
 * ```
 */
export function liveCluster(selection: LiveClusterArgs = {}): LiveCluster {
  return new LiveCluster(selection);
}
