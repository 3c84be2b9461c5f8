import type * as pulumi from "@pulumi/pulumi";
import { ExplicitProvider } from "../../resource";

/** How to reach a cluster with Mizar. What is left out comes from the stack configuration and the environment. */
export interface ProviderArgs {
  /** Path of a kubeconfig, or its text. Kept as a secret. @default `KUBECONFIG`, then `~/.kube/config`, then the service account of the Pod */
  kubeconfig?: pulumi.Input<string>;
  /** @default the current context */
  context?: pulumi.Input<string>;
  /** Tenant of Arktos of objects that name none. */
  tenant?: pulumi.Input<string>;
  /** Write `/tenants/T` into paths. @default exactly when a tenant is set */
  tenantPaths?: pulumi.Input<boolean>;
  /** Seconds until a request counts as unanswered. @default 60 */
  timeout?: pulumi.Input<number>;
  /** Seconds to wait for the operator. @default 300 */
  provisionTimeout?: pulumi.Input<number>;
  /** Seconds to wait until a deleted object is gone. @default 120 */
  deleteTimeout?: pulumi.Input<number>;
}

/** Keys of pulumi-kubernetes; all others are ours. */
const SHARED: ReadonlySet<string> = new Set<keyof ProviderArgs>(["kubeconfig", "context"]);

/**
 * An explicit connection, for programs that talk to more than one cluster. Without one, the stack configuration
 * (`kubernetes:kubeconfig`, `mizar:tenant`, ...) and the environment are used.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * const east = new mizar.Provider("east", { context: "east", tenant: "customerA" });
 * new mizar.KubernetesCluster("east", { specs: "manifests/east" }, { providers: [east] });
 * ```
 */
export class Provider extends ExplicitProvider {
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    super(name, args, { namespaceOf: (key) => (SHARED.has(key) ? "kubernetes" : "mizar"), secrets: new Set(["kubeconfig"]) }, opts);
  }
}
