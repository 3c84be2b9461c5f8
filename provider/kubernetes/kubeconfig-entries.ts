// Reads the entries of a kubeconfig: contexts, clusters and users.

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
 * The entries of a kubeconfig, by the readers of the official client. The whole client is not loaded for it: with the API of every kind of
 * Kubernetes it costs 45 MB of memory and a third of a second.
 *
 * @param kubeconfig a text or a path; by default KUBECONFIG, `~/.kube/config` or the service account of a Pod
 * @returns undefined where the default is none of them
 * @throws Error for a file or a text that cannot be read
 */
export async function kubeconfigEntries(kubeconfig: string | undefined): Promise<Kubeconfig | undefined> {
  if (kubeconfig === undefined) return ofDefault();
  return isKubeconfigText(kubeconfig) ? entriesIn(kubeconfig) : entriesOf(kubeconfig);
}

async function entriesIn(text: string): Promise<Kubeconfig> {
  const { newClusters, newContexts, newUsers } = await import("@kubernetes/client-node/dist/config_types.js");
  const { success, data } = KUBECONFIG.safeParse(valuesIn(text));
  if (!success) throw new TypeError("it is not a kubeconfig");
  const { contexts, clusters, users, "current-context": currentContext = "" } = data;
  return { currentContext, contexts: newContexts(contexts), clusters: newClusters(clusters), users: newUsers(users) };
}

const KUBECONFIG = z.object({
  "current-context": z
    .string()
    .nullish()
    .transform((name) => name ?? ""),
  contexts: z.unknown().optional(),
  clusters: z.unknown().optional(),
  users: z.unknown().optional(),
});

/** JSON is YAML too. A fault names its line and no text: around it may be a token. */
function valuesIn(text: string): unknown {
  // loaded here, as few processes read YAML
  const { parseDocument }: typeof import("yaml") = require("yaml");
  const document = parseDocument(text, { merge: true });
  const [fault] = [...document.errors, ...document.warnings];
  if (fault) throw new Error(`it is not YAML (${fault.code}, line ${fault.linePos?.[0].line ?? 1})`);
  try {
    return document.toJS();
  } catch {
    throw new Error("it is not YAML (an alias stands for nothing)");
  }
}

/** Entries of a file. Paths in it are relative to its folder. */
async function entriesOf(path: string): Promise<Kubeconfig> {
  const entries = await entriesIn(readFileSync(path, "utf8"));
  const placed = (file: string | undefined) => (file && !isAbsolute(file) ? join(dirname(path), file) : file);
  return {
    ...entries,
    clusters: entries.clusters.map((cluster) => ({ ...cluster, caFile: placed(cluster.caFile) })),
    users: entries.users.map((user) => ({ ...user, certFile: placed(user.certFile), keyFile: placed(user.keyFile) })),
  };
}

async function ofDefault(): Promise<Kubeconfig | undefined> {
  const named = process.env.KUBECONFIG?.split(delimiter).filter((file) => file !== "") ?? [];
  if (named.length > 0) return merged(await Promise.all(named.map(entriesOf)));
  const file = homes()
    .map((home) => join(home, ".kube", "config"))
    .find((path) => existsSync(path));
  return file ? entriesOf(file) : podKubeconfig();
}

/** Folders that kubectl takes for the home of a user; Windows has several. */
function homes(): string[] {
  const { HOME, HOMEDRIVE, HOMEPATH, USERPROFILE } = process.env;
  const drive = HOMEDRIVE && HOMEPATH ? join(HOMEDRIVE, HOMEPATH) : "";
  return [HOME, ...(process.platform === "win32" ? [drive, USERPROFILE] : [])].flatMap((home) => (home ? [home] : []));
}

/** Entries of several files as kubectl merges them: of two entries with one name the first counts, and the first current context. */
function merged(files: readonly Kubeconfig[]): Kubeconfig {
  return {
    currentContext: files.find(({ currentContext }) => currentContext !== "")?.currentContext ?? "",
    contexts: firstOfName(files.flatMap(({ contexts }) => contexts)),
    clusters: firstOfName(files.flatMap(({ clusters }) => clusters)),
    users: firstOfName(files.flatMap(({ users }) => users)),
  };
}

const firstOfName = <E extends { name: string }>(entries: readonly E[]): E[] =>
  entries.filter(({ name }, index) => entries.findIndex((one) => one.name === name) === index);

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
