import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { KubernetesSandboxOptions } from "../../../sandbox/kubernetes-sandbox";
import { startKubernetesSandbox } from "../../../sandbox/kubernetes-sandbox";
import { CRDS } from "../../../sandbox/mizar/definitions";
import { type Operator, type OperatorOptions, startOperator } from "../../../sandbox/mizar/operator";
import { byTier } from "../../support/tier";
import { type Adapter, type Host, type Props, startHost } from "./host";
import { type SeenCall, startProxy } from "./proxy";
import { started, type World } from "./world";

/** A world with an API server that has the Mizar kinds, and an operator on it. */
export interface MizarWorld extends World {
  /** One more provider process, as another run has it. */
  another(): Promise<Host>;
  /** Past the proxy, as somebody else would: by hand. */
  api(method: string, path: string, body?: object): Promise<Props>;
  /** Ends the operator and starts another one; what it remembers is lost. */
  operator(options?: Partial<OperatorOptions>): Promise<void>;
}

interface KubeServer {
  url: string;
  token: string;
  /** PEM */
  ca?: string;
  stop(): Promise<void>;
}

interface KubeTools {
  startKubeServer(options: object): Promise<{ url: string; token: string; ca: string; stop(): Promise<void> }>;
  installCrds(server: object, crds: unknown): Promise<void>;
  requestsTo(server: object): {
    send(request: object): Promise<{ status: number; body: Props; text: string }>;
    close(): void;
  };
}

const tools = async (): Promise<KubeTools> => {
  const folder = join(__dirname, "../../../tools/kube-server");
  const [server, requests] = await Promise.all(["index", "requests"].map((name) => import(join(folder, `${name}.mjs`))));
  return { ...server, ...requests };
};

/** In the tier `release`, and with `MIZAR_TEST_SERVER=real`, the real kube-apiserver takes the place of the sandbox. */
const REAL = process.env.MIZAR_TEST_SERVER === "real" || byTier({ pr: false, nightly: false, release: true });

/** The sandbox without an operator of its own, or the real server; tenants only the sandbox has. */
async function startServer(options: KubernetesSandboxOptions): Promise<KubeServer> {
  if (!REAL || options.mode === "arktos") return startKubernetesSandbox({ operator: false, https: false, ...options });
  const { startKubeServer, installCrds } = await tools();
  const server = await startKubeServer({ authorization: options.authorization ?? "AlwaysAllow" });
  await installCrds(server, CRDS);
  return { ...server, ca: readFileSync(server.ca, "utf8") };
}

/** A kubeconfig for whoever has the token. */
function kubeconfigFor(url: string, token: string): string {
  const list = (kind: string, body: object) => [{ name: "test", [kind]: body }];
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "test",
    clusters: list("cluster", { server: url }),
    users: list("user", { token }),
    contexts: list("context", { cluster: "test", user: "test" }),
  });
}

/** Short waits, nothing cached. */
const ENVIRONMENT = {
  MIZAR_POLL_INTERVAL: "20",
  MIZAR_LIST_CACHE: "0",
  MIZAR_RETRY_DELAY: "5",
  MIZAR_PROVISION_TIMEOUT: "10",
  MIZAR_DELETE_TIMEOUT: "5",
};

/** Paths of objects, by kind. */
const FOLDERS: { readonly [kind: string]: string } = {
  Vpc: "/apis/mizar.com/v1/namespaces/default/vpcs",
  Subnet: "/apis/mizar.com/v1/namespaces/default/subnets",
  Endpoint: "/apis/mizar.com/v1/namespaces/default/endpoints",
  Droplet: "/apis/mizar.com/v1/namespaces/default/droplets",
  Divider: "/apis/mizar.com/v1/namespaces/default/dividers",
  Bouncer: "/apis/mizar.com/v1/namespaces/default/bouncers",
  Network: "/apis/arktos.futurewei.com/v1/networks",
  Pod: "/api/v1/namespaces/default/pods",
  Service: "/api/v1/namespaces/default/services",
};

/** The path of an object, or of all of a kind. */
export function pathOf(kind: string, name?: string): string {
  return name === undefined ? `${FOLDERS[kind]}` : `${FOLDERS[kind]}/${name}`;
}

/**
 * Starts an API server, the operator and the provider process.
 *
 * @param login gives the provider a token in place of the administrator's
 */
export async function startMizarWorld(
  env: { [name: string]: string } = {},
  sandbox: KubernetesSandboxOptions = {},
  login?: (api: MizarWorld["api"]) => Promise<string>,
  adapter?: Adapter,
): Promise<MizarWorld> {
  const { requestsTo } = await tools();
  const at = await startServer(sandbox);
  const requests = requestsTo(at);
  const proxy = await startProxy(at.url, { ca: at.ca });
  const api: MizarWorld["api"] = async (method, path, body) => {
    const headers = method === "PATCH" ? { "Content-Type": "application/merge-patch+json" } : {};
    const answer = await requests.send({ method, path, body, headers });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const token = (await login?.(api)) ?? at.token;
  const another = () =>
    startHost({ env: { ...ENVIRONMENT, ...env }, config: { "kubernetes:kubeconfig": kubeconfigFor(proxy.url, token) }, adapter });
  const host = await another();
  let running: Operator | undefined;
  const operator: MizarWorld["operator"] = async (options = {}) => {
    await running?.stop();
    const tenants = sandbox.mode === "arktos";
    running = await startOperator({ url: at.url, token: at.token, ca: at.ca, tenants, delayMs: 5, retryMs: 30, ...options });
  };
  await operator();
  return {
    proxy,
    host,
    another,
    api,
    operator,
    async stop() {
      host.stop();
      await running?.stop();
      requests.close();
      await proxy.close();
      await at.stop();
    },
  };
}

/** The server keeps what tests leave behind, so each makes names of its own. */
export const mizarWorld = (...how: Parameters<typeof startMizarWorld>): MizarWorld => started(() => startMizarWorld(...how));

/** `PATCH subnets`: calls that changed something. The operator writes too, so one that met a conflict is made again. */
export function writesSeen({ proxy }: MizarWorld): string[] {
  return proxy.calls.filter(({ method, status }) => method !== "GET" && status < 400).map(short);
}

function short({ method, path }: SeenCall): string {
  return `${method} ${/\/(vpcs|subnets|networks|pods|services)(\/|\?|$)/.exec(path)?.[1] ?? path}`;
}

/** The spec of an object as the server holds it. */
export async function specOf({ api }: MizarWorld, kind: string, name: string): Promise<Props> {
  return (await api("GET", pathOf(kind, name))).spec as Props;
}

/** Waits, for a minute at most, until it is so. */
export async function until(works: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    if (await works()) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error("it never came to be so");
}
