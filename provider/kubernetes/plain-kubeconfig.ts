import { existsSync, readFileSync } from "node:fs";
import { isIPv6 } from "node:net";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import type { Cluster, Context, KubeConfig, User } from "@kubernetes/client-node" with { "resolution-mode": "import" };
import { z } from "zod";
import { isKubeconfigText } from "../../kinds/kubeconfig-text";

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

const name = z.string().min(1);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);
const listOf = <T extends z.ZodType>(entry: T) =>
  z
    .array(entry)
    .nullish()
    .transform((list) => list ?? []);

const CONTEXT = z
  .object({ name, context: z.object({ cluster: name, user: text }) })
  .transform(({ name, context }) => ({ name, cluster: context.cluster, user: context.user ?? "" }));

const CLUSTER = z
  .object({
    name,
    cluster: z.object({
      server: name,
      "certificate-authority-data": text,
      "certificate-authority": text,
      "insecure-skip-tls-verify": z.boolean().nullish(),
      "tls-server-name": text,
      "proxy-url": text,
    }),
  })
  .transform(({ name, cluster }) => ({
    name,
    server: cluster.server.replace(/\/$/, ""),
    caData: cluster["certificate-authority-data"],
    caFile: cluster["certificate-authority"],
    skipTLSVerify: cluster["insecure-skip-tls-verify"] === true,
    tlsServerName: cluster["tls-server-name"],
    proxyUrl: cluster["proxy-url"],
  }));

const PLUGIN = z.object({
  apiVersion: z.string().optional(),
  command: name,
  args: listOf(z.string()),
  env: listOf(z.object({ name: z.string(), value: z.string() })),
  provideClusterInfo: z.boolean().optional(),
});

const USER = z
  .object({
    name,
    user: z
      .object({
        "client-certificate-data": text,
        "client-certificate": text,
        "client-key-data": text,
        "client-key": text,
        token: text,
        username: text,
        password: text,
        as: text,
        exec: PLUGIN.nullish(),
        "auth-provider": z.null().optional(),
        "token-file": z.null().optional(),
      })
      .nullish(),
  })
  .transform(({ name, user }) => ({
    name,
    certData: user?.["client-certificate-data"],
    certFile: user?.["client-certificate"],
    keyData: user?.["client-key-data"],
    keyFile: user?.["client-key"],
    token: user?.token,
    username: user?.username,
    password: user?.password,
    impersonateUser: user?.as,
    exec: user?.exec ?? undefined,
  }));

const KUBECONFIG = z
  .object({ "current-context": z.string().optional(), contexts: listOf(CONTEXT), clusters: listOf(CLUSTER), users: listOf(USER) })
  .transform(({ "current-context": currentContext = "", ...entries }): Kubeconfig => ({ currentContext, ...entries }));

/**
 * Reads a kubeconfig of the usual form: users with a token, a certificate, a password or a plugin, or the service account of a Pod. Undefined
 * for any other, and for one with a fault: the official client reads it, or says what is wrong. That client loads the API of every kind of
 * Kubernetes: 60 MB and a third of a second, which a watch would keep for months.
 */
export function plainKubeconfig(kubeconfig: string | undefined): Kubeconfig | undefined {
  try {
    if (kubeconfig === undefined) return ofDefault();
    return isKubeconfigText(kubeconfig) ? entriesIn(kubeconfig) : entriesOf(kubeconfig);
  } catch {
    return undefined;
  }
}

function entriesIn(kubeconfig: string): Kubeconfig | undefined {
  const read = kubeconfig.trimStart().startsWith("{") ? JSON.parse(kubeconfig) : yamlIn(kubeconfig);
  return KUBECONFIG.safeParse(read).data;
}

function yamlIn(kubeconfig: string): unknown {
  // loaded here, as few processes read YAML
  const { parseDocument }: typeof import("yaml") = require("yaml");
  const document = parseDocument(kubeconfig, { merge: true });
  return document.errors.length + document.warnings.length === 0 ? document.toJS() : undefined;
}

/** Entries of a file. Paths in it are relative to its folder. */
function entriesOf(path: string): Kubeconfig | undefined {
  const entries = entriesIn(readFileSync(path, "utf8"));
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
function ofDefault(): Kubeconfig | undefined {
  const { KUBECONFIG: named, HOME: home } = process.env;
  if (named) return merged(named.split(delimiter).filter((file) => file !== ""));
  if (process.platform === "win32") return undefined;
  const file = home ? join(home, ".kube", "config") : "";
  return existsSync(file) ? entriesOf(file) : ofPod();
}

/** Entries of several files; the first names the current context. */
function merged(files: readonly string[]): Kubeconfig | undefined {
  const all = files.map(entriesOf).filter((one) => one !== undefined);
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

/** Entries of the service account of a Pod. */
function ofPod(): Kubeconfig | undefined {
  const { KUBERNETES_SERVICE_HOST: host = "", KUBERNETES_SERVICE_PORT: port = "" } = process.env;
  const tokenFile = `${SERVICE_ACCOUNT}/token`;
  if (!existsSync(tokenFile)) return undefined;
  const scheme = ["80", "8080", "8001"].includes(port) ? "http" : "https";
  const server = `${scheme}://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  return {
    currentContext: "inClusterContext",
    contexts: [{ name: "inClusterContext", cluster: "inCluster", user: "inClusterUser" }],
    clusters: [{ name: "inCluster", server, caFile: `${SERVICE_ACCOUNT}/ca.crt`, skipTLSVerify: false }],
    users: [{ name: "inClusterUser", authProvider: { name: "tokenFile", config: { tokenFile } } }],
  };
}
