import type { GatewayForward, GatewayPort, GatewayRedirect, HeaderChanges, RequestMatch, ValueMatch } from "../../../routing";
import type { ShownCluster } from "./clusters";

/** A Gateway as `--to routes` shows it: its ports with the routes on each. */
export interface ShownGateway {
  /** `namespace/name`. */
  gateway: string;
  /** Addresses that it asks for. */
  addresses?: string[];
  ports: ShownGatewayPort[];
}

/** A port of a Gateway. */
export interface ShownGatewayPort {
  port: number;
  protocol: GatewayPort["protocol"];
  /** `namespace/name` of the Secrets, in the order of the listeners. */
  tls?: { secrets: string[] };
  /** Clients must, or may, show a certificate. */
  clientCertificates?: "required" | "optional";
  /** By rank: the first that matches takes the request or connection. */
  routes: (ShownRequests | ShownConnections)[];
}

/** Requests of one match of a rule, and their answer: servers, a redirect or an answer of the load balancer. */
export interface ShownRequests extends Partial<GatewayRedirect> {
  /** `*` for every host; `*.example.com` has any number of labels in front. */
  host: string;
  /** Hosts within `host` that are of other listeners. */
  except?: string[];
  path: RequestMatch["path"];
  method?: string;
  headers?: ValueMatch[];
  queryParams?: ValueMatch[];
  clusters?: ShownCluster[];
  answer?: 404 | 500;
  rewrite?: GatewayForward["rewrite"];
  timeouts?: GatewayForward["timeouts"];
  retry?: GatewayForward["retry"];
  requestHeaders?: Partial<HeaderChanges>;
  responseHeaders?: Partial<HeaderChanges>;
  /** The rule: `HTTPRoute default/web /spec/rules/0`. */
  from: string;
}

/** Connections of a port, or of some names on it. */
export interface ShownConnections {
  /** Names of the TLS handshake. */
  hosts?: string[];
  clusters: ShownCluster[];
  /** Absent: no Route of the listener has these names, and the connection is closed. */
  from?: string;
}
