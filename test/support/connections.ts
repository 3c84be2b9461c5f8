/** Address and login of a target's server, in environment and configuration; a test changes one of them. */
export interface CountedConnection {
  env: Record<string, string>;
  config: Record<string, string>;
}

/** Address of a target, with the password or token. */
export interface At {
  url: string;
  secret?: string;
}

export const CONNECTIONS: { readonly [target: string]: (at: At) => CountedConnection } = {
  avi: ({ url, secret = "x" }) => ({
    env: { AVI_CONTROLLER: url, AVI_USERNAME: "admin", AVI_PASSWORD: secret, AVI_RATE_LIMIT: "off" },
    config: {},
  }),
  octavia: ({ url, secret = "x" }) => ({
    env: {
      OS_AUTH_URL: url,
      OS_USERNAME: "demo",
      OS_PASSWORD: secret,
      OS_PROJECT_NAME: "demo",
      OS_USER_DOMAIN_NAME: "Default",
      OS_PROJECT_DOMAIN_NAME: "Default",
    },
    config: {},
  }),
  mizar: ({ url, secret = "x" }) => ({ env: {}, config: { "kubernetes:kubeconfig": kubeconfigText(url, secret) } }),
};

/** A kubeconfig with one context. */
function kubeconfigText(server: string, token: string): string {
  const one = (kind: string, body: object) => [{ name: "test", [kind]: body }];
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "test",
    clusters: one("cluster", { server }),
    users: one("user", { token }),
    contexts: one("context", { cluster: "test", user: "test" }),
  });
}
