// A host with its rules, after conflicts.

import type { Spec } from "../specs";
import type { Backend, Termination } from "./model";
import type { Rule } from "./rule";

export interface VirtualHost {
  /** Host name as spelled by its first owner. */
  fqdn: string;
  /** Hosts of different scopes share no address; `""` unless the target separates hosts (addresses and namespace shards of Avi). */
  scope: string;
  /** Certificate of the host: that of its oldest TLS route, or of its TCP proxy. */
  tls?: Termination;
  /** By age of their owners, then as written. */
  routes: Rule[];
  /** An object refuses HTTP for the host explicitly. */
  refusesClear?: true;
  /** Target of all TLS connections of the host. It has no TLS routes then. */
  tcp?: TcpProxy;
  /** The object that owns the host: its first owner, or the root of a delegation. */
  root: Spec;
  /** Every object that takes part in the host, sorted: owners of rules and those that delegated to them. */
  owners: Spec[];
}

/** Connections instead of requests: the load balancer terminates TLS if the host has a certificate, else the servers do (passthrough). */
export interface TcpProxy {
  backends: Backend[];
  owner: Spec;
  /** JSON pointer of the rule in it. */
  at: string;
}
