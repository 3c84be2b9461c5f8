import type * as pulumi from "@pulumi/pulumi";
import { ExplicitProvider } from "../../resources/explicit-provider";

/** How to reach a cluster. What is left out comes from the environment (`KUBECONFIG`), `~/.kube/config` or the Pod. */
export interface ProviderArgs {
  /** Path of a kubeconfig, or its text. Kept as a secret. */
  kubeconfig?: pulumi.Input<string>;
  /** @default the current context */
  context?: pulumi.Input<string>;
  /** Tenant of an Arktos cluster. */
  tenant?: pulumi.Input<string>;
  /** Write `/tenants/T` into paths. @default exactly when a tenant is set */
  tenantPaths?: pulumi.Input<boolean>;
  /** Seconds until a request counts as unanswered. @default 60 */
  timeout?: pulumi.Input<number>;
}

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
    super(name, args, { namespaceOf: () => "kubernetes", secrets: new Set(["kubeconfig"]) }, opts);
  }
}
