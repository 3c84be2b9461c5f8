// Finds the API server that the settings name, and reads the configuration for it.

import { createHash } from "node:crypto";
import { z } from "zod";
import { proxiesIn } from "../http/connection";
import { amount, flag, readConfig } from "../lifecycle/config";
import type { ConfigSource } from "../lifecycle/handler";
import { endpointOf } from "./api-server-endpoint";
import { readKubeconfig } from "./kubeconfig";
import { KubeconfigCredentials } from "./kubeconfig-credentials";
import { clusterOf } from "./kubeconfig-entries";
import { KubernetesRestClient } from "./rest";
import { KubernetesSession } from "./session";
import type { KubernetesClient, KubernetesSettings } from "./types";

const clients = new Map<string, KubernetesClient>();

/**
 * The cluster that the settings name. The same settings give the same client, with its credentials and its keep-alive sockets. The
 * kubeconfig is read by the first call, which rejects with LB2100 or LB2101 when it cannot be used.
 */
export function connect(settings: KubernetesSettings = {}): KubernetesClient {
  // The environment names the kubeconfig where the settings do not.
  const key = createHash("sha256")
    .update(JSON.stringify([settings, process.env.KUBECONFIG, process.env.HOME]))
    .digest("hex");
  const cachedClient = clients.get(key);
  if (cachedClient) return cachedClient;
  const { tenant, tenantPaths = tenant !== undefined, timeout = 60, retryDelay = 300 } = settings;
  const session = onceGood(() => open(settings, timeout * 1000));
  const client = new KubernetesRestClient(session, { tenant, tenantPaths, retryDelayMs: retryDelay, patienceMs: timeout * 500 });
  clients.set(key, client);
  return client;
}

async function open(settings: KubernetesSettings, timeoutMs: number): Promise<KubernetesSession> {
  const config = await readKubeconfig(settings);
  const endpoint = endpointOf(clusterOf(config)!, proxiesIn(process.env));
  return new KubernetesSession(
    endpoint,
    config.currentContext,
    new KubeconfigCredentials(config, () => readKubeconfig(settings)),
    timeoutMs,
  );
}

/** Runs until it has succeeded once, however many ask. */
function onceGood<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}

const configSchema = z.object({
  kubeconfig: z.string().optional(),
  context: z.string().optional(),
  tenant: z.string().optional(),
  tenantPaths: flag.optional(),
  timeout: amount().optional(),
  retryDelay: amount().optional(),
});

/** All keys, for commands that show the configuration. */
export const KUBERNETES_KEYS: readonly string[] = Object.keys(configSchema.shape);

/**
 * The settings in force: `kubernetes:kubeconfig` and `kubernetes:context` as pulumi-kubernetes spells them, `mizar:tenant` and
 * `mizar:tenantPaths`. The environment variable KUBECONFIG is left to the reader of the kubeconfig, which takes a list of files.
 *
 * @throws LbError LB2002 for a value that cannot be read
 */
export function settingsOf(config: ConfigSource): KubernetesSettings {
  return readConfig("mizar", config, configSchema);
}
