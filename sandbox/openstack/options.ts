import type { FaultRule } from "../shared/fault-rule";

/** How an OpenStack sandbox is to be; everything has a default. */
export interface OctaviaSandboxOptions {
  /** Ports of Octavia, Keystone, Neutron and Barbican follow each other from here. Default: any free ones. */
  port?: number;
  /** With `noauth` whoever sends `X-Project-Id` is an administrator, and there is no Keystone to ask. Default `keystone`. */
  auth?: "noauth" | "keystone";
  /** How long a load balancer of provider `amphora` stays PENDING. Default 20 ms. */
  provisioningMs?: number;
  /** Life of a token. Default one hour. */
  tokenLifetimeMs?: number;
  /** Added to every answer. Default 0. */
  latencyMs?: number;
  /** Start of the random numbers behind ids. Default 1. */
  seed?: number;
  /** Keep the objects in this file across restarts. */
  stateFile?: string;
  faults?: FaultRule[];
}
