import type * as pulumi from "@pulumi/pulumi";
import type { KubernetesObject } from "../../provider/kubernetes/types";
import type { ClusterSelection, Family } from "./kinds";
import type { ClusterContents } from "./read";

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

/** `namespace/name` of every Secret that routing objects name, sorted. */
export function namedSecrets(objects: readonly KubernetesObject[]): string[] {
  const found = new Set(objects.flatMap((object) => namesIn(object).map((name) => placed(name, object.metadata.namespace ?? "default"))));
  return [...found].sort();
}

/** IngressRoutes may name a Secret of another namespace as `namespace/name`. */
function placed(name: string, own: string): string {
  return name.includes("/") ? name : `${own}/${name}`;
}

function namesIn({ kind, spec }: KubernetesObject): string[] {
  if (kind === "Ingress") return texts(all(at(spec, "tls")).map((entry) => at(entry, "secretName")));
  if (kind !== "IngressRoute") return [];
  const services = [at(spec, "tcpproxy"), ...all(at(spec, "routes"))].flatMap((route) => all(at(route, "services")));
  const authorities = services.map((service) => at(service, "validation", "caSecret"));
  return texts([at(spec, "virtualhost", "tls", "secretName"), ...authorities]);
}

/** Whatever stands at a path; what an object looks like is checked later, with all others. */
function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined), value);
}

function all(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function texts(values: readonly unknown[]): string[] {
  return values.filter((value): value is string => typeof value === "string" && value !== "");
}
