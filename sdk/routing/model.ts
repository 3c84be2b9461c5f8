// Servers, certificates and Services with load balancers of their own, in words of no target.
import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import type { HealthCheckSpec, Service, ServicePort, Spec, SpecSet, Unknown } from "../specs";

/** TLS that the load balancer terminates. */
export interface Termination {
  /** The Secret, or the object itself where it carries the certificate inline. */
  source: ObjectRef;
  certificate: string | Unknown;
  key: string | Unknown;
  caCertificate?: string | Unknown;
  /** A second certificate of the same hosts, of another kind of key, say. */
  alternate?: { certificate: string | Unknown; key: string | Unknown };
  /** The certificate of the cluster, for hosts that bring none. */
  clusterWide?: boolean;
  /** Names of certificates that the target has already, in the place of this one, which is empty then. */
  held?: string[];
  /** The least version of TLS that clients may speak; absent where the kind has no word for it. */
  minimumVersion?: TlsVersion;
}

export type TlsVersion = "1.1" | "1.2" | "1.3";

/** Backend that an object wants for requests that no host and path of its scope takes. */
export interface DefaultBackend {
  scope: string;
  backend: Backend;
  owner: Spec;
  /** JSON pointer of the field, for messages. */
  at: string;
}

/** Servers at which requests and connections end. */
export interface Members {
  servers: MemberServer[];
  /**
   * The specs do not tell the servers: every usable node, the Endpoints or the Service is missing, or a port is wrong. No servers then, but
   * those of an existing pool stay.
   */
  missing?: boolean;
  /** The fault after which they stay. */
  because?: Diagnostic;
  /** Tells them anew when Pods or nodes move; absent where neither changes anything. */
  source?: ServerSource;
}

/** The part of the specs that Pods and nodes change by themselves. Of a plan with the same structure nothing but servers follows from it. */
export type MovingSpecs = Pick<SpecSet, "endpoints" | "nodes" | "pods">;

/** Servers of one port of a Service, at any moment. Backends that share them share the source. */
export interface ServerSource {
  /** `namespace/name` of the Service. */
  readonly service: string;
  /** The servers of a moment; undefined where endpoints choose another port than the plan has: that changes more than servers. */
  read(now: MovingSpecs): Members | undefined;
}

export interface Backend extends Members {
  service: { namespace: string; name: string };
  /** Absent when the Service, or the port, could not be found. */
  port?: ServicePort;
  /** The part that is not among the specs. */
  absent?: "Service" | "port";
  /** It cannot be served: its part of the requests gets 500, of connections none. */
  invalid?: true;
  /** Its part of the sum of all weights of the rule, 0 for no traffic. Absent in every backend of a rule: all get the same. */
  weight?: number;
  /** Protocol of the servers, if it is not HTTP/1.1: TLS, HTTP/2 on TLS, or HTTP/2 in clear text. */
  protocol?: "tls" | "h2" | "h2c";
  /**
   * Spreading of requests over the servers, in the word of the spec. A word that is not a Strategy means RoundRobin. Absent if the kind has
   * no word for it: the target then uses its default.
   */
  strategy?: Strategy | (string & {});
  healthCheck?: HealthCheck;
  /** The field that defines it, for messages. */
  healthCheckSource?: { object: ObjectRef; pointer: string };
  /** TLS to the servers. */
  validation?: Validation;
}

export type Strategy = "RoundRobin" | "WeightedLeastRequest" | "Random" | "RingHash" | "Maglev" | "Cookie";

/** An HTTP check: 200 is healthy, 503 takes the server out at once; `host` is its Host header. What is absent is up to the target. */
export type HealthCheck = HealthCheckSpec;

/** Check of the certificates of servers. */
export interface Validation {
  caCertificate?: string | Unknown;
  /** The Secret that holds the authority. */
  source?: ObjectRef;
  /** The name that the certificate must be for. */
  subjectName?: string;
}

export interface MemberServer {
  address: string | Unknown;
  port: number | Unknown;
  /** The node it runs on, where the endpoints say so. */
  node?: string;
  /** True if it takes requests yet; present only if the target also wants servers that do not. */
  ready?: boolean;
  /** The Pod behind it, where the endpoints say so. */
  target?: { namespace?: string; name: string };
  /** It must get no new connections: its Service asks for that. */
  drained?: true;
}

/** One Service with a load balancer of its own; its ports as they are written. */
export interface L4Service {
  owner: Service;
  ports: ({ port: ServicePort } & Members)[];
}
