// The cluster resources: provider, object status, `liveCluster`.

import type * as pulumi from "@pulumi/pulumi";
import type { Json } from "../../resources/kind";
import { OBJECT_STATUS, type ObjectStatusInputs } from "../../resources/object-status";
import type { Family } from "../frontends";
import { type ArgsOf, ExplicitProvider, LbResource, type LbResourceOptions } from "../resource";
import type { ClusterSelection } from "./kinds";
import type { ClusterContents } from "./read-cluster";

/** Inputs of {@link ObjectStatus}. */
export interface ObjectStatusArgs extends Omit<ArgsOf<ObjectStatusInputs>, "status"> {
  /** Fields below `status`; each may be an output, at any depth. */
  status?: pulumi.Input<{ [field: string]: unknown }>;
}

/**
 * Results for an object in the cluster that others own: fields of its status, annotations. They are written with server-side
 * apply as the field manager `pulumi-k8s-lb`, so nothing else of the object is touched, and they go with the resource. The object must
 * exist; one that is deleted takes the resource with it at the next refresh.
 *
 * Components write these resources themselves with `writeStatus`. The id is `Kind.group/namespace/name`.
 *
 * @example
 * ```ts
 * import { ObjectStatus } from "pulumi-k8s-lb/cluster";
 *
 * new ObjectStatus("web", {
 *   apiVersion: "networking.k8s.io/v1",
 *   kind: "Ingress",
 *   namespace: "shop",
 *   name: "web",
 *   status: { loadBalancer: { ingress: [{ ip: "203.0.113.7", hostname: "web.example.com" }] } },
 * });
 * ```
 */
export class ObjectStatus extends LbResource {
  /** `v1`, `networking.k8s.io/v1`. */
  declare readonly apiVersion: pulumi.Output<string>;
  /** Kind of the object, e.g. `Service`. */
  declare readonly kind: pulumi.Output<string>;
  /** Namespace of the object; undefined for cluster-scoped ones. */
  declare readonly namespace: pulumi.Output<string | undefined>;
  /** Name of the object. */
  declare readonly name: pulumi.Output<string>;
  /** The fields below `status` that this resource writes. */
  declare readonly status: pulumi.Output<{ [field: string]: Json } | undefined>;
  /** The annotations that this resource writes. */
  declare readonly annotations: pulumi.Output<{ [name: string]: string } | undefined>;

  constructor(name: string, args: ObjectStatusArgs, opts?: LbResourceOptions) {
    super(OBJECT_STATUS, name, args, opts);
  }
}

/** Access to a cluster. Missing fields come from the environment (`KUBECONFIG`), `~/.kube/config` or the Pod. */
export interface ProviderArgs {
  /** Path of a kubeconfig, or its text. Kept as a secret. */
  kubeconfig?: pulumi.Input<string>;
  /** Context of the kubeconfig. @default the current context */
  context?: pulumi.Input<string>;
  /** Tenant of an Arktos cluster. */
  tenant?: pulumi.Input<string>;
  /** Write `/tenants/T` into paths. @default exactly when a tenant is set */
  tenantPaths?: pulumi.Input<boolean>;
  /** Seconds until a request counts as unanswered. @default 60 */
  timeout?: pulumi.Input<number>;
  /** Milliseconds before the first retry of a request. @default 300 */
  retryDelay?: pulumi.Input<number>;
}

/** The arguments of {@link Provider} that are secrets in a state. */
export const SECRETS: ReadonlySet<string> = new Set<keyof ProviderArgs>(["kubeconfig"]);

/**
 * An explicit connection, for programs that write into more than one cluster. Without one, the stack configuration
 * (`kubernetes:kubeconfig`, `kubernetes:context`) and the environment are used.
 *
 * @example
 * ```ts
 * import { ObjectStatus, Provider } from "pulumi-k8s-lb/cluster";
 *
 * const east = new Provider("east", { context: "east" });
 * new ObjectStatus(
 *   "web",
 *   { apiVersion: "v1", kind: "Service", namespace: "shop", name: "web", status: { loadBalancer: { ingress: [{ ip: "203.0.113.7" }] } } },
 *   { provider: east },
 * );
 * ```
 */
export class Provider extends ExplicitProvider {
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    super(name, args, { namespaceOf: () => "kubernetes", secrets: SECRETS }, opts);
  }
}

/** A selection whose parts may be outputs, of a secret in the configuration for example. */
export type LiveClusterArgs = { [K in keyof ClusterSelection]: pulumi.Input<ClusterSelection[K]> };

/**
 * A cluster as a source of specs, beside files and plain objects. It is read when the program runs, at `pulumi preview` too; with
 * `kubernetes:kubeconfig` and `kubernetes:context` of the stack where the selection names none.
 */
export class LiveCluster {
  constructor(
    /** Selection of the cluster and its objects. */
    readonly selection: LiveClusterArgs,
  ) {}

  /** Reads what a target needs. The client is loaded here: programs without a cluster do not pay for it. */
  async read(family: Family, selection: ClusterSelection): Promise<ClusterContents> {
    const { readCluster } = await import("./read-cluster.js");
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
