import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Cluster, KubeConfig } from "@kubernetes/client-node" with { "resolution-mode": "import" };
import { reasonOf } from "../../resources/diagnostic";
import { isKubeconfigText } from "../../resources/kubeconfig-text";
import { withoutUserInfo } from "../../resources/quoted";
import { refuseClearText } from "../http/clear-text";
import { type Peer, type Proxies, proxyFor } from "../http/connection";
import { Logins } from "../http/logins";
import { redactedLine } from "../http/redact";
import { failure } from "../lifecycle/messages/errors";
import { clusterOf, contextOf, type Kubeconfig, plainKubeconfig, userOf } from "./plain-kubeconfig";
import type { KubernetesSettings } from "./types";
import { type ExecConfig, identify } from "./user-identity";

/** Name of the context if the reader found no kubeconfig at all. */
const NOTHING_FOUND = "loaded-context";

/** The kubeconfig of the settings with its context chosen. */
export async function readKubeconfig({ kubeconfig, context }: KubernetesSettings): Promise<Kubeconfig> {
  const isPath = kubeconfig !== undefined && !isKubeconfigText(kubeconfig);
  const given = isPath ? expanded(kubeconfig) : kubeconfig;
  const where = isPath ? kubeconfig : kubeconfig === undefined ? "the default kubeconfig" : "the kubeconfig";
  const config = (await plainKubeconfig(given)) ?? (await readByClient(given, where));
  if (kubeconfig === undefined && config.currentContext === NOTHING_FOUND) {
    throw failure("LB2100", { message: "there is neither KUBECONFIG nor ~/.kube/config, and this is not a Pod with a service account" });
  }
  choose(config, context, where);
  tellPlugin(config);
  return config;
}

/** The client is loaded here and not with the module: most processes do not need it. */
async function readByClient(kubeconfig: string | undefined, where: string): Promise<KubeConfig> {
  const { KubeConfig } = await import("@kubernetes/client-node");
  const config = new KubeConfig();
  try {
    if (kubeconfig === undefined) config.loadFromDefault(undefined, true);
    else if (isKubeconfigText(kubeconfig)) config.loadFromString(kubeconfig);
    else config.loadFromFile(kubeconfig);
    return config;
  } catch (error) {
    throw failure("LB2100", { message: `${where} cannot be read: ${faultOf(error)}` });
  }
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
  const found = contextOf(config);
  const known = config.contexts.map((one) => one.name).join(", ");
  const what = context === undefined ? "current context" : "context";
  if (!found) {
    const has = context === undefined ? `names the current context "${name}", but has` : `has no context "${name}"; it has`;
    throw refuse(`${where} ${has} ${known || "none at all"}`);
  }
  if (!clusterOf(config)?.server) {
    throw refuse(`${what} "${name}" of ${where} names the cluster "${found.cluster}", which has no address`);
  }
  if (found.user && !userOf(config)) {
    throw refuse(`${what} "${name}" of ${where} names the user "${found.user}", which is not there`);
  }
}

/** Remedy where nobody but the kubeconfig itself names the context. */
const OF_KUBECONFIG =
  "Correct the kubeconfig (`kubectl config use-context NAME`), or name a context: `kubernetes:context`, `context` of liveCluster(), `--context` of a command.";

function expanded(path: string): string {
  return path.startsWith("~/") ? join(homedir(), path.slice(2)) : path;
}

const LONGEST_FAULT = 300;

/** The first line only: below it a YAML parser prints the text around the fault, which may be a token. */
function faultOf(error: unknown): string {
  const message = error instanceof TypeError ? "it is not a kubeconfig" : reasonOf(error);
  const [line = ""] = message.split("\n");
  // an alias or a tag that it does not know is quoted, and may be a token that begins with * or !
  return line.slice(0, LONGEST_FAULT).replace(/"[^"]*"|<[^>]*>/g, "...");
}

/** Address of an API server. */
export interface ApiServerEndpoint extends Omit<Peer, "timeoutMs" | "clientCertificate"> {
  /** As the kubeconfig writes it, without a slash at the end. */
  url: string;
  /** `/k8s/clusters/c-1` where one address serves several clusters, else ``. */
  basePath: string;
}

