// Types of the routing model, independent of targets: servers, certificates, and Services with load balancers of their own.

import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import type { HealthCheckSpec, Service, ServicePort, Spec, SpecSet, Unknown } from "../specs";

/** TLS that the load balancer terminates. */
export interface Termination {
  /** The Secret, or the object itself where it carries the certificate inline. */
  source: ObjectRef;
  certificate: string | Unknown;
  key: string | Unknown;
  caCertificate?: string | Unknown;
  /** A second certificate for the same hosts, such as one with another kind of key. */
  alternate?: { certificate: string | Unknown; key: string | Unknown };
  /** Certificate of the cluster, for hosts without one. */
  clusterWide?: boolean;
  /** Names of certificates that the target already has, used instead of this one, which is then empty. */
  held?: string[];
  /** Minimum TLS version for clients; absent if the kind cannot set it. */
  minimumVersion?: TlsVersion;
}

export type TlsVersion = "1.1" | "1.2" | "1.3";

/** Default backend: for requests that match no host and path of its scope. */
export interface DefaultBackend {
  scope: string;
  backend: Backend;
  owner: Spec;
  /** JSON pointer of the field, for messages. */
  at: string;
}

/** Servers of a backend. */
export interface Members {
  servers: MemberServer[];
  /**
   * The specs do not give the servers: usable nodes, Endpoints or the Service are missing, or a port is wrong. The list is empty, and an
   * existing pool preserves its servers.
   */
  missing?: boolean;
  /** The fault after which a pool preserves its servers. */
  because?: Diagnostic;
  /** Recomputes the servers after changes of Pods or nodes; absent where these have no influence. */
  source?: ServerSource;
}

/** The part of specs that Pods and nodes change. With an unchanged structure of a plan, it affects only servers. */
export type MovingSpecs = Pick<SpecSet, "endpoints" | "nodes" | "pods">;

/** Servers of one port of a Service, for any specs. Backends with the same servers share the source. */
export interface ServerSource {
  /** `namespace/name` of the Service. */
  readonly service: string;
  /** Servers for these specs; undefined if endpoints determine another port than in the plan: then more than servers changes. */
  read(now: MovingSpecs): Members | undefined;
}

export interface Backend extends Members {
  service: { namespace: string; name: string };
  /** Absent if the Service or port does not exist. */
  port?: ServicePort;
  /** The missing part. */
  absent?: "Service" | "port";
  /** Invalid backend: its share of the requests gets 500, its share of connections is closed. */
  invalid?: true;
  /** Share: weight divided by the sum of the rule, 0 for no traffic. Absent in every backend of a rule: equal shares. */
  weight?: number;
  /** Protocol of the servers, if not HTTP/1.1: TLS, HTTP/2 on TLS, or HTTP/2 in clear text. */
  protocol?: "tls" | "h2" | "h2c";
  /**
   * Load balancing algorithm, in the term of the spec. An unknown term means RoundRobin. Absent if the kind has none: the target uses its
   * default.
   */
  strategy?: Strategy | (string & {});
  healthCheck?: HealthCheck;
  /** The field that defines it, for messages. */
  healthCheckSource?: { object: ObjectRef; pointer: string };
  /** TLS to the servers. */
  validation?: Validation;
}

export type Strategy = "RoundRobin" | "WeightedLeastRequest" | "Random" | "RingHash" | "Maglev" | "Cookie";

/** An HTTP check: 200 is healthy, 503 removes the server at once; `host` is the Host header. Absent fields are defaults of the target. */
export type HealthCheck = HealthCheckSpec;

/** Validation of server certificates. */
export interface Validation {
  caCertificate?: string | Unknown;
  /** The Secret with the authority. */
  source?: ObjectRef;
  /** Name that the certificate must be valid for. */
  subjectName?: string;
}

export interface MemberServer {
  address: string | Unknown;
  port: number | Unknown;
  /** Node of the server, if the endpoints name it. */
  node?: string;
  /** True if it takes requests; only set if the target also uses servers that do not. */
  ready?: boolean;
  /** Pod of the server, if the endpoints name it. */
  target?: { namespace?: string; name: string };
  /** It gets no new connections, because its Service drains it. */
  drained?: true;
}

/** A Service with its own load balancer; ports as written. */
export interface L4Service {
  owner: Service;
  ports: ({ port: ServicePort } & Members)[];
}
