// A host with the rules of all objects that ask for it, after conflicts.
import type { Spec } from "../specs";
import type { Backend, Termination } from "./model";
import type { Rule } from "./rule";

export interface VirtualHost {
  /** The host name in the spelling of the object that claimed it first. */
  fqdn: string;
  /** Hosts of different scopes never meet; `""` unless the target divides hosts (addresses and namespace shards of Avi). */
  scope: string;
  /** The certificate of the host: that of its most senior route with TLS, or of its TCP proxy. */
  tls?: Termination;
  /** In the order of seniority of their owners, then as written. */
  routes: Rule[];
  /** An object says that clear text of the host is refused, and does not leave it open. */
  refusesClear?: true;
  /** Target of connections to the TLS port of the host as a whole. No route is on TLS then. */
  tcp?: TcpProxy;
  /** The object that the host belongs to: the first that claimed it, or from which it was delegated. */
  root: Spec;
  /** Every object that says something of the host, sorted: the owners of its parts and those that delegated them. */
  owners: Spec[];
}

/** Bytes instead of requests: TLS ends at the load balancer where the host has a certificate, else at the servers (passthrough). */
export interface TcpProxy {
  backends: Backend[];
  owner: Spec;
  /** JSON pointer of the rule in it. */
  at: string;
}