/** The endpoint of a cluster in a kubeconfig; its `proxy-url` comes before the environment. */
export function endpointOf(cluster: Cluster, proxies: Proxies): ApiServerEndpoint {
  const url = addressOf(cluster);
  const proxy = cluster.proxyUrl ? httpProxy(cluster) : proxyFor(url.href, proxies);
  const setting = `\`server\` of cluster "${cluster.name}" of the kubeconfig`;
  refuseClearText(url.href, { setting, code: "LB2100" }, proxy);
  return {
    url: url.href.replace(/\/+$/, ""),
    origin: url.origin,
    basePath: url.pathname.replace(/\/+$/, ""),
    ca: authorityOf(cluster),
    serverName: cluster.tlsServerName,
    insecure: cluster.skipTLSVerify === true,
    proxy,
  };
}

function addressOf({ name, server }: Cluster): URL {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw failure("LB2100", { message: `the address of cluster "${name}" is "${withoutUserInfo(server)}", https://host[:port] is expected` });
}

function authorityOf({ name, caData, caFile }: Cluster): string | undefined {
  if (!caFile) return caData ? Buffer.from(caData, "base64").toString("utf8") : undefined;
  try {
    return readFileSync(caFile, "utf8");
  } catch (error) {
    throw failure("LB2100", { message: `the certificate authority of cluster "${name}" cannot be read: ${reasonOf(error)}` });
  }
}

function httpProxy({ name, proxyUrl = "" }: Cluster): string {
  if (/^http:\/\//i.test(proxyUrl)) return proxyUrl;
  throw failure("LB2100", { message: `the proxy-url of cluster "${name}" is not http://`, remedy: "Only http:// proxies can be used." });
}

/** Time that a plugin may take. */
const PATIENCE_MS = 60_000;

/** Credentials of a user. */
export interface UserIdentity {
  headers: { [name: string]: string };
  clientCertificate?: { cert: string; key: string };
}

/** A plugin is not run, a token file not read, for every request; a certificate that was renewed counts after so long. */
const HOLDS_MS = 30_000;

/** The identity of a kubeconfig's user, from whatever holds it: token, certificate, password, plugin, token file. */
export class KubeconfigCredentials {
  /** One plugin runs at a time, however many ask. */
  readonly identities: Logins<UserIdentity>;
  private endsAt = 0;
  private secrets: string[] = [];

  /** @param reread the kubeconfig as it is now: who rotates a token writes it there */
  constructor(
    private config: Kubeconfig,
    private readonly reread: () => Promise<Kubeconfig>,
  ) {
    this.identities = new Logins({
      login: () => this.take(),
      isRefusal: () => false,
      lifeOf: () => ({ renewAt: this.endsAt, endsAt: this.endsAt }),
    });
  }

  /** Text without what proves our identity. */
  readonly clean = (text: string): string => redactedLine(text, this.secrets);

  private async take(): Promise<UserIdentity> {
    // a file that is being written is read as it was
    if (this.endsAt > 0) this.config = await this.reread().catch(() => this.config);
    this.endsAt = performance.now() + HOLDS_MS;
    const options = await bounded(identify(this.config)).catch((error: unknown) => {
      const user = userOf(this.config)?.name ?? "";
      const reason = this.clean(error instanceof Error ? error.message.trim() : String(error));
      throw failure("LB2112", { message: `user "${user}" of the kubeconfig: ${reason || "its plugin failed without a message"}` });
    });
    const headers = Object.fromEntries(Object.entries(options.headers ?? {}).map(([name, value]) => [name, String(value).trim()]));
    if (options.auth) headers.Authorization = `Basic ${Buffer.from(options.auth).toString("base64")}`;
    this.secrets = [headers.Authorization?.replace(/^\w+ /, ""), options.auth?.replace(/^[^:]*:/, "")].filter((one) => one !== undefined);
    const { cert, key } = options;
    return { headers, ...(cert && key ? { clientCertificate: { cert: String(cert), key: String(key) } } : {}) };
  }
}

/** A plugin that waits for somebody to type would hold everything for ever. */
async function bounded<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no credentials within ${PATIENCE_MS / 1000} seconds`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
