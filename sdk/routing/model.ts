import type { Diagnostic, ObjectRef } from "../../contract/diagnostic";
import type { Service, ServicePort, Spec, Unknown } from "../specs";

/**
 * What the specs mean, in words of no target: four front ends write it, every target reads it.
 * Everything is sorted, so the same specs in another order give the same model.
 */
export interface RoutingModel {
  hosts: VirtualHost[];
  l4: L4Service[];
  /** One per object that carries routing or load balancing and is ours, sorted by kind, namespace and name. */
  statuses: Status[];
  /** What was said about other objects. */
  diagnostics: Diagnostic[];
  /** Every object that is ours and the hosts it names, also when nothing came of them. */
  claimants: { owner: Spec; hosts: string[] }[];
}

export interface VirtualHost {
  /** The host name in the spelling of the object that claimed it first. */
  fqdn: string;
  /** Hosts of different scopes never meet; `""` unless the target divides hosts (namespace shards of Avi). */
  scope: string;
  /** The certificate of the host: that of its most senior route with TLS. */
  tls?: Termination;
  /** In the order of seniority of their owners, then as written. */
  routes: HttpRoute[];
}

/** TLS that the load balancer terminates. */
export interface Termination {
  /** The Secret, or the object itself where it carries the certificate inline. */
  source: ObjectRef;
  certificate: string | Unknown;
  key: string | Unknown;
  caCertificate?: string | Unknown;
}

export interface HttpRoute {
  /** Clear text and TLS are judged apart: each has its own claims. */
  on: "clear" | "tls";
  match: PathMatch;
  to: Forward | Redirect;
  owner: Spec;
  /** For a route on TLS, the certificate its own object names; the host may end up with another one. */
  tls?: Termination;
}

export interface PathMatch {
  /** As written; empty for every path. */
  path: string;
  /** By characters, by path segments, or the whole path. */
  type: "prefix" | "segments" | "exact";
}

export interface Forward {
  backends: Backend[];
}

/** Answer clear text with the https URL of the same host. */
export interface Redirect {
  redirect: "https";
  status: 301 | 302;
}

export interface Backend {
  service: { namespace: string; name: string };
  /** Absent when the Service, or the port, could not be found. */
  port?: ServicePort;
  /** As the spec gives it; absent where the kind has no weights. */
  weight?: number;
  /** TLS to the servers. */
  validation?: { caCertificate?: string | Unknown };
  servers: Server[];
}

export interface Server {
  address: string | Unknown;
  port: number | Unknown;
  /** The node it runs on, where the endpoints say so. */
  node?: string;
  /** The Pod behind it, where the endpoints say so. */
  target?: { namespace?: string; name: string };
}

/** One Service with a load balancer of its own; its ports as they are written. */
export interface L4Service {
  owner: Service;
  ports: { port: ServicePort; servers: Server[] }[];
}

export interface Status {
  object: ObjectRef;
  state: "ready" | "partial" | "rejected" | "skipped";
  /** The first reason, empty when there is none. */
  description: string;
  diagnostics: Diagnostic[];
}
