import { createHash } from "node:crypto";
import { z } from "zod";
import { proxiesIn } from "../http/connection";
import { type Following, follow } from "../http/stream";
import { type Answer, type Call, type Peer, transmit } from "../http/transport";
import { amount, flag, readConfig } from "../lifecycle/config";
import type { ConfigSource } from "../lifecycle/handler";
import { Credentials, type Endpoint, endpointOf, type Identity, readKubeconfig } from "./kubeconfig";
import { RestClient } from "./rest";
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
  const known = clients.get(key);
  if (known) return known;
  const { tenant, tenantPaths = tenant !== undefined, timeout = 60, retryDelay = 300 } = settings;
  const session = onceGood(() => open(settings, timeout * 1000));
  const client = new RestClient(session, { tenant, tenantPaths, retryDelayMs: retryDelay, patienceMs: timeout * 500 });
  clients.set(key, client);
  return client;
}

async function open(settings: KubernetesSettings, timeoutMs: number): Promise<Session> {
  const config = await readKubeconfig(settings);
  const endpoint = endpointOf(config.getCurrentCluster()!, proxiesIn(process.env));
  return new Session(endpoint, config.getCurrentContext(), new Credentials(config, () => readKubeconfig(settings)), timeoutMs);
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

/** A request to the API server; the path starts at its root. */
export interface Request {
  method: Call["method"];
  path: string;
  body?: Call["body"];
  /** Content type of the body. Default `application/json`. */
  contentType?: string;
}

/** One API server as one user. */
export class Session {
  constructor(
    readonly endpoint: Endpoint,
    /** Of the kubeconfig. */
    readonly context: string,
    private readonly credentials: Credentials,
    private readonly timeoutMs: number,
  ) {}

  /** Sends once; an identity that is refused is taken anew once. Any other status is the caller's to judge. */
  async send(request: Request): Promise<Answer> {
    const identity = await this.credentials.identities.current();
    const answer = await this.transmit(request, identity);
    if (answer.status !== 401) return answer;
    const fresh = await this.credentials.identities.newerThan(identity);
    return sameIdentity(identity, fresh) ? answer : this.transmit(request, fresh);
  }

  /** Text of a server without our secrets. */
  readonly clean = (text: string): string => this.credentials.clean(text);

  /** Follows an answer that goes on, as {@link send} sends: what comes back is why it was refused, undefined when it has ended. */
  async follow(path: string, following: Following): Promise<Answer | undefined> {
    const once = (identity: Identity) => {
      const { peer, call } = this.written({ method: "GET", path }, identity);
      return follow(peer, call, following);
    };
    const identity = await this.credentials.identities.current();
    const answer = await once(identity);
    if (answer?.status !== 401) return answer;
    const fresh = await this.credentials.identities.newerThan(identity);
    return sameIdentity(identity, fresh) ? answer : once(fresh);
  }

  private transmit(request: Request, identity: Identity): Promise<Answer> {
    const { peer, call } = this.written(request, identity);
    return transmit(peer, call);
  }

  private written({ method, path, body, contentType = "application/json" }: Request, identity: Identity): { peer: Peer; call: Call } {
    const { basePath, url, ...peer } = this.endpoint;
    const headers = {
      Accept: "application/json",
      "User-Agent": "pulumi-k8s-lb",
      ...(body === undefined ? {} : { "Content-Type": contentType }),
      ...identity.headers,
    };
    const { clientCertificate } = identity;
    return { peer: { ...peer, clientCertificate, timeoutMs: this.timeoutMs }, call: { method, path: basePath + path, body, headers } };
  }
}

/** A token that does not change is not better for being sent twice. */
function sameIdentity(one: Identity, other: Identity): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const configSchema = z.object({
  kubeconfig: z.string().optional(),
  context: z.string().optional(),
  tenant: z.string().optional(),
  tenantPaths: flag.optional(),
  timeout: amount().optional(),
  retryDelay: amount().optional(),
});

/** All keys, for whoever shows what is configured. */
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
