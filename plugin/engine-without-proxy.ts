// Excludes the engine's address from proxies.

/** Addresses of this machine. */
const HERE = "127.0.0.1,localhost";

/**
 * Lets calls of gRPC reach the engine, which listens on this machine: its library sends them through the `http_proxy` of the environment, and
 * waits for a proxy that cannot reach the engine. All other connections use the variables as before.
 */
export function reachEngineWithoutProxy(environment: NodeJS.ProcessEnv = process.env): void {
  const { no_grpc_proxy, no_proxy } = environment;
  environment.no_grpc_proxy = [no_grpc_proxy ?? no_proxy, HERE].filter(Boolean).join(",");
}
