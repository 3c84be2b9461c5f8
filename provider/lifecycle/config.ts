import type { ConfigSource } from "./kind";

/** What the dynamic provider host hands to `configure`. */
export interface ConfigureRequest {
  config: { get(key: string): string | undefined };
}

/**
 * Namespaces that are read as well. `openstack:` and `kubernetes:` are shared with pulumi-openstack and pulumi-kubernetes, which
 * refuse keys they do not know: our own keys stand in `octavia:` and `mizar:`.
 */
const ALSO: { readonly [namespace: string]: readonly string[] } = {
  octavia: ["openstack"],
  mizar: ["kubernetes"],
  kubernetes: ["mizar"],
};

/**
 * Explicit provider or stack configuration first (`avi:caCert`), then the environment (`AVI_CA_CERT`). Nothing is read
 * before it is needed: the host calls `configure` once per process, a failure in there would stick.
 */
export function configSource(namespace: string, request: ConfigureRequest | undefined, env: NodeJS.ProcessEnv = process.env): ConfigSource {
  const namespaces = [namespace, ...(ALSO[namespace] ?? [])];
  const explicit = (key: string) =>
    namespaces.map((one) => request?.config.get(`${one}:${key}`)).find((value) => typeof value === "string" && value !== "");
  return {
    get: (key) => explicit(key) ?? (env[environmentName(namespace, key)] || undefined),
    explicit,
    env,
  };
}

/** `AVI_CA_CERT` for `caCert` of `avi`. */
export function environmentName(namespace: string, key: string): string {
  return `${namespace}_${key.replace(/[A-Z]/g, (capital) => `_${capital}`)}`.toUpperCase();
}
