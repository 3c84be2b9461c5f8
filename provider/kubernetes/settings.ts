import { z } from "zod";
import { amount, flag, readConfig } from "../lifecycle/config";
import type { ConfigSource } from "../lifecycle/handler";

/** How to reach a cluster. */
export interface KubernetesSettings {
  /** Path of a kubeconfig, or its text; absent: KUBECONFIG, then `~/.kube/config`, then the Pod's own service account. */
  kubeconfig?: string;
  /** Absent: the current context. */
  context?: string;
  /** Tenant of Arktos whose objects are meant where a key names none. */
  tenant?: string;
  /** Write `/tenants/T` into paths. Default: exactly when a tenant is set. */
  tenantPaths?: boolean;
  /** Seconds until a request counts as unanswered. Default 60. */
  timeout?: number;
  /** Milliseconds of the first pause before a request is repeated. Default 300. */
  retryDelay?: number;
}

const configSchema = z.object({
  kubeconfig: z.string().optional(),
  context: z.string().optional(),
  tenant: z.string().optional(),
  tenantPaths: flag.optional(),
  timeout: amount().optional(),
  retryDelay: amount().optional(),
});

/**
 * The settings in force: `kubernetes:kubeconfig` and `kubernetes:context` as pulumi-kubernetes spells them, `mizar:tenant` and
 * `mizar:tenantPaths`. The environment variable KUBECONFIG is left to the reader of the kubeconfig, which takes a list of files.
 *
 * @throws LbError LB2002 for a value that cannot be read
 */
export function settingsOf(config: ConfigSource): KubernetesSettings {
  return readConfig("mizar", config, configSchema);
}
