import { readFileSync } from "node:fs";
import type { OutgoingHttpHeaders } from "node:http";
import type { RequestOptions } from "node:https";
import type { KubeConfig, User } from "@kubernetes/client-node" with { "resolution-mode": "import" };
import { clusterOf, type Kubeconfig, userOf } from "./plain-kubeconfig";

// The identity of a user of an API server: certificate, token, or an exec plugin.

/** Parts of a request that prove who sends it. */
type IdentityOptions = Pick<RequestOptions, "auth" | "cert" | "key" | "headers">;

/** Plugin of a user that prints a credential. */
export interface ExecConfig {
  apiVersion?: string;
  provideClusterInfo?: boolean;
  env?: { name: string; value: string }[] | null;
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
  const [{ ExecAuth }, { FileAuth }] = await Promise.all([
    import("@kubernetes/client-node/dist/exec_auth.js"),
    import("@kubernetes/client-node/dist/file_auth.js"),
  ]);
  const headers: OutgoingHttpHeaders = {};
  const options: IdentityOptions = { headers, cert: contents(user.certFile, user.certData), key: contents(user.keyFile, user.keyData) };
  await [new ExecAuth(), new FileAuth()].find((one) => one.isAuthProvider(user))?.applyAuthentication(user, options);
  if (user.impersonateUser) headers["Impersonate-User"] = user.impersonateUser;
  if (user.token) headers.Authorization = `Bearer ${user.token}`;
  if (user.username) options.auth = `${user.username}:${user.password}`;
  return options;
}

const contents = (file: string | undefined, base64: string | undefined) =>
  file ? readFileSync(file) : base64 ? Buffer.from(base64, "base64") : undefined;
