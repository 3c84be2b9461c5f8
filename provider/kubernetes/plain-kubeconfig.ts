import { existsSync, readFileSync } from "node:fs";
import { isIPv6 } from "node:net";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import type { Cluster, Context, KubeConfig, User } from "@kubernetes/client-node" with { "resolution-mode": "import" };
import { z } from "zod";
import { isKubeconfigText } from "../../resources/kubeconfig-text";

/** Entries of a kubeconfig, as the official client names them. */
export type Kubeconfig = Pick<KubeConfig, "currentContext" | "contexts" | "clusters" | "users">;

/** The current context. */
export const contextOf = ({ contexts, currentContext }: Kubeconfig): Context | undefined =>
  contexts.find(({ name }) => name === currentContext);

/** Cluster of the current context. */
export function clusterOf(config: Kubeconfig): Cluster | undefined {
  const context = contextOf(config);
  return context && config.clusters.find(({ name }) => name === context.cluster);
}

/** User of the current context. */
export function userOf(config: Kubeconfig): User | undefined {
  const context = contextOf(config);
  return context && config.users.find(({ name }) => name === context.user);
}

/**
 * Reads a kubeconfig of the usual form with the readers of the official client: users with a token, a certificate, a password or a plugin, or the
 * service account of a Pod. Undefined for any other, and for one with a fault: the whole client reads it, or says what is wrong. The whole client
 * loads the API of every kind of Kubernetes: 45 MB of memory and a third of a second.
 */
export async function plainKubeconfig(kubeconfig: string | undefined): Promise<Kubeconfig | undefined> {
  try {
    if (kubeconfig === undefined) return await ofDefault();
    return await (isKubeconfigText(kubeconfig) ? entriesIn(kubeconfig) : entriesOf(kubeconfig));
  } catch {
    return undefined;
  }
}

async function entriesIn(kubeconfig: string): Promise<Kubeconfig | undefined> {
  const { newClusters, newContexts, newUsers } = await import("@kubernetes/client-node/dist/config_types.js");
  const { contexts, clusters, users, "current-context": currentContext = "" } = KUBECONFIG.parse(valuesIn(kubeconfig));
  const read = { currentContext, contexts: newContexts(contexts), clusters: newClusters(clusters), users: newUsers(users) };
  return read.users.some(({ authProvider }) => authProvider) ? undefined : read;
}

const KUBECONFIG = z.object({
  "current-context": z.string().optional(),
  contexts: z.unknown().optional(),
  clusters: z.unknown().optional(),
  users: z.unknown().optional(),
});

const valuesIn = (kubeconfig: string): unknown => (kubeconfig.trimStart().startsWith("{") ? JSON.parse(kubeconfig) : yamlIn(kubeconfig));

function yamlIn(kubeconfig: string): unknown {
  // loaded here, as few processes read YAML
  const { parseDocument }: typeof import("yaml") = require("yaml");
  const document = parseDocument(kubeconfig, { merge: true });
  return document.errors.length + document.warnings.length === 0 ? document.toJS() : undefined;
}

/** Entries of a file. Paths in it are relative to its folder. */
async function entriesOf(path: string): Promise<Kubeconfig | undefined> {
  const entries = await entriesIn(readFileSync(path, "utf8"));
  const placed = (file: string | undefined) => (file && !isAbsolute(file) ? join(dirname(path), file) : file);
  return (
    entries && {
      ...entries,
      clusters: entries.clusters.map((cluster) => ({ ...cluster, caFile: placed(cluster.caFile) })),
      users: entries.users.map((user) => ({ ...user, certFile: placed(user.certFile), keyFile: placed(user.keyFile) })),
    }
  );
}

/** On Windows a home has several places. */
async function ofDefault(): Promise<Kubeconfig | undefined> {
  const { KUBECONFIG: named, HOME: home } = process.env;
  if (named) return merged(named.split(delimiter).filter((file) => file !== ""));
  if (process.platform === "win32") return undefined;
  const file = home ? join(home, ".kube", "config") : "";
  return existsSync(file) ? entriesOf(file) : podKubeconfig();
}

/** Entries of several files; the first names the current context. */
async function merged(files: readonly string[]): Promise<Kubeconfig | undefined> {
  const all = (await Promise.all(files.map(entriesOf))).filter((one) => one !== undefined);
  const [first] = all;
  if (!first || all.length < files.length) return undefined;
  if (all.length === 1) return first;
  const [contexts, clusters, users] = [
    all.flatMap((one) => one.contexts),
    all.flatMap((one) => one.clusters),
    all.flatMap((one) => one.users),
  ];
  const isTwice = [contexts, clusters, users].some((list) => new Set(list.map((one) => one.name)).size < list.length);
  return isTwice ? undefined : { currentContext: first.currentContext, contexts, clusters, users };
}

const SERVICE_ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";

/**
 * Entries of the service account of a Pod; undefined outside of one.
 *
 * @param root folder in which the paths of a Pod begin
 */
export function podKubeconfig(root = ""): Kubeconfig | undefined {
  const { KUBERNETES_SERVICE_HOST: host = "", KUBERNETES_SERVICE_PORT: port = "" } = process.env;
  const [tokenFile, caFile] = [`${root}${SERVICE_ACCOUNT}/token`, `${root}${SERVICE_ACCOUNT}/ca.crt`];
  if (!existsSync(tokenFile)) return undefined;
  const scheme = ["80", "8080", "8001"].includes(port) ? "http" : "https";
  const server = `${scheme}://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  return {
    currentContext: "inClusterContext",
    contexts: [{ name: "inClusterContext", cluster: "inCluster", user: "inClusterUser" }],
    clusters: [{ name: "inCluster", server, caFile, skipTLSVerify: false }],
    users: [{ name: "inClusterUser", authProvider: { name: "tokenFile", config: { tokenFile } } }],
  };
}
