// Types of Gateways in the view of `--to routes`.

import type { Forward, GatewayPort, HeaderChanges, Redirect } from "../../../routing";
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
export interface ShownRequests {
  /** `*` for every host; `*.example.com` has any number of labels in front. */
  host: string;
  /** Hosts within `host` that are of other listeners. */
  except?: string[];
  path: { type: "Exact" | "PathPrefix" | "RegularExpression"; value: string };
  method?: string;
  headers?: ShownValue[];
  queryParams?: ShownValue[];
  clusters?: ShownCluster[];
  answer?: 404 | 500;
  redirect?: Omit<Redirect["redirect"], "path"> & { path?: ShownChange };
  rewrite?: { hostname?: string; path?: ShownChange };
  timeouts?: Forward["timeouts"];
  retry?: { codes: number[]; attempts?: number };
  requestHeaders?: Partial<HeaderChanges>;
  responseHeaders?: Partial<HeaderChanges>;
  /** The rule: `HTTPRoute default/web /spec/rules/0`. */
  from: string;
}

/** A header or query parameter, in the words of Gateway API. */
export interface ShownValue {
  name: string;
  type: "Exact" | "RegularExpression";
  value: string;
}

/** Another path in the place of the matched one. */
export interface ShownChange {
  type: "ReplaceFullPath" | "ReplacePrefixMatch";
  value: string;
}

/** Connections of a port, or of some names on it. */
export interface ShownConnections {
  /** Names of the TLS handshake. */
  hosts?: string[];
  clusters: ShownCluster[];
  /** Absent: no Route of the listener has these names, and the connection is closed. */
  from?: string;
}
