// The kubeconfig that the settings name, with its context.

import { homedir } from "node:os";
import { join } from "node:path";
import { reasonOf } from "../../resources/diagnostic";
import { isKubeconfigText } from "../../resources/kubeconfig-text";
import { failure } from "../lifecycle/messages/errors";
import { clusterOf, contextOf, type Kubeconfig, kubeconfigEntries, userOf } from "./kubeconfig-entries";
import type { KubernetesSettings } from "./types";
import type { ExecConfig } from "./user-identity";

/**
 * The kubeconfig of the settings with its context chosen.
 *
 * @throws LbError LB2100 where there is none, or it cannot be read; LB2101 where the context leads to no cluster or user
 */
export async function readKubeconfig({ kubeconfig, context }: KubernetesSettings): Promise<Kubeconfig> {
  const isPath = kubeconfig !== undefined && !isKubeconfigText(kubeconfig);
  const source = isPath ? expanded(kubeconfig) : kubeconfig;
  const where = isPath ? kubeconfig : kubeconfig === undefined ? "the default kubeconfig" : "the kubeconfig";
  const config = await kubeconfigEntries(source).catch((error: unknown) => {
    throw failure("LB2100", { message: `${where} cannot be read: ${faultOf(error)}` });
  });
  if (!config) {
    throw failure("LB2100", { message: "there is neither KUBECONFIG nor ~/.kube/config, and this is not a Pod with a service account" });
  }
  choose(config, context, where);
  tellPlugin(config);
  return config;
}

/** Plugins learn from this variable in which form they are asked and that no one is at a keyboard; some refuse to run without. */
function tellPlugin(config: Kubeconfig): void {
  const exec: ExecConfig | undefined = userOf(config)?.exec;
  const cluster = clusterOf(config);
  if (!exec || !cluster) return;
  const { server, caData, skipTLSVerify, tlsServerName } = cluster;
  const fields = {
    server,
    "certificate-authority-data": caData,
    "insecure-skip-tls-verify": skipTLSVerify,
    "tls-server-name": tlsServerName,
  };
  const spec = { interactive: false, ...(exec.provideClusterInfo ? { cluster: fields } : {}) };
  const value = JSON.stringify({ kind: "ExecCredential", apiVersion: exec.apiVersion, spec });
  exec.env = [...(exec.env ?? []), { name: "KUBERNETES_EXEC_INFO", value }];
}

function choose(config: Kubeconfig, context: string | undefined, where: string): void {
  if (context !== undefined) config.currentContext = context;
  const name = config.currentContext;
  const refuse = (message: string) => failure("LB2101", { message, ...(context === undefined ? { remedy: OF_KUBECONFIG } : {}) });
  if (!name) throw refuse(`${where} has no current context, and none is named`);
  const entry = contextOf(config);
  const contextNames = config.contexts.map((one) => one.name).join(", ");
  const what = context === undefined ? "current context" : "context";
  if (!entry) {
    const has = context === undefined ? `names the current context "${name}", but has` : `has no context "${name}"; it has`;
    throw refuse(`${where} ${has} ${contextNames || "none at all"}`);
  }
  if (!clusterOf(config)?.server) {
    throw refuse(`${what} "${name}" of ${where} names the cluster "${entry.cluster}", which has no address`);
  }
  if (entry.user && !userOf(config)) {
    throw refuse(`${what} "${name}" of ${where} names the user "${entry.user}", which is not there`);
  }
}

/** Remedy where only the kubeconfig names the context. */
const OF_KUBECONFIG =
  "Correct the kubeconfig (`kubectl config use-context NAME`), or name a context: `kubernetes:context`, `context` of liveCluster(), `--context` of a command.";

function expanded(path: string): string {
  return path.startsWith("~/") ? join(homedir(), path.slice(2)) : path;
}

const faultOf = (error: unknown): string => (error instanceof TypeError ? "it is not a kubeconfig" : reasonOf(error));
