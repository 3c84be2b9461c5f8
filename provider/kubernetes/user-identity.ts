import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import type { RequestOptions } from "node:https";
import type { KubeConfig, User } from "@kubernetes/client-node" with { "resolution-mode": "import" };
import { clusterOf, type Kubeconfig, userOf } from "./plain-kubeconfig";

/** Parts of a request that prove who sends it. */
type IdentityOptions = Pick<RequestOptions, "auth" | "cert" | "key" | "headers">;

/** Plugin of a user that prints a credential. */
export interface ExecConfig {
  apiVersion?: string;
  command: string;
  args?: string[] | null;
  provideClusterInfo?: boolean;
  env?: { name: string; value: string }[] | null;
}

/** Answer of a plugin, `client.authentication.k8s.io`. */
interface ExecCredential {
  status: { token?: string; clientCertificateData?: string; clientKeyData?: string };
}

/** The identity of the current user, from whatever holds it: token, certificate, password, plugin, token file. */
export async function identify(config: Kubeconfig): Promise<IdentityOptions> {
  if (!isOfClient(config)) return identityOf(userOf(config));
  const options: IdentityOptions = {};
  await alone(config).applyToHTTPSOptions(options);
  return options;
}

const isOfClient = (config: Kubeconfig): config is KubeConfig => "applyToHTTPSOptions" in config;

/**
 * The same user at an address that the client has nothing to say about: it refuses http:// and makes agents for proxies, and
 * neither is its business here.
 */
function alone(config: KubeConfig): KubeConfig {
  const cluster = clusterOf(config);
  const same: KubeConfig = Object.assign(Object.create(Object.getPrototypeOf(config)), config);
  same.clusters = config.clusters.map((one) =>
    one.name === cluster?.name ? { name: one.name, server: "https://localhost", skipTLSVerify: false } : one,
  );
  return same;
}

async function identityOf(user: User | undefined): Promise<IdentityOptions> {
  if (!user) return {};
  const exec: ExecConfig | undefined = user.exec;
  const { status } = exec ? await credentialOf(exec) : { status: {} };
  const tokenFile: string | undefined = user.authProvider?.config.tokenFile;
  const token = user.token || status.token || (tokenFile && readFileSync(tokenFile, "utf8"));
  return {
    cert: status.clientCertificateData || contents(user.certFile, user.certData),
    key: status.clientKeyData || contents(user.keyFile, user.keyData),
    headers: {
      ...(user.impersonateUser === undefined ? {} : { "Impersonate-User": user.impersonateUser }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    auth: user.username ? `${user.username}:${user.password}` : undefined,
  };
}

const contents = (file: string | undefined, base64: string | undefined) =>
  file ? readFileSync(file) : base64 ? Buffer.from(base64, "base64") : undefined;

/** Runs a plugin; it fails with what it says. */
function credentialOf({ command, args, env }: ExecConfig): Promise<ExecCredential> {
  const variables = (env ?? []).map(({ name, value }) => [name, value] as const);
  return new Promise((resolve, reject) => {
    execFile(command, args ?? [], { env: { ...process.env, ...Object.fromEntries(variables) } }, (error, stdout, stderr) => {
      try {
        // a plugin that could not be started has no exit code
        if (error) throw typeof error.code === "number" ? new Error(stderr) : error;
        resolve(JSON.parse(stdout));
      } catch (fault) {
        reject(fault);
      }
    });
  });
}
