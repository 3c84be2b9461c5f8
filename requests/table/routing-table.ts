// The routing table: how a load balancer answers requests, as plain JSON. Specs, bodies of a plan and live servers are read into the same
// form; comparisons, explanations and tests use it. It contains nothing of a target.

export interface RoutingTable {
  addresses: ServedAddress[];
  /** Servers by the Service and port that {@link Part.service} names, `default/web:80`. */
  servers?: Record<string, Servers>;
}

/** An address with its answers: a virtual service, a load balancer. */
export interface ServedAddress {
  /** Name of the object that answers. */
  name: string;
  /**
   * Group of addresses with the same clients: `hosts`, `Gateway infra/web`, `Service default/db`. Addresses of one group share its host
   * names: a host that moves from one to another keeps its answers. If several serve a name, DNS has the first.
   */
  group: string;
  /** IP addresses, if known. */
  at?: string[];
  /** True with a floating IP, by which outside clients connect; false without; absent if unknown or unsupported. */
  outside?: boolean;
  /** DNS names that the load balancer publishes; absent where another system publishes them. */
  dns?: string[];
  ports: ServedPort[];
}

/** `sctp` occurs in pictures only. */
export type Protocol = "http" | "https" | "tcp" | "udp" | "tls" | "sctp";

export interface ServedPort {
  port: number;
  protocol: Protocol;
  /** Address ranges that may connect; absent: all. */
  clients?: string[];
  /** Clients must show a certificate. */
  clientCertificate?: "required";
  /** Authorities for client certificates; without {@link ServedPort.clientCertificate} a certificate is optional. */
  authority?: string;
  /** `1.2`, `1.3`; absent: defaults of the target. */
  tlsVersions?: string[];
  /** Absent values are defaults of the target. */
  timeouts?: PortTimeouts;
  /** Further properties that clients or servers notice, by name: `TLS ciphers`. */
  properties?: Record<string, string>;
  /** The server name of the TLS handshake selects the rules, regardless of the host in the request. */
  bySni?: true;
  /**
   * Rules by host: `shop.example.com`, `*.example.com` (one label), `**.example.com` (one or more) or empty for every host; in lower case.
   * Only the narrowest matching entry is used: rules of broader names are repeated in it.
   */
  hosts: Record<string, HostEntry>;
  /** Answer to requests that match no host and no rule. */
  otherwise: ServedAnswer;
}

/** Timeouts in seconds. */
export interface PortTimeouts {
  /** Idle time of a client. */
  client?: number;
  /** Idle time of a server. */
  server?: number;
  /** Time for connecting to a server. */
  connect?: number;
}

export interface HostEntry {
  /** On a TLS port: certificate that is valid for the name. Without one clients abort the connection, except with passthrough. */
  certificate?: string;
  /** Overrides {@link ServedPort.tlsVersions}. */
  tlsVersions?: string[];
  /** In order: the first matching rule answers. */
  rules: ServedRule[];
  /** Overrides {@link ServedPort.otherwise}. */
  otherwise?: ServedAnswer;
}

export interface ServedRule {
  /** All must hold; absent: every request of the host. */
  match?: Condition[];
  to: ServedAnswer;
  /** The object that the rule comes from. */
  by?: RuleOwner;
  /** Further rules of objects that it serves: one redirect of a whole host serves the redirects of all its rules. */
  also?: readonly RuleOwner[];
  /** API object of the rule: `l7policy/shop.example.com/cart`. */
  on?: string;
}

export interface RuleOwner {
  /** `Ingress default/shop` */
  object: string;
  /** JSON pointer of the rule in it. */
  pointer: string;
  file?: string;
  line?: number;
}

/** A test of one property of a request. One of its values must match; `not` inverts the result. */
export type Condition = PathCondition | HostCondition | MethodCondition | ValueCondition | ClientCondition | CertificateCondition;

interface Common {
  not?: true;
}

export interface PathCondition extends Common {
  of: "path";
  /** The whole path, leading segments, leading characters, or a regular expression that may match anywhere in it. */
  is: "exact" | "segments" | "characters" | "regex";
  values: string[];
  /** Ignores case. */
  fold?: true;
}

