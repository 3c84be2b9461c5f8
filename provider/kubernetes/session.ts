// Sends requests to an API server with the identity of the user.

import type { Peer } from "../http/connection";
import { type Following, follow } from "../http/stream";
import { type Answer, type Call, transmit } from "../http/transport";
import type { ApiServerEndpoint } from "./api-server-endpoint";
import type { KubeconfigCredentials, UserIdentity } from "./kubeconfig-credentials";

/** A request to the API server; the path starts at its root. */
export interface KubernetesRequest {
  method: Call["method"];
  path: string;
  body?: Call["body"];
  /** Content type of the body. Default `application/json`. */
  contentType?: string;
}

/** One API server as one user. */
export class KubernetesSession {
  constructor(
    readonly endpoint: ApiServerEndpoint,
    /** Name of the context of the kubeconfig. */
    readonly context: string,
    private readonly credentials: KubeconfigCredentials,
    private readonly timeoutMs: number,
  ) {}

  /** Sends once; a refused identity is fetched again once. Any other status is the caller's to judge. */
  async send(request: KubernetesRequest): Promise<Answer> {
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
    const once = (identity: UserIdentity) => {
      const { peer, call } = this.written({ method: "GET", path }, identity);
      return follow(peer, call, following);
    };
    const identity = await this.credentials.identities.current();
    const answer = await once(identity);
    if (answer?.status !== 401) return answer;
    const fresh = await this.credentials.identities.newerThan(identity);
    return sameIdentity(identity, fresh) ? answer : once(fresh);
  }

  private transmit(request: KubernetesRequest, identity: UserIdentity): Promise<Answer> {
    const { peer, call } = this.written(request, identity);
    return transmit(peer, call);
  }

  private written(
    { method, path, body, contentType = "application/json" }: KubernetesRequest,
    identity: UserIdentity,
  ): { peer: Peer; call: Call } {
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
function sameIdentity(identity: UserIdentity, other: UserIdentity): boolean {
  return JSON.stringify(identity) === JSON.stringify(other);
}
