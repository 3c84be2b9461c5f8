// The address of an API server, as a cluster of a kubeconfig has it.

import { readFileSync } from "node:fs";
import type { Cluster } from "@kubernetes/client-node" with { "resolution-mode": "import" };
import { reasonOf } from "../../resources/diagnostic";
import { withoutUserInfo } from "../../resources/quoted";
import { refuseClearText } from "../http/clear-text";
import { type Peer, type Proxies, proxyFor } from "../http/connection";
import { failure } from "../lifecycle/messages/errors";

/** Address of an API server. */
export interface ApiServerEndpoint extends Omit<Peer, "timeoutMs" | "clientCertificate"> {
  /** As the kubeconfig writes it, without a slash at the end. */
  url: string;
  /** `/k8s/clusters/c-1` where one address serves several clusters, else ``. */
  basePath: string;
}

/** The endpoint of a cluster in a kubeconfig; its `proxy-url` comes before the environment. */
export function endpointOf(cluster: Cluster, proxies: Proxies): ApiServerEndpoint {
  const url = serverUrl(cluster);
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

function serverUrl({ name, server }: Cluster): URL {
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
