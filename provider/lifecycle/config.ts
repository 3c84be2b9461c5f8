import type { ConfigSource } from "./kind";

/** What the dynamic provider host hands to `configure`. */
export interface ConfigureRequest {
  config: { get(key: string): string | undefined };
}

/**
 * Explicit provider or stack configuration first (`avi:caCert`), then the environment (`AVI_CA_CERT`). Nothing is read
 * before it is needed: the host calls `configure` once per process, a failure in there would stick.
 */
export function configSource(namespace: string, request: ConfigureRequest | undefined, env: NodeJS.ProcessEnv = process.env): ConfigSource {
  return {
    get(key) {
      const set = request?.config.get(`${namespace}:${key}`);
      if (typeof set === "string" && set !== "") return set;
      return env[environmentName(namespace, key)] || undefined;
    },
  };
}

/** `AVI_CA_CERT` for `caCert` of `avi`. */
export function environmentName(namespace: string, key: string): string {
  return `${namespace}_${key.replace(/[A-Z]/g, (capital) => `_${capital}`)}`.toUpperCase();
}
