import { stringify } from "yaml";

interface Access {
  url: string;
  /** PEM of the certificate to trust. */
  ca?: string;
  /** Tokens by name of the context; the first is the current one. */
  tokens: [context: string, token: string][];
}

/** The text of a kubeconfig with one context per token. */
export function kubeconfigOf({ url, ca, tokens }: Access): string {
  const trust = ca === undefined ? {} : { "certificate-authority-data": Buffer.from(ca).toString("base64") };
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "sandbox", cluster: { server: url, ...trust } }],
    users: tokens.map(([name, token]) => ({ name, user: { token } })),
    contexts: tokens.map(([name]) => ({ name, context: { cluster: "sandbox", user: name } })),
    "current-context": tokens[0]?.[0] ?? "",
  });
}