/** Only where the entry does not decide the host: a Host header behind another server name, or a regular expression. */
export interface HostCondition extends Common {
  of: "host";
  is: "name" | "regex";
  values: string[];
}

export interface MethodCondition extends Common {
  of: "method";
  values: string[];
}

export interface ValueCondition extends Common {
  of: "header" | "query";
  /** Name of a header, in lower case. */
  name: string;
  is: "exact" | "regex" | "present";
  values: string[];
  /** The value is a comma-separated list whose elements are tested separately. */
  list?: true;
}

/** The address of the client is in one of the ranges. False for requests without a client address, inverted or not. */
export interface ClientCondition extends Common {
  of: "client";
  values: string[];
}

/** The client sends a certificate. */
export interface CertificateCondition extends Common {
  of: "certificate";
}

export type ServedAnswer = ServedForward | ServedRedirect | ServedStatus | ServedClosed;

export interface ServedForward extends RuleProperties {
  forward: Part[];
  /** Path that the servers receive. */
  path?: PathEdit;
  host?: string;
  request?: HeaderEdits;
  response?: HeaderEdits;
  tls?: "passthrough";
  timeout?: number | "infinite";
  /** `3 times on 5xx`. */
  retry?: string;
  /** Answer without a ready server. */
  empty?: ServedStatus | ServedClosed;
}

/** Properties that clients or servers notice and that do not make answers differ; absent: default of the target. */
export interface RuleProperties {
  /** Requests of a client go to one server: `source` by address, or `cookie NAME`. */
  affinity?: string;
  /** The PROXY protocol announces the client address to servers. */
  proxyProtocol?: "v1" | "v2";
  /** Load balancing algorithm: `random`. */
  balancing?: string;
  /** Names of objects that filter or change traffic: `WAF policy strict`, `script audit`. */
  policies?: string[];
}

/** TLS towards servers. */
export interface ServerTls {
  /** Certificates of servers are verified. */
  verify: boolean;
  /** Name that server certificates must be valid for. */
  name?: string;
  /** Authorities for server certificates. */
  authority?: string;
  /** Certificate that the load balancer sends. */
  certificate?: string;
}

/** A share of the requests: `weight` divided by the sum of all. */
export interface Part {
  weight: number;
  /** `default/web:80` */
  service?: string;
  /** Overrides the servers in {@link RoutingTable.servers}. */
  servers?: Servers;
  /** Services that share these servers, by weight, where the load balancer does not separate them. */
  among?: readonly { service: string; weight: number }[];
  /** TLS towards the servers; absent: given by the protocol of the port. */
  tls?: ServerTls;
  /** Status that answers this share. */
  status?: number;
  /** Pool, if the specs do not give its servers, named as in an inventory: `pool/c1--web`, `shop/default/web:80`. */
  pool?: string;
}

export interface Servers {
  /** `10.0.0.1:8080` */
  ready: string[];
  unready?: string[];
  /** The specs do not give the servers: an existing pool preserves its servers. */
  kept?: true;
  /** Set beside `kept` when the pool is new and has no servers; `watch`: a watch fills it. */
  unknown?: true | "watch";
  /** The specs lack the Service, or its port. */
  absent?: "Service" | "port";
  /** Every request or connection gets this answer from the servers. */
  answer?: FixedAnswer;
}

/** Replaces the whole path or its beginning: by characters, or by segments without doubled or lost slashes. */
export type PathEdit = { full: string } | { from: string; to: string; by?: "segments" };

/** Changed headers; names in lower case. */
export interface HeaderEdits {
  set?: Record<string, string>;
  add?: Record<string, string>;
  remove?: string[];
}

export interface ServedRedirect {
  /** Absent parts are taken from the request; an absent port is the default of the scheme. */
  redirect: { scheme?: "http" | "https"; host?: string; port?: number; path?: PathEdit; dropsQuery?: true };
  status: number;
}

/** Answer of a responder Service. */
export type FixedAnswer = { status: number } | ServedClosed;

export interface ServedStatus {
  /** null: unknown. */
  status: number | null;
  /** Service that answers: `default/not-found:80`. */
  by?: string;
}

export interface ServedClosed {
  closed: string;
}
