import type { Spec, Unknown } from "../../specs";
import type { Backend, Termination } from "../model";

/**
 * A Gateway and everything that is attached to it, in words of no target: one address with several ports. Everything is sorted, so the same
 * specs in another order give the same model (gateway-api.md 3).
 */
export interface GatewayModel {
  /** The Gateway itself. */
  owner: Spec;
  /** Name of the load balancer that several Gateways share. Absent: the Gateway has one of its own. */
  share?: string;
  /** Addresses that it asks for; empty: the target chooses one. */
  addresses: (string | Unknown)[];
  /** By number, TCP before UDP. */
  ports: GatewayPort[];
  /** Every spec that has a part in it, the Gateway first: its ListenerSets, and the Routes that are served. */
  owners: Spec[];
  /** `spec.infrastructure`: labels and annotations for what is made. */
  labels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
}

export type GatewayPort = RequestPort | ConnectionPort;

/** A port on which the load balancer reads requests. */
export interface RequestPort {
  protocol: "HTTP" | "HTTPS";
  port: number;
  /** HTTPS only, each once, in the order of the listeners: the first answers clients that name no host. */
  certificates: Termination[];
  /**
   * HTTPS only: a Secret that a listener names is not among the specs. A port that exists keeps the certificates that it has; one that does
   * not exist yet needs `certificates`, or cannot be served.
   */
  keepsCertificates?: true;
  /** HTTPS only: clients must show a certificate of these authorities. */
  clients?: ClientValidation;
  /** By rank: the first that matches takes the request. A request that none takes gets 404. */
  rules: RequestRule[];
  /** The same with those that the target refuses: all that is asked for. Absent where it refuses none. */
  asked?: RequestRule[];
}

/** Check of the certificates of clients. */
export interface ClientValidation {
  /** PEM, one or several. */
  caCertificate: string | Unknown;
  /** The objects that hold it: `ConfigMap infra/ca`. */
  sources: string[];
  /** Requests without a valid certificate pass too. */
  insecureFallback?: true;
}

/** One match of one rule of a Route, at one host of the port. */
export interface RequestRule {
  /** In lower case: `a.example.com`, `*.example.com` for any number of labels in front, or empty for every host. A port that the client writes behind it does not count. */
  host: string;
  /** Hosts of more specific listeners within `host`, of the same forms: their requests are not for this rule. */
  except: string[];
  match: RequestMatch;
  /** Changes of headers on the way to the servers. */
  request?: HeaderChanges;
  /** Changes of headers on the way back. */
  response?: HeaderChanges;
  /** Filters besides changes and redirects. A target serves each of them, or refuses the rule. */
  filters?: FurtherFilter[];
  to: GatewayForward | GatewayRedirect | FixedAnswer;
  /** The Route. */
  owner: Spec;
  /** JSON pointer of the rule in it: `/spec/rules/0`. */
  at: string;
  /** Index of the match in its rule. */
  index: number;
  /** Name of the rule, where it has one. */
  name?: string;
}

/** A filter that the model has no form for, or one of a single backend. */
export interface FurtherFilter {
  type: "RequestMirror" | "CORS" | "ExternalAuth" | "of one backend";
  /** JSON pointer below the rule: `/filters/0`. */
  at: string;
}

export interface RequestMatch {
  /** A prefix goes by whole segments, and its trailing slash means nothing. */
  path: { type: "Exact" | "PathPrefix" | "RegularExpression"; value: string };
  /** All must match; each name once, names without case. */
  headers: ValueMatch[];
  queryParams: ValueMatch[];
  method?: string;
}

export interface ValueMatch {
  name: string;
  type: "Exact" | "RegularExpression";
  value: string;
}

/** Changes of headers: `set` replaces all values, `add` appends one, `remove` takes all away. */
export interface HeaderChanges {
  set: { name: string; value: string }[];
  add: { name: string; value: string }[];
  remove: string[];
}

export interface GatewayForward {
  /** At least one has a weight above 0 and is valid. */
  backends: BackendShare[];
  /** Parts of the request that the servers see otherwise. */
  rewrite?: { hostname?: string; path?: PathChange };
  /** Seconds for the whole exchange, and for one try; 0: none. */
  timeouts?: { request?: number; backendRequest?: number };
  retry?: { codes: number[]; attempts?: number };
}

/** Servers of one backendRef. Its part of the requests is `weight` of the sum of all. */
export interface BackendShare extends Backend {
  weight: number;
  /** It cannot be served: its part of the requests gets 500, of connections none. */
  invalid?: true;
}

/** Path of the matched prefix, or the whole path, replaced; a prefix by segments (gateway-api.md 3.8). */
export type PathChange = { type: "ReplaceFullPath"; value: string } | { type: "ReplacePrefixMatch"; value: string };

export interface GatewayRedirect {
  redirect: {
    scheme?: "http" | "https";
    hostname?: string;
    path?: PathChange;
    /** Resolved: the port of the Location. Absent where it is the usual one of the scheme, which Location leaves out. */
    port?: number;
    statusCode: 301 | 302 | 303 | 307 | 308;
  };
}

/** Answer of the load balancer itself: 500 for a rule without usable backends. */
export interface FixedAnswer {
  answer: 404 | 500;
}

/** A port on which connections are handed on unread. */
export interface ConnectionPort {
  protocol: "TCP" | "UDP" | "TLS";
  port: number;
  /** On TCP and UDP at most one, the oldest; on TLS (passthrough) all that have a name, the oldest first. */
  routes: ConnectionRoute[];
  /** TLS only, by rank: the first whose host has the name of the handshake takes the connection. */
  names?: HandshakeName[];
}

/** Names of the handshake, and whose they are. */
export interface HandshakeName {
  /** As {@link RequestRule.host}. */
  host: string;
  /** One of the port. Absent: the name belongs to a listener none of whose Routes has it, and the connection is closed. */
  route?: ConnectionRoute;
}

export interface ConnectionRoute {
  /** TLS only: the names of the handshake, as {@link RequestRule.host}; empty elsewhere. */
  hosts: string[];
  backends: BackendShare[];
  owner: Spec;
  /** JSON pointer of the rule. */
  at: string;
}

/** True for a port whose requests are read. */
export const readsRequests = (port: GatewayPort): port is RequestPort => port.protocol === "HTTP" || port.protocol === "HTTPS";
