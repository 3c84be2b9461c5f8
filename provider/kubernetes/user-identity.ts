// The identity of a user of an API server: certificate, token, or an exec plugin.

import { readFileSync } from "node:fs";
import type { OutgoingHttpHeaders } from "node:http";
import type { RequestOptions } from "node:https";
import type { User } from "@kubernetes/client-node" with { "resolution-mode": "import" };
import { type Kubeconfig, userOf } from "./kubeconfig-entries";

/** Parts of a request that prove who sends it. */
type IdentityOptions = Pick<RequestOptions, "auth" | "cert" | "key" | "headers">;

/** Plugin of a user that prints a credential. */
export interface ExecConfig {
  apiVersion?: string;
  provideClusterInfo?: boolean;
  env?: { name: string; value: string }[] | null;
}

/** The identity of the current user, from whatever holds it: token, certificate, password, plugin, token file, provider of logins. */
export async function identify(config: Kubeconfig): Promise<IdentityOptions> {
  const user = userOf(config);
  if (!user) return {};
  const headers: OutgoingHttpHeaders = {};
  const options: IdentityOptions = { headers, cert: contents(user.certFile, user.certData), key: contents(user.keyFile, user.keyData) };
  await (await authenticatorOf(user))?.applyAuthentication(user, options);
  if (user.impersonateUser) headers["Impersonate-User"] = user.impersonateUser;
  if (user.token) headers.Authorization = `Bearer ${user.token}`;
  if (user.username) options.auth = `${user.username}:${user.password}`;
  return options;
}

/** The authenticator of the official client for a user. Login providers are loaded only for their users: kubectl gave up all but OpenID Connect. */
async function authenticatorOf(user: User) {
  const { ExecAuth } = await import("@kubernetes/client-node/dist/exec_auth.js");
  if (!user.authProvider) return [new ExecAuth()].find((one) => one.isAuthProvider(user));
  const [{ FileAuth }, { OpenIDConnectAuth }, { AzureAuth }, { GoogleCloudPlatformAuth }] = await Promise.all([
    import("@kubernetes/client-node/dist/file_auth.js"),
    import("@kubernetes/client-node/dist/oidc_auth.js"),
    import("@kubernetes/client-node/dist/azure_auth.js"),
    import("@kubernetes/client-node/dist/gcp_auth.js"),
  ]);
  const all = [new AzureAuth(), new GoogleCloudPlatformAuth(), new ExecAuth(), new FileAuth(), new OpenIDConnectAuth()];
  return all.find((one) => one.isAuthProvider(user));
}

const contents = (file: string | undefined, base64: string | undefined) =>
  file ? readFileSync(file) : base64 ? Buffer.from(base64, "base64") : undefined;
