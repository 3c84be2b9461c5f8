import type { RequestOptions } from "node:https";
import type { KubeConfig } from "@kubernetes/client-node" with { "resolution-mode": "import" };
import { redact } from "../http/answers";
import { Logins } from "../http/logins";
import { failure } from "../lifecycle/errors";

/** How long a plugin may take. */
const PATIENCE_MS = 60_000;

/** How a user shows who they are. */
export interface Identity {
  headers: { [name: string]: string };
  clientCertificate?: { cert: string; key: string };
}

/** A plugin is not run, a token file not read, for every request; a certificate that was renewed counts after so long. */
const HOLDS_MS = 30_000;

/** The identity of a kubeconfig's user, from whatever it stands in: token, certificate, password, plugin, token file. */
export class Credentials {
  /** One plugin runs at a time, however many ask. */
  readonly identities: Logins<Identity>;
  private endsAt = 0;
  private secrets: string[] = [];

  constructor(private readonly config: KubeConfig) {
    this.identities = new Logins({
      login: () => this.take(),
      isRefusal: () => false,
      lifeOf: () => ({ renewAt: this.endsAt, endsAt: this.endsAt }),
    });
  }

  /** Text without what proves our identity. */
  readonly clean = (text: string): string => redact(text, this.secrets);

  private async take(): Promise<Identity> {
    const options: RequestOptions = {};
    this.endsAt = Date.now() + HOLDS_MS;
    try {
      await bounded(alone(this.config).applyToHTTPSOptions(options));
    } catch (error) {
      const user = this.config.getCurrentUser()?.name ?? "";
      const said = this.clean(error instanceof Error ? error.message.trim() : String(error));
      throw failure("LB2112", { message: `user "${user}" of the kubeconfig: ${said || "its plugin failed without a word"}` });
    }
    const headers = Object.fromEntries(Object.entries(options.headers ?? {}).map(([name, value]) => [name, String(value).trim()]));
    if (options.auth) headers.Authorization = `Basic ${Buffer.from(options.auth).toString("base64")}`;
    this.secrets = [headers.Authorization?.replace(/^\w+ /, ""), options.auth?.replace(/^[^:]*:/, "")].filter((one) => one !== undefined);
    const { cert, key } = options;
    return { headers, ...(cert && key ? { clientCertificate: { cert: String(cert), key: String(key) } } : {}) };
  }
}

/** A plugin that waits for somebody to type would hold everything for ever. */
async function bounded(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no credentials within ${PATIENCE_MS / 1000} seconds`)), PATIENCE_MS);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The same user at an address that the reader has nothing to say about: it refuses http:// and makes agents for proxies, and
 * neither is its business here.
 */
function alone(config: KubeConfig): KubeConfig {
  const cluster = config.getCurrentCluster();
  const same: KubeConfig = Object.assign(Object.create(Object.getPrototypeOf(config)), config);
  same.clusters = config.clusters.map((one) =>
    one.name === cluster?.name ? { name: one.name, server: "https://localhost", skipTLSVerify: false } : one,
  );
  return same;
}
