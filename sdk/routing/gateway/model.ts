import type { Spec, Unknown } from "../../specs";
import type { Backend, Termination } from "../model";
import type { Rule } from "../rule";

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
  rules: Rule[];
  /** The same with those that the target refuses: all that is asked for. Absent where it refuses none. */
  desired?: Rule[];
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
  /** As {@link Rule.host}. */
  host: string;
  /** One of the port. Absent: the name belongs to a listener none of whose Routes has it, and the connection is closed. */
  route?: ConnectionRoute;
}

export interface ConnectionRoute {
  /** TLS only: the names of the handshake, as {@link Rule.host}; empty elsewhere. */
  hosts: string[];
  backends: Backend[];
  owner: Spec;
  /** JSON pointer of the rule. */
  at: string;
}

/** True for a port whose requests are read. */
export const readsRequests = (port: GatewayPort): port is RequestPort => port.protocol === "HTTP" || port.protocol === "HTTPS";
