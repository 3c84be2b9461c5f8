import type { ConfigSource } from "../lifecycle/kind";

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

/**
 * The settings in force: `kubernetes:kubeconfig` and `kubernetes:context` as pulumi-kubernetes spells them, `mizar:tenant` and
 * `mizar:tenantPaths`. The environment variable KUBECONFIG is left to the reader of the kubeconfig, which takes a list of files.
 */
export function settingsOf(config: ConfigSource): KubernetesSettings {
  return {
    kubeconfig: config.get("kubeconfig"),
    context: config.get("context"),
    tenant: config.get("tenant"),
    tenantPaths: flag(config.get("tenantPaths")),
    timeout: amount(config.get("timeout")),
    retryDelay: amount(config.get("retryDelay")),
  };
}

function flag(text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : /^(1|true|yes|on)$/i.test(text);
}

function amount(text: string | undefined): number | undefined {
  const value = Number(text);
  return text !== undefined && Number.isFinite(value) && value >= 0 ? value : undefined;
}
