// The routing model of Gateways: ports, rules and connections, independent of targets.

import type { Spec, Unknown } from "../../specs";
import type { Backend, Termination } from "../model";
import type { Rule } from "../rule";

/**
 * A Gateway with everything attached to it: one address with several ports. All lists are sorted, so the order of specs does not matter
 * (gateway-api.md 3).
 */
export interface GatewayModel {
  /** The Gateway itself. */
  owner: Spec;
  /** Name of a load balancer that several Gateways share. Absent: the Gateway has its own. */
  share?: string;
  /** Requested addresses; empty: the target chooses one. */
  addresses: (string | Unknown)[];
  /** By number, TCP before UDP. */
  ports: GatewayPort[];
  /** Specs that take part, the Gateway first: its ListenerSets, and the Routes that are served. */
  owners: Spec[];
  /** `spec.infrastructure`: labels and annotations for created objects. */
  labels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
}

export type GatewayPort = RequestPort | ConnectionPort;

/** A port that reads requests. */
export interface RequestPort {
  protocol: "HTTP" | "HTTPS";
  port: number;
  /** HTTPS only, without duplicates, in the order of listeners: the first is for clients without a server name. */
  certificates: Termination[];
  /**
   * HTTPS only: a Secret of a listener is missing. An existing port keeps its certificates; a new one needs `certificates`, or is not
   * served.
   */
  keepsCertificates?: true;
  /** HTTPS only: clients must send a certificate of these authorities. */
  clients?: ClientValidation;
  /** By rank: the first matching rule answers. Unmatched requests get 404. */
  rules: Rule[];
  /** Rules including those that the target refuses. Absent if it refuses none. */
  desired?: Rule[];
}

/** Validation of client certificates. */
export interface ClientValidation {
  /** PEM, one or several. */
  caCertificate: string | Unknown;
  /** Objects with the authorities: `ConfigMap infra/ca`. */
  sources: string[];
  /** Requests without a valid certificate are served too. */
  insecureFallback?: true;
}

/** A port that forwards connections. */
export interface ConnectionPort {
  protocol: "TCP" | "UDP" | "TLS";
  port: number;
  /** On TCP and UDP at most one, the oldest; on TLS (passthrough) all that have a server name, the oldest first. */
  routes: ConnectionRoute[];
  /** TLS only, by rank: the first name that matches the server name of the handshake takes the connection. */
  names?: HandshakeName[];
}

/** A server name of the TLS handshake and its Route. */
export interface HandshakeName {
  /** As {@link Rule.host}. */
  host: string;
  /** A route of the port. Absent: the name belongs to a listener without a Route for it, and the connection is closed. */
  route?: ConnectionRoute;
}

export interface ConnectionRoute {
  /** TLS only: server names, as {@link Rule.host}; else empty. */
  hosts: string[];
  backends: Backend[];
  owner: Spec;
  /** JSON pointer of the rule. */
  at: string;
}

/** True for a port that reads requests. */
export const readsRequests = (port: GatewayPort): port is RequestPort => port.protocol === "HTTP" || port.protocol === "HTTPS";
