/**
 * Requests as a load balancer answers them: plain JSON, the same for the specs, for the bodies of a plan and for a live server. It knows no
 * target. Everything is compared, explained and tested on it.
 */
export interface RoutingTable {
  addresses: ServedAddress[];
  /** Servers by the Service and port that {@link Part.service} names, `default/web:80`. */
  servers?: Record<string, Servers>;
}

/** One address and its answers: a virtual service, a load balancer. */
export interface ServedAddress {
  /** The object that answers. */
  name: string;
  /**
   * Name of its purpose for clients: `hosts`, `Gateway infra/web`, `Service default/db`. Addresses of one group share its names: a host that moves
   * from one to the other keeps its answers. Of those that serve a name alike, the first is the one that DNS gives.
   */
  group: string;
  /** IP addresses, where they are known. */
  at?: string[];
  /** True with a floating IP, by which clients outside reach it; false without one; absent where floating IPs are not known, or there are none. */
  outside?: boolean;
  /** DNS names that the load balancer publishes for it; absent where others publish them. */
  dns?: string[];
  ports: ServedPort[];
}

export type Protocol = "http" | "https" | "tcp" | "udp" | "tls";

export interface ServedPort {
  port: number;
  protocol: Protocol;
  /** Ranges of addresses that may connect; absent: all. */
  clients?: string[];
  /** Clients must show a certificate. */
  clientCertificate?: "required";
  /** Authorities that certificates of clients are checked against; without {@link ServedPort.clientCertificate} they may do without one. */
  authority?: string;
  /** `1.2`, `1.3`; absent: those that the target takes where nothing is said. */
  tlsVersions?: string[];
  /** Absent parts are what is usual on the target. */
  timeouts?: PortTimeouts;
  /** Further properties that clients or servers notice, by name in words: `TLS ciphers`. */
  properties?: Record<string, string>;
  /** The name of the TLS handshake picks the rules, whatever host the request names. */
  bySni?: true;
  /**
   * Rules by name: `shop.example.com`, `*.example.com` (one label), `**.example.com` (one or more) or empty for every name; in lower case.
   * The narrowest name that fits has the request to itself: whatever a broader one answers is among its own rules.
   */
  hosts: Record<string, HostEntry>;
  /** Answer to what no name and no rule takes. */
  otherwise: ServedAnswer;
}

/** Seconds. */
export interface PortTimeouts {
  /** So long may a client be silent. */
  client?: number;
  /** So long may a server be silent. */
  server?: number;
  /** So long may it take to reach a server. */
  connect?: number;
}

export interface HostEntry {
  /** On a port of TLS: the certificate that is valid for the name. Without one clients break the connection off, but for passthrough. */
  certificate?: string;
  /** In the place of {@link ServedPort.tlsVersions}. */
  tlsVersions?: string[];
  /** In their order: the first that matches answers. */
  rules: ServedRule[];
  /** In the place of {@link ServedPort.otherwise}. */
  otherwise?: ServedAnswer;
}

export interface ServedRule {
  /** All must hold; absent: every request of the name. */
  match?: Condition[];
  to: ServedAnswer;
  /** The object that asks for it. */
  by?: RuleOwner;
  /** Others that it serves as well: a redirect of a whole host is one for the redirects of all its rules. */
  also?: readonly RuleOwner[];
  /** The API object that does it: `l7policy/shop.example.com/cart`. */
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

/** A test of one property of a request. Of its values any may fit; `not` turns the result. */
export type Condition = PathCondition | HostCondition | MethodCondition | ValueCondition | ClientCondition | CertificateCondition;

interface Common {
  not?: true;
}

export interface PathCondition extends Common {
  of: "path";
  /** The whole path, whole segments from its beginning, characters from its beginning, or a regular expression anywhere in it. */
  is: "exact" | "segments" | "characters" | "regex";
  values: string[];
  /** Capital and small letters are the same. */
  fold?: true;
}

/** Only where the name of an entry does not say it: a host header behind another server name, or a regular expression. */
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
  /** Of a header in lower case. */
  name: string;
  is: "exact" | "regex" | "present";
  values: string[];
  /** The value is a list: each part between commas is tested by itself. */
  list?: true;
}

/** The address of the client is in one of the ranges. Does not hold for a request that names no client, turned or not. */
export interface ClientCondition extends Common {
  of: "client";
  values: string[];
}

/** The client shows a certificate. */
export interface CertificateCondition extends Common {
  of: "certificate";
}

export type ServedAnswer = ServedForward | ServedRedirect | ServedStatus | ServedClosed;

export interface ServedForward extends Beside {
  forward: Part[];
  /** Parts of the request that the servers see otherwise. */
  path?: PathEdit;
  host?: string;
  request?: HeaderEdits;
  response?: HeaderEdits;
  tls?: "passthrough";
  timeout?: number | "infinite";
  /** In words: `3 times on 5xx`. */
  retry?: string;
  /** Answer where no server is ready. */
  empty?: ServedStatus | ServedClosed;
}

/**
 * Properties that clients or servers notice beside the answer. They make two answers no different; absent where it is what is usual on the target.
 */
export interface Beside {
  /** Requests of a client go to one server: `source` by its address, `cookie NAME`. */
  affinity?: string;
  /** Servers are told the address of the client before the connection. */
  proxyProtocol?: "v1" | "v2";
  /** How a server is picked: `random`. */
  balancing?: string;
  /** Names of objects that judge or change traffic in a way of their own: `WAF policy strict`, `script audit`. */
  policies?: string[];
}

/** TLS towards servers. */
export interface ServerTls {
  /** The certificates of servers are checked. */
  verify: boolean;
  /** The name that they must be for. */
  name?: string;
  /** The authorities that they are checked against. */
  authority?: string;
  /** Certificate that the load balancer shows. */
  certificate?: string;
}

/** A part of the requests: `weight` of the sum of all. */
export interface Part {
  weight: number;
  /** `default/web:80` */
  service?: string;
  /** In the place of those in {@link RoutingTable.servers}. */
  servers?: Servers;
  /** Services whose servers these are, by their weights, where the load balancer does not tell them apart. */
  among?: readonly { service: string; weight: number }[];
  /** Servers are spoken to with TLS; absent: as the protocol of the port has it. */
  tls?: ServerTls;
  /** This part is answered with a status. */
  status?: number;
  /** The pool, where the specs do not tell its servers, as an inventory names it: `pool/c1--web`, `shop/default/web:80`. */
  pool?: string;
}

export interface Servers {
  /** `10.0.0.1:8080` */
  ready: string[];
  unready?: string[];
  /** The specs do not tell them: a pool that exists keeps its own. */
  kept?: true;
  /** Beside `kept`: the pool is new, so that it has none; `watch`: a watch fills it. */
  unknown?: true | "watch";
  /** The specs do not have the Service, or the Service not the port. */
  absent?: "Service" | "port";
  /** The servers give every request, or connection, this answer. */
  answer?: FixedAnswer;
}

/** The whole path, or its beginning replaced: characters for characters, or by segments, where no slash is doubled or lost. */
export type PathEdit = { full: string } | { from: string; to: string; by?: "segments" };

/** Changes of headers; names in lower case. */
export interface HeaderEdits {
  set?: Record<string, string>;
  add?: Record<string, string>;
  remove?: string[];
}

export interface ServedRedirect {
  /** Absent parts are those of the request, but for the port: absent means the usual one of the scheme. */
  redirect: { scheme?: "http" | "https"; host?: string; port?: number; path?: PathEdit; dropsQuery?: true };
  status: number;
}

/** Answer of Services that exist for it. */
export type FixedAnswer = { status: number } | ServedClosed;

export interface ServedStatus {
  /** null: not known. */
  status: number | null;
  /** The Service that answers so: `default/not-found:80`. */
  by?: string;
}

export interface ServedClosed {
  closed: string;
}
